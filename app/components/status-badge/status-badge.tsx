import { Badge } from "../../ui/badge";
import { Icon } from "../../ui/icon";

/** Statuses and lifecycles with a badge (product.md §4, decisions.md §3). */
export const STATUSES = [
  "draft",
  "pending",
  "approved",
  "rejected",
  "flagged",
  "cancelled",
  "postponed",
] as const;
type Status = (typeof STATUSES)[number];

const ICONS: Record<Status, React.ReactNode> = {
  draft: <Icon name="pencil" size="s" />,
  pending: <Icon name="hourglass" size="s" />,
  approved: <Icon name="circle-check" size="s" />,
  rejected: <Icon name="circle-x" size="s" />,
  flagged: <Icon name="flag" size="s" />,
  cancelled: <Icon name="ban" size="s" />,
  postponed: <Icon name="clock-pause" size="s" />,
};

const TONES = {
  draft: "plain",
  pending: "waiting",
  approved: "good",
  rejected: "bad",
  flagged: "bad",
  cancelled: "bad",
  postponed: "waiting",
} as const satisfies Record<Status, string>;

/** Badge of an event's status. Icon and text, because colour alone is not accessible. */
export function StatusBadge({ status, children }: { status: Status; children: React.ReactNode }) {
  return (
    <Badge tone={TONES[status]}>
      {ICONS[status]}
      {children}
    </Badge>
  );
}
