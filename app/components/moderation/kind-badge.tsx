import type { ReactNode } from "react";
import { Badge } from "../../ui/badge";
import { Icon } from "../../ui/icon";

const LOOKS = {
  new: { tone: "primary", icon: <Icon name="sparkles" size="s" /> },
  edit: { tone: "info", icon: <Icon name="git-compare" size="s" /> },
  report: { tone: "bad", icon: <Icon name="flag" size="s" /> },
  reported: { tone: "waiting", icon: <Icon name="flag" size="s" /> },
  source: { tone: "info", icon: <Icon name="rss" size="s" /> },
  plan: { tone: "waiting", icon: <Icon name="calendar-event" size="s" /> },
  candidate: { tone: "plain", icon: <Icon name="inbox" size="s" /> },
  language: { tone: "info", icon: <Icon name="language" size="s" /> },
  duplicate: { tone: "waiting", icon: <Icon name="copy" size="s" /> },
} as const;

/** Kind of an open case. */
export function KindBadge({ kind, children }: { kind: keyof typeof LOOKS; children: ReactNode }) {
  const { tone, icon } = LOOKS[kind];
  return (
    <Badge tone={tone}>
      {icon}
      {children}
    </Badge>
  );
}
