import { paths } from "~/lib/paths";
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
