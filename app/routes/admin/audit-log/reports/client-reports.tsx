import page from "~/components/admin/admin-page.module.css";
import { Pager } from "~/components/admin/pager";
import { Scroller } from "~/components/admin/scroller";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../audit-log.module.css";
import { AuditTabs } from "../audit-tabs";
import { type Severity, SeverityBadge } from "../severity-badge";

interface ReportView {
  id: string;
  createdAt: string;
  when: string;
  /** Null once the account is deleted. */
  user: string | null;
  userHref: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  severity: Severity;
  source: string;
  sessionId: string | null;
  withheld: "permission" | null;
  metadata: string | null;
}

interface ClientReportsView {
  reports: ReportView[];
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null;
}

/** /admin/audit-log/reports: what clients say has happened, which the server has not seen. */
export function ClientReports({ page: view }: { page: ClientReportsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin:audit.reports.title")}</h1>
        <p>{t("admin:audit.reports.lead")}</p>
      </header>
      <AuditTabs current="reports" />
      {view.reports.length === 0 ? (
        <p className={page.empty}>{t("admin:audit.reports.empty")}</p>
      ) : (
        <Scroller label={t("admin:audit.reports.title")}>
          <table className={page.table} data-stacked>
            <thead>
              <tr>
                <th scope="col">{t("admin:audit.when")}</th>
                <th scope="col">{t("admin:audit.reports.by")}</th>
                <th scope="col">{t("admin:audit.reports.claim")}</th>
                <th scope="col">{t("admin:audit.severity")}</th>
              </tr>
            </thead>
            <tbody>
              {view.reports.map((report) => (
                <tr key={report.id}>
                  <td className={classes.when}>
                    <time dateTime={report.createdAt}>{report.when}</time>
                  </td>
                  <td data-label={t("admin:audit.reports.by")}>
                    <Reporter report={report} />
                  </td>
                  <td data-label={t("admin:audit.reports.claim")}>
                    <Claim report={report} />
                  </td>
                  <td data-label={t("admin:audit.severity")}>
                    <SeverityBadge severity={report.severity} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      <Pager label={t("admin:audit.reports.pages")} {...view} />
    </main>
  );
}

function Reporter({ report: { user, userHref } }: { report: ReportView }) {
  const { t } = useText();
  if (user === null || userHref === null) return <bdi>{user ?? t("admin:audit.gone")}</bdi>;
  return (
    <Link className="rd-link" to={userHref}>
      <bdi>{user}</bdi>
    </Link>
  );
}

function Claim({ report }: { report: ReportView }) {
  const { t } = useText();
  return (
    <>
      <p>
        <code dir="ltr">{report.action}</code> · <code dir="ltr">{report.entity}</code>{" "}
        {report.entityId && <bdi className={classes.id}>{report.entityId}</bdi>}
      </p>
      <details className={classes.record}>
        <summary>{t("admin:audit.record")}</summary>
        <p>
          {t("admin:audit.source")}: <code>{report.source}</code>
          {report.sessionId && (
            <>
              {" · "}
              {t("admin:audit.session")}: <bdi className={classes.id}>{report.sessionId}</bdi>
            </>
          )}
        </p>
        {report.withheld && (
          <p className={classes.withheld}>
            <Icon name="lock" size="s" />
            {t("admin:audit.withheld.permission")}
          </p>
        )}
        {report.metadata && (
          <Scroller label={t("admin:audit.rest")} className={classes.rest}>
            <pre dir="ltr">{report.metadata}</pre>
          </Scroller>
        )}
      </details>
    </>
  );
}
