import "@mantine/core/styles/Progress.layer.css";
import { Progress as MantineProgress } from "@mantine/core";
import classes from "./progress.module.css";

interface ProgressProps {
  label: string;
  /** Of `max`. */
  value: number;
  max?: number;
  /** What the value is in words; shown at the end. */
  text: string;
  tone?: "good" | "waiting" | "bad";
}

/** How far something has come, on Mantine's Progress; the words beside it say the same. */
export function Progress({ label, value, max = 100, text, tone }: ProgressProps) {
  return (
    <div className={classes.progress} data-tone={tone}>
      <p>
        <span>{label}</span>
        <bdi>{text}</bdi>
      </p>
      <MantineProgress.Root classNames={{ root: classes.track, section: classes.section }}>
        <MantineProgress.Section value={max === 0 ? 0 : (100 * value) / max} aria-label={label} aria-valuetext={text} />
      </MantineProgress.Root>
    </div>
  );
}
