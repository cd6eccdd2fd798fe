import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { DAY, HOUR } from "~/lib/dates/durations";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import type { OperationName } from "~/lib/runtime/operation-counts";
import { formatNumber } from "~/lib/text/money";
import { BACKLOG_LIMIT, type BacklogName } from "~/modules/operations/backlogs.server";
import {
  type OperationRow,
  readOperationCounts,
} from "~/modules/operations/operation-store.server";
import { readHealth } from "~/modules/operations/read-health.server";

/** Choices of the period, days. */
const PERIODS = [1, 7] as const;
/** Rows of a table. */
const MOST = 30;
/** Outcomes of the caches that spare a rendering. */
const HITS = ["hit", "stale", "last-good"];

/** Pages where staff deal with a backlog. */
const PLACES: Partial<Record<BacklogName, string>> = {
  deadLetters: paths.adminDeadLetters(),
  mails: paths.adminOutbox(),
  pushes: paths.adminOutbox({ show: "pushes" }),
  ingestion: paths.adminIngestion({ tab: "history" }),
  audit: paths.adminAuditLog(),
};

/** Where staff correct a row of a table. */
const CORRECTED_AT: Readonly<Record<string, (id: string) => string>> = {
  events: (id) => paths.editEvent(id),
  event_occurrences: (id) => paths.editEvent(id),
  venues: (id) => paths.adminVenue(id),
  organizers: (id) => paths.adminVenue(id),
  cities: (id) => paths.adminCity(id),
  users: (id) => paths.adminUser(id),
};

/** Sums by label, in descending order of a figure. */
function sumsBy(
  rows: readonly OperationRow[],
  keyOf: (row: OperationRow) => string,
  by: "count" | "totalMs",
) {
  const sums = new Map<string, OperationRow>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = sums.get(key);
    if (!known) sums.set(key, { ...row });
    else {
      known.count += row.count;
      known.totalMs += row.totalMs;
      known.longestMs = Math.max(known.longestMs, row.longestMs);
      known.hour = Math.max(known.hour, row.hour);
    }
  }
  return [...sums.values()].sort((a, b) => b[by] - a[by]).slice(0, MOST);
}

/**
 * Data of `/admin/operations`: the platform's parts, backlogs, alarms and what was counted in the
 * last day or week.
 */
export async function operationsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "outbox:read");
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const days = PERIODS.find((period) => String(period) === params.get("days")) ?? 1;
  const [health, rows] = await Promise.all([
    readHealth(deps),
    readOperationCounts(deps, now - days * DAY).catch((error: unknown) => {
      log("error", "operations.not-read", describeError(error));
      return null;
    }),
  ]);
  const number = (value: number) => formatNumber(value, locale);
  const ms = (value: number) => t("admin:operations.ms", { ms: number(Math.round(value)) });
  const ago = (at: string | number) =>
    formatAgo(typeof at === "string" ? Date.parse(at) : at, now, context, zone);
  const of = (name: OperationName) => (rows ?? []).filter((row) => row.name === name);
  const step = days === 1 ? HOUR : 6 * HOUR;
  const first = Math.floor((now - days * DAY) / step) * step + step;
  const slots = Array.from({ length: (days * DAY) / step }, (_, at) => first + at * step);
  const slotLabel = (at: number) =>
    `${formatDate(at, zone, context)} · ${formatTime(at, zone, locale)}`;
  const chart = (
    name: string,
    figure: string,
    figureOf: (slot: readonly OperationRow[]) => number,
    textOf: (value: number) => string,
  ) => ({
    name,
    title: t(`admin:operations.chart.${name}` as "admin:operations.chart.requests"),
    figure,
    points: slots.map((at) => {
      const value = figureOf((rows ?? []).filter(({ hour }) => hour >= at && hour < at + step));
      return { key: String(at), label: slotLabel(at), value, text: textOf(value) };
    }),
  });
  const total = (
    name: OperationName,
    among: readonly OperationRow[] = rows ?? [],
    fits: (label: string) => boolean = () => true,
  ) => among.reduce((sum, row) => sum + (row.name === name && fits(row.label) ? row.count : 0), 0);
  const hitShare = (among: readonly OperationRow[]) =>
    Math.round(
      (100 * total("cache", among, (label) => HITS.includes(label))) /
        Math.max(1, total("cache", among)),
    );
  const percent = (value: number) => t("admin:operations.percent", { share: number(value) });
  const timed = (row: OperationRow) => ({
    label: row.label,
    count: number(row.count),
    average: ms(row.totalMs / row.count),
    longest: ms(row.longestMs),
    last: ago(Math.min(now, row.hour + HOUR)),
  });
  return {
    head: pageHead({ origin, locale, seo }, paths.adminOperations(), {
      title: t("admin:operations.title"),
      description: t("admin:operations.lead"),
      noindex: true,
    }),
    isOk: health.status === "ok",
    release: health.release || null,
    alarms: health.alarms.map(({ name, count, raisedAt }) => ({
      name,
      text: t(`admin:operations.alarm.${name}`),
      note: t("admin:operations.raised", { count: number(count), ago: ago(raisedAt) }),
    })),
    parts: health.parts.map(({ part, ms: time, error }) => ({
      part,
      name: t(`admin:operations.part.${part}`),
      time: ms(time),
      error,
    })),
    backlogs: health.backlogs.map(({ name, count, late, oldest }) => ({
      name,
      text: t(`admin:operations.backlog.${name}`),
      href: PLACES[name] ?? null,
      count: count >= BACKLOG_LIMIT ? `${number(BACKLOG_LIMIT)}+` : number(count),
      oldest: oldest === null ? "–" : ago(oldest),
      isLate: late > 0,
    })),
    days,
    periods: PERIODS.map((period) => ({
      value: String(period),
      label: t(`admin:operations.period.${period}`),
      href: paths.adminOperations({ days: String(period) }),
    })),
    isRead: rows !== null,
    charts: [
      chart("requests", number(total("request")), (slot) => total("request", slot), number),
      chart("failures", number(total("failure")), (slot) => total("failure", slot), number),
      chart("hits", percent(hitShare(rows ?? [])), hitShare, percent),
    ],
    requests: sumsBy(of("request"), ({ label }) => label, "count").map((row) => ({
      ...timed(row),
      label: t(
        `admin:operations.class.${row.label as "page" | "form" | "api" | "feed" | "file" | "socket"}`,
      ),
    })),
    errors: sumsBy(of("error"), ({ label, release }) => `${release} ${label}`, "count").map(
      (row) => ({
        ...timed(row),
        release: row.release.slice(0, 8) || "–",
      }),
    ),
    badRows: sumsBy(of("bad-row"), ({ label }) => label, "count").map((row) => {
      const [table = "", id = "", column = ""] = row.label.split(" ");
      return { ...timed(row), table, id, column, href: CORRECTED_AT[table]?.(id) ?? null };
    }),
    queries: sumsBy(of("query"), ({ label }) => label, "totalMs").map(timed),
    costly: sumsBy(of("costly"), ({ label }) => label, "totalMs").map(timed),
    jobs: sumsBy(of("job"), ({ label }) => label, "totalMs").map(timed),
  };
}
