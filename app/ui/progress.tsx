import "@mantine/core/styles/Progress.layer.css";
import { Progress as MantineProgress } from "@mantine/core";
import classes from "./progress.module.css";
import { useText } from "./text";

interface ProgressProps {
  label: string;
  /** 0 to `max`. */
  value: number;
  max?: number;
  /** Localized value, shown at the end. */
  text: string;
  tone?: "good" | "waiting" | "bad";
}

/** Progress bar, based on Mantine's, with its value as text. */
export function Progress({ label, value, max = 100, text, tone }: ProgressProps) {
  return (
    <div className={classes.progress} data-tone={tone}>
      <p>
        <span>{label}</span>
        <bdi>{text}</bdi>
      </p>
      <MantineProgress.Root classNames={{ root: classes.track, section: classes.section }}>
        <MantineProgress.Section
          value={max === 0 ? 0 : (100 * value) / max}
          aria-label={label}
          aria-valuetext={text}
        />
      </MantineProgress.Root>
    </div>
  );
}

const TILES = [
  "M50 46.6L37.47 16.36L50 3.84L62.53 16.36Z",
  "M52.4 47.6L64.93 17.36L82.64 17.36L82.64 35.07Z",
  "M53.4 50L83.64 37.47L96.16 50L83.64 62.53Z",
  "M52.4 52.4L82.64 64.93L82.64 82.64L64.93 82.64Z",
  "M50 53.4L62.53 83.64L50 96.16L37.47 83.64Z",
  "M47.6 52.4L35.07 82.64L17.36 82.64L17.36 64.93Z",
  "M46.6 50L16.36 62.53L3.84 50L16.36 37.47Z",
  "M47.6 47.6L17.36 35.07L17.36 17.36L35.07 17.36Z",
];

/** Indeterminate loader: the tiles of the logo light up in turn. Uses the text colour. */
export function KhatamLoader({ size = "m" }: { size?: "s" | "m" }) {
  return (
    <svg className={classes.loader} data-size={size} viewBox="0 0 100 100" aria-hidden="true">
      {TILES.map((tile) => (
        <path key={tile} d={tile} />
      ))}
    </svg>
  );
}

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
