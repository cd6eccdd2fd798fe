import page from "~/components/admin/admin-page.module.css";
import { TrendChart, type TrendView } from "~/components/admin/trend-chart";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./dashboard.module.css";

interface DashboardView {
  attention: { key: string; tone: "waiting" | "bad" | "info"; icon: string; text: string; note: string | null; href: string | null }[];
  upcoming: string;
  trends: TrendView[];
  /** Whether page views are counted at all. */
  isTracked: boolean;
  routes: { route: string; count: string }[];
  recent: { id: string; href: string; sentence: string; createdAt: string; ago: string; when: string }[];
}

/** /admin/dashboard: what needs somebody now, how the last 30 days went, and what was done last. */
export function AdminDashboard({ page: view }: { page: DashboardView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin:dashboard.title")}</h1>
        <Badge tone="primary">
          <Icon name="calendar-event" size="s" />
          {view.upcoming}
        </Badge>
      </header>
      <section aria-labelledby="attention" className={classes.section}>
        <h2 id="attention">{t("admin:dashboard.attention")}</h2>
        {view.attention.length === 0 ? (
          <p className={classes.quiet}>
            <Icon name="circle-check" />
            {t("admin:dashboard.quiet")}
          </p>
        ) : (
          <ul className={classes.attention}>
            {view.attention.map(({ key, tone, icon, text, note, href }) => (
              <li key={key} data-tone={tone}>
                <Icon name={icon} />
                <div>
                  {href ? <Link to={href}>{text}</Link> : <span>{text}</span>}
                  {note && <small>{note}</small>}
                </div>
                {href && <Icon name="chevron-right" size="s" flip />}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="trends" className={classes.section}>
        <h2 id="trends">{t("admin:dashboard.trends")}</h2>
        <div className={classes.trends}>
          {view.trends.map((trend) => (
            <div key={trend.name} className={page.panel}>
              <TrendChart trend={trend} />
              {trend.name === "views" && !view.isTracked && <p className={classes.note}>{t("admin:dashboard.untracked")}</p>}
            </div>
          ))}
        </div>
      </section>
      <div className={classes.pair}>
        <section aria-labelledby="routes" className={classes.section}>
          <h2 id="routes">{t("admin:dashboard.routes")}</h2>
          {view.routes.length === 0 ? (
            <p className={classes.note}>{t("admin:dashboard.noViews")}</p>
          ) : (
            <table className={page.table}>
              <thead>
                <tr>
                  <th scope="col">{t("admin:dashboard.route")}</th>
                  <th scope="col" data-numeric>
                    {t("admin:dashboard.views")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {view.routes.map(({ route, count }) => (
                  <tr key={route}>
                    <td>
                      <code dir="ltr">{route}</code>
                    </td>
                    <td data-numeric>{count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
        <section aria-labelledby="recent" className={classes.section}>
          <h2 id="recent">{t("admin:dashboard.recent")}</h2>
          {view.recent.length === 0 ? (
            <p className={classes.note}>{t("admin:dashboard.nothingDone")}</p>
          ) : (
            <ul className={classes.recent}>
              {view.recent.map(({ id, href, sentence, createdAt, ago, when }) => (
                <li key={id}>
                  <Link to={href}>{sentence}</Link>
                  <time dateTime={createdAt} title={when}>
                    {ago}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </main>
  );
}
