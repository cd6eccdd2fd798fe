import { useText } from "../../ui/text";
import { EventGrid } from "../event-card/event-card";
import classes from "./card-skeletons.module.css";

/** Cards that are on their way. Not shown for the first 200 ms, so that what is quick does not flicker. */
export function CardSkeletons({ count }: { count: number }) {
  const { t } = useText();
  return (
    <div className={classes.skeletons} aria-busy="true">
      <p className="rd-hidden" role="status">
        {t("common:loading")}
      </p>
      <EventGrid columns={3}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
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
