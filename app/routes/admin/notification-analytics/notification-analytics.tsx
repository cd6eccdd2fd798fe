import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { TrendCard } from "~/components/admin/trend-card";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Empty } from "~/ui/empty";
import { Stats } from "~/ui/facts";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SegmentedLinks } from "~/ui/segmented";
import { SubmitButton } from "~/ui/submit-button";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./notification-analytics.module.css";
import type { analyticsLoader } from "./notification-analytics.server";

/** Interval of automatic refreshes, ms. */
const EVERY = 60_000;

const OUTCOMES = ["sent", "failed", "opened", "clicked"] as const;

interface OutcomeTexts extends Record<(typeof OUTCOMES)[number], string> {
  percent: number;
  share: string;
}

type AnalyticsView = Awaited<ReturnType<typeof analyticsLoader>>["view"];

/** Page `/admin/notification-analytics`: outcomes of the notifications in a range of days. */
export function NotificationAnalyticsPage({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  useRefresh(page.isAuto);
  return (
    <main id="main">
      <PageHead
        title={t("notification-admin:analytics.title")}
        lead={t("notification-admin:analytics.lead")}
        actions={
          <>
            <LinkButton to={page.refreshHref} variant="default" icon="refresh">
              {t("notification-admin:analytics.refresh")}
            </LinkButton>
            <span className="rd-needs-script">
              <Button
                component={Link}
                to={page.autoHref}
                variant="default"
                aria-pressed={page.isAuto}
                role="button"
              >
                {t(
                  page.isAuto
                    ? "notification-admin:analytics.autoOff"
                    : "notification-admin:analytics.autoOn",
                )}
              </Button>
            </span>
            <Button component="a" href={page.csv} variant="default" icon="download">
              {t("notification-admin:analytics.csv")}
            </Button>
          </>
        }
      />
      <Tabs
        label={t("notification-admin:analytics.title")}
        tabs={page.tabs.map(({ name, href }) => ({
          name,
          label: t(`notification-admin:tab.${name}`),
          href,
        }))}
        current={page.tab}
      />
      {page.tab === "actions" ? <Actions page={page} /> : <Figures page={page} />}
    </main>
  );
}

/**
 * Revalidates the page's data while the tab is visible. Stops on unmount; a `refresh` meta tag
 * would continue on other pages.
 */
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
    <>
      <Form method="get" isRow>
        <input type="hidden" name="tab" value={page.tab} />
        {page.drill && <input type="hidden" name="drill" value={page.drill} />}
        {page.isAuto && <input type="hidden" name="auto" value="1" />}
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`notification-admin:analytics.${name}`)}
            name={name}
            type={page.isJalali ? "text" : "date"}
            dir="ltr"
            defaultValue={page[name]}
          />
        ))}
        <Button type="submit" variant="default">
          {t("notification-admin:analytics.show")}
        </Button>
      </Form>
      <SegmentedLinks
        label={t("notification-admin:analytics.drills")}
        options={[
          { value: "all", label: t("notification-admin:drill.all"), href: page.allHref },
          ...page.drills.map(({ name, href }) => ({
            value: name,
            label: t(`notification-admin:drill.${name}`),
            href,
          })),
        ]}
        current={page.drill ?? "all"}
      />
      {page.isEmpty ? (
        <Empty title={t("notification-admin:analytics.empty")} />
      ) : (
        <Found page={page} />
      )}
    </>
  );
}

/** Figures of the selected range. */
function Found({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <div className={classes.found}>
      {page.tab === "overview" && <Totals page={page} />}
      {page.trends.length > 0 && (
        <CardGrid isWide>
          {page.trends.map((trend) => (
            <TrendCard key={trend.name} trend={trend} />
          ))}
        </CardGrid>
      )}
      {page.tab === "distribution" && (
        <>
          <OutcomeTable
            title={t("notification-admin:analytics.channels")}
            first={t("notification-admin:analytics.what")}
            rows={page.channels}
            hasShare
          />
          {page.kinds.length > 0 && (
            <OutcomeTable
              title={t("notification-admin:analytics.kinds")}
              first={t("notification-admin:analytics.what")}
              rows={page.kinds}
              hasShare
            />
          )}
        </>
      )}
      {page.rows.length > 0 && (
        <OutcomeTable
          title={t("notification-admin:analytics.days")}
          first={t("notification-admin:analytics.day")}
          rows={page.rows.map((row) => ({ ...row, name: row.label }))}
        />
      )}
    </div>
  );
}

function Totals({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  return (
    <>
      <Stats
        items={page.totals.map(({ outcome, label, count, share }) => ({
          name: outcome,
          label,
          value: count,
          note: share,
        }))}
      />
      <Meta>{t("notification-admin:analytics.waiting", page.waiting)}</Meta>
    </>
  );
}

type Row = { name: string } & OutcomeTexts;

interface OutcomeTableProps {
  title: string;
  /** Heading of the first column. */
  first: string;
  rows: Row[];
  /** Shows each row's share of the total as a bar. */
  hasShare?: boolean;
}

function OutcomeTable({ title, first, rows, hasShare = false }: OutcomeTableProps) {
  const { t } = useText();
  return (
    <Section title={title}>
      <Table
        label={`${title} · ${first}`}
        isWide
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", head: first, isHead: true, cell: ({ name }) => name },
          ...OUTCOMES.map((outcome) => ({
            key: outcome,
            head: t(`notification-admin:outcome.${outcome}`),
            isNumeric: true,
            cell: (row: Row) => row[outcome],
          })),
          ...(hasShare
            ? [
                {
                  key: "share",
                  head: t("notification-admin:analytics.share"),
                  isNumeric: true,
                  cell: drawShare,
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

const drawShare = ({ percent, share }: Row) => (
  <>
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" width={percent} height="8" />
    </svg>
    {share}
  </>
);

function Actions({ page }: { page: AnalyticsView }) {
  const { t } = useText();
  const { asked } = page;
  return (
    <>
      {asked && (
        <ConfirmDialog
          key={asked.frequency}
          open
          question={asked.question}
          text={t(`notification-admin:actions.${asked.frequency}Help`)}
          cancelHref={paths.adminNotificationAnalytics({ tab: "actions" })}
          cancelLabel={t("moderation:cancel")}
        >
          <Form action={paths.adminNotificationAnalytics({ tab: "actions" })}>
            <input type="hidden" name="confirmed" value="1" />
            <SubmitButton intent={asked.frequency} icon="send">
              {t("notification-admin:actions.send")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
      <CardGrid isWide>
        {(["daily", "weekly"] as const).map((frequency) => (
          <Card
            key={frequency}
            title={t(`notification-admin:actions.${frequency}`)}
            footer={
              <LinkButton
                to={paths.adminNotificationAnalytics({ tab: "actions", send: frequency })}
                icon="send"
                preventScrollReset
              >
                {t("notification-admin:actions.send")}
              </LinkButton>
            }
          >
            <p>{t(`notification-admin:actions.${frequency}Help`)}</p>
          </Card>
        ))}
      </CardGrid>
      <Meta>{t("notification-admin:analytics.waiting", page.waiting)}</Meta>
    </>
  );
}
