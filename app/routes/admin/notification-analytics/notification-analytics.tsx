import { Button, TextInput } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import admin from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import { TrendChart, type TrendView } from "~/components/admin/trend-chart";
import news from "~/components/admin-notifications/admin-notifications.module.css";
import editor from "~/components/admin-notifications/template-editor.module.css";
import settings from "~/components/settings/settings.module.css";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./notification-analytics.module.css";

/** Between two looks of a page that refreshes by itself, ms. */
const EVERY = 60_000;

const OUTCOMES = ["sent", "failed", "opened", "clicked"] as const;

interface OutcomeTexts extends Record<(typeof OUTCOMES)[number], string> {
  percent: number;
  share: string;
}

interface AnalyticsView {
  tab: "overview" | "trends" | "distribution" | "actions";
  drill: "daily" | "weekly" | "instant" | null;
  isAuto: boolean;
  tabs: { name: "overview" | "trends" | "distribution" | "actions"; href: string }[];
  drills: { name: "daily" | "weekly" | "instant"; href: string }[];
  allHref: string;
  refreshHref: string;
  autoHref: string;
  csv: string;
  from: string;
  to: string;
  isJalali: boolean;
  isEmpty: boolean;
  waiting: { mails: string; pushes: string };
  totals: { outcome: string; label: string; count: string; share: string | null }[];
  trends: TrendView[];
  channels: ({ name: string } & OutcomeTexts)[];
  kinds: ({ name: string } & OutcomeTexts)[];
  rows: ({ day: string; label: string } & OutcomeTexts)[];
}

/** /admin/notification-analytics: what became of the news of some days. */
export function NotificationAnalytics({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  useRefresh(page.isAuto);
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("admin-news:analytics.title")}</h1>
        <div className={settings.actions}>
          <Button component={Link} to={page.refreshHref} variant="default" leftSection={<Icon name="refresh" />}>
            {t("admin-news:analytics.refresh")}
          </Button>
          <span className="rd-needs-script">
            <Button component={Link} to={page.autoHref} variant="default" aria-pressed={page.isAuto} role="button">
              {t(page.isAuto ? "admin-news:analytics.autoOff" : "admin-news:analytics.autoOn")}
            </Button>
          </span>
          <Button component="a" href={page.csv} variant="default" leftSection={<Icon name="download" />}>
            {t("admin-news:analytics.csv")}
          </Button>
        </div>
        <p>{t("admin-news:analytics.lead")}</p>
      </header>
      <nav className={editor.tabs} aria-label={t("admin-news:analytics.title")}>
        {page.tabs.map(({ name, href }) => (
          <Link key={name} to={href} aria-current={page.tab === name ? "page" : undefined}>
            {t(`admin-news:tab.${name}`)}
          </Link>
        ))}
      </nav>
      {page.tab === "actions" ? <Actions page={page} /> : <Figures page={page} />}
    </main>
  );
}

/** Asks for the page's data again while somebody looks. It ends with the page: a refresh of the browser's own would follow them elsewhere. */
function useRefresh(isOn: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => !document.hidden && revalidate(), EVERY);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}

function Figures({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <div className={classes.figures}>
      <Form className={news.search}>
        <input type="hidden" name="tab" value={page.tab} />
        {page.drill && <input type="hidden" name="drill" value={page.drill} />}
        {page.isAuto && <input type="hidden" name="auto" value="1" />}
        {(["from", "to"] as const).map((name) => (
          <TextInput
            key={`${name} ${page[name]}`}
            label={t(`admin-news:analytics.${name}`)}
            name={name}
            type={page.isJalali ? "text" : "date"}
            dir="ltr"
            defaultValue={page[name]}
          />
        ))}
        <Button type="submit" variant="default">
          {t("admin-news:analytics.show")}
        </Button>
      </Form>
      <nav className={classes.drills} aria-label={t("admin-news:analytics.drills")}>
        <Link to={page.allHref} aria-current={page.drill === null ? "page" : undefined}>
          {t("admin-news:drill.all")}
        </Link>
        {page.drills.map(({ name, href }) => (
          <Link key={name} to={href} aria-current={page.drill === name ? "page" : undefined}>
            {t(`admin-news:drill.${name}`)}
          </Link>
        ))}
      </nav>
      {page.isEmpty ? <p className={admin.empty}>{t("admin-news:analytics.empty")}</p> : <Found page={page} />}
    </div>
  );
}

/** What there is to tell of the chosen days. */
function Found({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <>
      {page.tab === "overview" && <Totals page={page} />}
      {page.trends.length > 0 && (
        <div className={classes.trends}>
          {page.trends.map((trend) => (
            <div key={trend.name} className={admin.panel}>
              <TrendChart trend={trend} />
            </div>
          ))}
        </div>
      )}
      {page.tab === "distribution" && (
        <>
          <Distribution title={t("admin-news:analytics.channels")} rows={page.channels} />
          {page.kinds.length > 0 && <Distribution title={t("admin-news:analytics.kinds")} rows={page.kinds} />}
        </>
      )}
      {page.rows.length > 0 && (
        <div className={classes.part}>
          <h2 className={classes.title}>{t("admin-news:analytics.days")}</h2>
          <OutcomeTable
            label={t("admin-news:analytics.days")}
            first={t("admin-news:analytics.day")}
            rows={page.rows.map((row) => ({ ...row, name: row.label }))}
          />
        </div>
      )}
    </>
  );
}

function Totals({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <>
      <dl className={classes.totals}>
        {page.totals.map(({ outcome, label, count, share }) => (
          <div key={outcome} className={admin.panel}>
            <dt>{label}</dt>
            <dd>
              {count} {share && <small>{share}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={settings.meta}>{t("admin-news:analytics.waiting", page.waiting)}</p>
    </>
  );
}

type Row = { name: string } & OutcomeTexts;

/** What part each has, as a bar in its row of the table. */
function Distribution({ title, rows }: { title: string; rows: Row[] }) {
  const { t } = useText();
  return (
    <div className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      <OutcomeTable label={title} first={t("admin-news:analytics.what")} rows={rows} hasShare />
    </div>
  );
}

function OutcomeTable({ label, first, rows, hasShare = false }: { label: string; first: string; rows: Row[]; hasShare?: boolean }) {
  const { t } = useText();
  return (
    <Scroller label={label}>
      <table className={admin.table}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" data-numeric>
                {t(`admin-news:outcome.${outcome}`)}
              </th>
            ))}
            {hasShare && (
              <th scope="col" data-numeric>
                {t("admin-news:analytics.share")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {OUTCOMES.map((outcome) => (
                <td key={outcome} data-numeric>
                  {row[outcome]}
                </td>
              ))}
              {hasShare && (
                <td data-numeric>
                  <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect x="0" y="0" width={row.percent} height="8" />
                  </svg>
                  {row.share}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Actions({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <div className={classes.trends}>
      {(["daily", "weekly"] as const).map((frequency) => (
        <Form
          key={frequency}
          method="post"
          action={paths.adminNotificationAnalytics({ tab: "actions" })}
          className={`${admin.panel} ${settings.form}`}
        >
          <h2 className={classes.title}>{t(`admin-news:actions.${frequency}`)}</h2>
          <p className={settings.help}>{t(`admin-news:actions.${frequency}Help`)}</p>
          <div className={settings.actions}>
            <Button type="submit" name="intent" value={frequency} leftSection={<Icon name="send" />}>
              {t("admin-news:actions.send")}
            </Button>
          </div>
        </Form>
      ))}
      <p className={settings.meta}>{t("admin-news:analytics.waiting", page.waiting)}</p>
    </div>
  );
}
