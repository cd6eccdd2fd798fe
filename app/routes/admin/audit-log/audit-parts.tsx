import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";

/** Tabs of the server's audit log and of the reports of clients. */
export function AuditTabs({ current }: { current: "log" | "reports" }) {
  const { t } = useText();
  const tabs = [
    { name: "log", label: t("admin:audit.tabs.log"), href: paths.adminAuditLog() },
    { name: "reports", label: t("admin:audit.tabs.reports"), href: paths.adminClientReports() },
  ];
  return <Tabs label={t("admin:audit.tabs.label")} tabs={tabs} current={current} />;
}

type Severity = "debug" | "info" | "warning" | "error" | "critical";

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
