import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { TrendCard } from "~/components/admin/trend-card";
import { page } from "~/lib/pages/page";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Card, CardGrid } from "~/ui/card";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import classes from "./dashboard.module.css";
import { dashboardLoader } from "./dashboard.server";

type DashboardView = Awaited<ReturnType<typeof dashboardLoader>>;

/** Page `/admin/dashboard`: open tasks, trends and latest activity. */
function AdminDashboard({ page: view }: { page: DashboardView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("admin:dashboard.title")}
        badges={
          <Badge tone="primary" icon="calendar-event">
            {view.upcoming}
          </Badge>
        }
      />
      <Section title={t("admin:dashboard.attention")}>
        {view.attention.length === 0 ? (
          <Alert tone="good">{t("admin:dashboard.quiet")}</Alert>
        ) : (
          <CardGrid as="ul">
            {view.attention.map(({ key, tone, icon, text, note, href }) => (
              <Card
                key={key}
                as="li"
                level={3}
                tone={tone}
                icon={icon}
                title={text}
                to={href ?? undefined}
              >
                {note && <p>{note}</p>}
              </Card>
            ))}
          </CardGrid>
        )}
      </Section>
      <Section title={t("admin:dashboard.trends")}>
        <CardGrid isWide>
          {view.trends.map((trend) => (
            <TrendCard key={trend.name} trend={trend}>
              {trend.name === "views" && !view.isTracked && <p>{t("admin:dashboard.untracked")}</p>}
            </TrendCard>
          ))}
        </CardGrid>
      </Section>
      <div className={classes.pair}>
        <div>
          <Section title={t("admin:dashboard.routes")}>
            {view.routes.length === 0 ? (
              <p>{t("admin:dashboard.noViews")}</p>
            ) : (
              <Table
                label={t("admin:dashboard.routes")}
                isWide
                rows={view.routes}
                rowKey={({ route }) => route}
                columns={[
                  {
                    key: "route",
                    head: t("admin:dashboard.route"),
                    isHead: true,
                    cell: ({ route }) => <code dir="ltr">{route}</code>,
                  },
                  {
                    key: "views",
                    head: t("admin:dashboard.views"),
                    isNumeric: true,
                    cell: ({ count }) => count,
                  },
                ]}
              />
            )}
          </Section>
        </div>
        <div>
          <Section title={t("admin:dashboard.recent")}>
            {view.recent.length === 0 ? (
              <p>{t("admin:dashboard.nothingDone")}</p>
            ) : (
              <List>
                {view.recent.map(({ id, href, sentence, createdAt, ago, when }) => (
                  <ListItem
                    key={id}
                    title={sentence}
                    to={href}
                    end={
                      <time dateTime={createdAt} title={when}>
                        {ago}
                      </time>
                    }
                  />
                ))}
              </List>
            )}
          </Section>
        </div>
      </div>
    </main>
  );
}

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.dashboard",
  nav: { group: "overview", text: "admin:nav.dashboard", icon: "layout-dashboard" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return dashboardLoader(context);
}

export default function DashboardRoute() {
  return <AdminDashboard page={useLoaderData<typeof loader>()} />;
}
