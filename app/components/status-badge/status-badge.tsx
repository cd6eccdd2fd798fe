import { Badge } from "../../ui/badge";
import { Icon } from "../../ui/icon";

/** Moderation statuses and lifecycles that are worth a word (product.md §4, decisions.md §3). */
export const STATUSES = ["draft", "pending", "approved", "rejected", "flagged", "cancelled", "postponed"] as const;
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

/** An event's state: icon and word together, since a colour never speaks alone. */
export function StatusBadge({ status, children }: { status: Status; children: React.ReactNode }) {
  return (
    <Badge tone={TONES[status]}>
      {ICONS[status]}
      {children}
    </Badge>
  );
}
