import classes from "./skeleton.module.css";
import { useText } from "./text";

/** Placeholder lines of text. Hidden for the first 200 ms to prevent flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useText();
  return (
    <div className={classes.skeleton} aria-busy="true">
      <p className="rd-hidden" role="status">
        {t("common:loading")}
      </p>
      {Array.from({ length: lines }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical items
        <span key={place} aria-hidden="true" />
      ))}
    </div>
  );
}
