import classes from "./skeleton.module.css";
import { useText } from "./text";

/** Lines of text on their way. Not shown for the first 200 ms, so that what is quick does not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useText();
  return (
    <div className={classes.skeleton} aria-busy="true">
      <p className="rd-hidden" role="status">
        {t("common:loading")}
      </p>
      {Array.from({ length: lines }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={place} aria-hidden="true" />
      ))}
    </div>
  );
}
