import { translatorFor } from "~/i18n/messages.server";
import { formatDate } from "~/lib/dates/dates.server";
import { showWrittenDay } from "~/lib/dates/written-days";
import { AppError } from "~/lib/errors";
import { redirectTo, redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import { formatNumber } from "~/lib/text/money";
import {
  type AnalyticsRange,
  analyticsCsv,
  analyticsRange,
  countWaiting,
  MAX_WAITING_COUNT,
  type NotificationAnalytics,
  notificationAnalytics,
  OUTCOMES,
  type Outcome,
  type Outcomes,
} from "~/modules/notifications/analytics/analytics.server";
import {
  ALL_NOTIFICATION_KINDS,
  type AnyNotificationKind,
  isDigestKind,
} from "~/modules/notifications/choose-channels";
import {
  countDigestReaders,
  triggerDigests,
} from "~/modules/notifications/digests/preview-digest.server";
import { CHANNELS } from "../../../../db/schema/index";

const FREQUENCIES = ["daily", "weekly"] as const;
const ANALYTICS_TABS = ["overview", "trends", "distribution", "actions"] as const;
type Tab = (typeof ANALYTICS_TABS)[number];
const DRILLS = ["daily", "weekly", "instant"] as const;
type Drill = (typeof DRILLS)[number];
/** Maximum number of bars in a chart. Longer ranges show their last days. */
const BARS = 90;
/** Rows of the drill-down. */
const ROWS = 60;

const KINDS_OF: Readonly<Record<Drill, readonly AnyNotificationKind[]>> = {
  daily: ["digest-daily"],
  weekly: ["digest-weekly"],
  instant: ALL_NOTIFICATION_KINDS.filter((kind) => !isDigestKind(kind)),
};

const among = <T extends string>(names: readonly T[], asked: string | null): T | null =>
  names.find((name) => name === asked) ?? null;

/** Range of the query string, or the default if invalid. */
const rangeIn = ({ deps }: RequestContext, params: URLSearchParams): Promise<AnalyticsRange> =>
  expecting({ any: () => analyticsRange(deps, {}) }, () =>
    analyticsRange(deps, { from: params.get("from"), to: params.get("to") }),
  );

/** Data of `/admin/notification-analytics`, by tab. `?drill=` opens a drill-down. */
export async function analyticsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "analytics:read");
  const t = translatorFor(locale);
  const tab: Tab = among(ANALYTICS_TABS, params.get("tab")) ?? "overview";
  const drill = among(DRILLS, params.get("drill"));
  const range = await rangeIn(context, params);
  const isAuto = params.has("auto");
  const query = { tab, drill, from: params.get("from"), to: params.get("to"), auto: isAuto };
  const asked = tab === "actions" ? among(FREQUENCIES, params.get("send")) : null;
  const [found, waiting, readers] = await Promise.all([
    notificationAnalytics(deps, signedIn, range, drill ? KINDS_OF[drill] : undefined),
    countWaiting(deps, signedIn),
    asked && countDigestReaders(deps, signedIn, asked),
  ]);
  const many = (count: number) =>
    count >= MAX_WAITING_COUNT
      ? `${formatNumber(MAX_WAITING_COUNT - 1, locale)}+`
      : formatNumber(count, locale);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminNotificationAnalytics(), {
      title: t("notification-admin:analytics.title"),
      description: t("notification-admin:analytics.lead"),
      noindex: true,
    }),
    view: {
      tab,
      drill,
      isAuto,
      /** Digests that are to be sent once the number of their readers is confirmed. */
      asked: asked && {
        frequency: asked,
        question: t("notification-admin:actions.question", { count: readers ?? 0 }),
      },
      tabs: ANALYTICS_TABS.map((name) => ({
        name,
        href: paths.adminNotificationAnalytics({ ...query, tab: name }),
      })),
      drills: DRILLS.map((name) => ({
        name,
        href: paths.adminNotificationAnalytics({ ...query, drill: name }),
      })),
      allHref: paths.adminNotificationAnalytics({ ...query, drill: null }),
      refreshHref: paths.adminNotificationAnalytics(query),
      autoHref: paths.adminNotificationAnalytics({ ...query, auto: !isAuto }),
      csv: paths.adminNotificationAnalyticsCsv({ ...range, drill }),
      from: showWrittenDay(range.from, context.calendar),
      to: showWrittenDay(range.to, context.calendar),
      isJalali: context.calendar === "jalali",
      isEmpty: found.counts.length === 0,
      waiting: { mails: many(waiting.mails), pushes: many(waiting.pushes) },
      totals: totalsOf(found.totals, context),
      trends: tab === "overview" || tab === "trends" ? trendsOf(found, tab, context) : [],
      channels: CHANNELS.map((channel) => ({
        name: t(`notification-admin:channel.${channel}`),
        ...outcomeTexts(
          found.channels.find((one) => one.channel === channel),
          found.totals.sent,
          context,
        ),
      })),
      kinds: found.kinds
        .filter(({ sent, failed }) => sent + failed > 0)
        .sort((a, b) => b.sent - a.sent)
        .map(({ kind, ...outcomes }) => ({
          name: t(`admin-templates:kind.${kind}`),
          ...outcomeTexts(outcomes, found.totals.sent, context),
        })),
      rows: drill ? rowsOf(found, context) : [],
    },
  };
}

function totalsOf(totals: Outcomes, { locale }: RequestContext) {
  const t = translatorFor(locale);
  const share = (count: number, of: number) =>
    of === 0
      ? null
      : formatNumber(count / of, locale, { style: "percent", maximumFractionDigits: 1 });
  const tried = totals.sent + totals.failed;
  return OUTCOMES.map((outcome) => ({
    outcome,
    label: t(`notification-admin:outcome.${outcome}`),
    count: formatNumber(totals[outcome], locale),
    share:
      outcome === "sent"
        ? null
        : share(totals[outcome], outcome === "failed" ? tried : totals.sent),
  }));
}

/** Outcomes as localized numbers, with percentages (0 to 100) for the bars. */
function outcomeTexts(outcomes: Outcomes | undefined, all: number, { locale }: RequestContext) {
  const of = outcomes ?? { sent: 0, failed: 0, opened: 0, clicked: 0 };
  return {
    percent: all === 0 ? 0 : Math.round((of.sent / all) * 100),
    share: formatNumber(all === 0 ? 0 : of.sent / all, locale, {
      style: "percent",
      maximumFractionDigits: 1,
    }),
    ...(Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, formatNumber(of[outcome], locale)]),
    ) as Record<Outcome, string>),
  };
}

const dayText = (day: string, { locale, calendar }: RequestContext) =>
  formatDate(Date.parse(day), "UTC", { locale, calendar }, { weekday: false, year: false });

/** Charts for components/admin/trend-card. */
function trendsOf(
  { days, totals }: NotificationAnalytics,
  tab: "overview" | "trends",
  context: RequestContext,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const shown = days.slice(-BARS);
  const trend = (name: Outcome | "cumulative", total: number) => ({
    name,
    title: t(`notification-admin:trend.${name}`),
    total: formatNumber(total, locale),
    before: t("notification-admin:trend.days", { count: shown.length }),
    points: shown.map((of) => ({
      day: of.day,
      label: dayText(of.day, context),
      count: of[name],
      text: formatNumber(of[name], locale),
    })),
  });
  const sent = trend("sent", totals.sent);
  const cumulative = trend("cumulative", days.at(-1)?.cumulative ?? 0);
  return tab === "overview"
    ? [sent, cumulative]
    : [
        sent,
        cumulative,
        ...(["failed", "opened", "clicked"] as const).map((name) => trend(name, totals[name])),
      ];
}

/** Days with activity, latest first. */
const rowsOf = ({ days }: NotificationAnalytics, context: RequestContext) =>
  days
    .filter(({ sent, failed, opened, clicked }) => sent + failed + opened + clicked > 0)
    .reverse()
    .slice(0, ROWS)
    .map(({ day, ...outcomes }) => ({
      day,
      label: dayText(day, context),
      ...outcomeTexts(outcomes, 0, context),
    }));

/** Sends the due digests that have not been sent. */
export async function analyticsAction({ deps, signedIn }: RequestContext, request: Request) {
  assertCan(signedIn, "analytics:read");
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const frequency = among(FREQUENCIES, intent);
  if (!frequency) throw new AppError("bad-request");
  const back = paths.adminNotificationAnalytics({ tab: "actions" });
  if (fieldOf(form, "confirmed") !== "1")
    throw redirectTo(request, paths.adminNotificationAnalytics({ tab: "actions", send: intent }));
  const failed = (error: unknown) => {
    log("error", "digests.not-triggered", { frequency: intent, ...describeError(error) });
    return redirectWithToast(request, back, {
      kind: "error",
      text: "notification-admin:actions.failed",
    });
  };
  return expecting({ unexpected: failed }, async () => {
    const { sent, empty, goesOn } = await triggerDigests(deps, signedIn, frequency);
    const text = goesOn ? "notification-admin:actions.goesOn" : "notification-admin:actions.done";
    return redirectWithToast(request, back, { kind: "success", text, values: { sent, empty } });
  });
}

/** CSV file of the figures at the same query string. */
export async function analyticsFile(
  context: RequestContext,
  params: URLSearchParams,
): Promise<Response> {
  const drill = among(DRILLS, params.get("drill"));
  return analyticsCsv(
    context.deps,
    context.signedIn,
    await rangeIn(context, params),
    drill ? { name: drill, kinds: KINDS_OF[drill] } : undefined,
  );
}
