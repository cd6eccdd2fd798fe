import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";

export type Severity = "debug" | "info" | "warning" | "error" | "critical";

const TONES = {
  debug: "plain",
  info: "info",
  warning: "waiting",
  error: "bad",
  critical: "bad",
} as const;
const ICONS = {
  debug: <Icon name="bug" size="s" />,
  info: <Icon name="info-circle" size="s" />,
  warning: <Icon name="alert-triangle" size="s" />,
  error: <Icon name="circle-x" size="s" />,
  critical: <Icon name="flame" size="s" />,
};

/** Badge of an entry's severity. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const { t } = useText();
  return (
    <Badge tone={TONES[severity]}>
      {ICONS[severity]}
      {t(`admin:audit.severities.${severity}`)}
    </Badge>
  );
}
