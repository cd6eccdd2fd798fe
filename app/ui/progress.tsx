import "@mantine/core/styles/Progress.layer.css";
import { Progress as MantineProgress } from "@mantine/core";
import classes from "./progress.module.css";

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
