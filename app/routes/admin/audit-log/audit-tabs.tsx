import { paths } from "~/lib/paths";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import classes from "./audit-log.module.css";

/** The server's own entries, and apart from them what clients report. */
export function AuditTabs({ current }: { current: "log" | "reports" }) {
  const { t } = useText();
  const tabs = [
    { name: "log", label: t("admin:audit.tabs.log"), count: null, href: paths.adminAuditLog() },
    { name: "reports", label: t("admin:audit.tabs.reports"), count: null, href: paths.adminClientReports() },
  ];
  return (
    <div className={classes.tabs}>
      <Tabs label={t("admin:audit.tabs.label")} tabs={tabs} current={current} />
    </div>
  );
}
