import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { CodeView } from "~/ui/code-view";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import classes from "../audit-log.module.css";
import { AuditTabs, SeverityBadge } from "../audit-parts";
import { clientReportsLoader } from "./client-reports.server";

type ReportView = ClientReportsView["reports"][number];

type ClientReportsView = Awaited<ReturnType<typeof clientReportsLoader>>;

/** Page `/admin/audit-log/reports`: unverified reports of clients. */
function ClientReports({ page: view }: { page: ClientReportsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("admin:audit.reports.title")} lead={t("admin:audit.reports.lead")} />
      <AuditTabs current="reports" />
      {view.reports.length === 0 ? (
        <Empty title={t("admin:audit.reports.empty")} />
      ) : (
        <Table
          label={t("admin:audit.reports.title")}
          rows={view.reports}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "when",
              head: t("admin:audit.when"),
              isHead: true,
              cell: ({ createdAt, when }) => <time dateTime={createdAt}>{when}</time>,
            },
            {
              key: "by",
              head: t("admin:audit.reports.by"),
              cell: (report) => <Reporter report={report} />,
            },
            {
              key: "claim",
              head: t("admin:audit.reports.claim"),
              cell: (report) => <Claim report={report} />,
            },
            {
              key: "severity",
              head: t("admin:audit.severity"),
              cell: ({ severity }) => <SeverityBadge severity={severity} />,
            },
          ]}
        />
      )}
      <Pager
        label={t("admin:audit.reports.pages")}
        start={view.start}
        previous={view.previous}
        next={view.next}
        total={view.total ?? undefined}
      />
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
    <div>
      <p>
        <code dir="ltr">{report.action}</code> · <code dir="ltr">{report.entity}</code>{" "}
        {report.entityId && <bdi className={classes.id}>{report.entityId}</bdi>}
      </p>
      <Fold title={t("admin:audit.record")} isQuiet>
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
          <Meta>
            <Icon name="lock" size="s" />
            {t("admin:audit.withheld.permission")}
          </Meta>
        )}
        {report.metadata && <CodeView label={t("admin:audit.rest")} code={report.metadata} />}
      </Fold>
    </div>
  );
}

export const handle = page({
  permission: "audit:read",
  crumb: "common:crumb.clientReports",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return clientReportsLoader(context, new URL(request.url).searchParams);
}

export default function ClientReportsRoute() {
  return <ClientReports page={useLoaderData<typeof loader>()} />;
}
