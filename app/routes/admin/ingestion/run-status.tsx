import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Progress } from "~/ui/progress";
import type { RunStatusName, RunView } from "./present-run.server";
import type { Tone } from "./run.server";

const TONES: Record<RunStatusName, Tone> = {
  pending: "waiting",
  running: "info",
  completed: "good",
  failed: "bad",
  cancelled: "plain",
};
const ICONS: Record<RunStatusName, React.ReactNode> = {
  pending: <Icon name="hourglass" size="s" />,
  running: <Icon name="refresh" size="s" />,
  completed: <Icon name="circle-check" size="s" />,
  failed: <Icon name="circle-x" size="s" />,
  cancelled: <Icon name="ban" size="s" />,
};

/** Badge of a run's status: icon and text. */
export function RunStatusBadge({ status, statusLabel }: Pick<RunView, "status" | "statusLabel">) {
  return (
    <Badge tone={TONES[status]}>
      {ICONS[status]}
      {statusLabel}
    </Badge>
  );
}

/** Progress bar of a run's processed events. */
export function RunProgress({ progress, label }: { progress: RunView["progress"]; label: string }) {
  return <Progress label={label} value={progress.done} max={progress.all} text={progress.text} />;
}
