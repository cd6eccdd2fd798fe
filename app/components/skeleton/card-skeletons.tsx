import { useText } from "../../ui/text";
import { EventGrid } from "../event-card/event-card";
import classes from "./card-skeletons.module.css";

/** Placeholder cards. Hidden for the first 200 ms to prevent flicker. */
export function CardSkeletons({ count }: { count: number }) {
  const { t } = useText();
  return (
    <div className={classes.skeletons} aria-busy="true">
      <p className="rd-hidden" role="status">
        {t("common:loading")}
      </p>
      <EventGrid columns={3}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items
          <div key={place} className={classes.card} aria-hidden="true">
            <div className={classes.cover} />
            <div className={classes.lines}>
              <span />
              <span />
              <span />
            </div>
          </div>
        ))}
      </EventGrid>
    </div>
  );
}
