import { and, asc, gte, inArray, lt, lte, sql } from "drizzle-orm";
import * as v from "valibot";
import { CHANNELS, type Channel, dailyCounts, mails, pushes } from "../../../../db/schema";
import { addDays, daysBetween } from "../../../lib/dates/days";
import { readWrittenDay } from "../../../lib/dates/written-days";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { CSV_START, csvLine } from "../../../lib/text/csv";
import {
  ALL_NOTIFICATION_KINDS,
  type AnyNotificationKind,
  isNotificationKind,
} from "../choose-channels";

const PERMISSION = "analytics:read";
/** Days of a trend (product.md §9). */
const TREND_DAYS = 30;
/** As far back as counts are kept at most (decisions.md §15), days. */
const MAX_DAYS = 732;
/** Limit of counting waiting rows. */
export const MAX_WAITING_COUNT = 100;

export const OUTCOMES = ["sent", "failed", "opened", "clicked"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Outcomes = Record<Outcome, number>;

/** Days in UTC, YYYY-MM-DD, both included. */
export interface AnalyticsRange {
  from: string;
  to: string;
}

/** A day's count of a kind, outcome and channel. */
interface KindCount {
  day: string;
  outcome: Outcome;
  channel: Channel;
  kind: AnyNotificationKind;
  count: number;
}

export interface NotificationAnalytics extends AnalyticsRange {
  totals: Outcomes;
  channels: ({ channel: Channel } & Outcomes)[];
  kinds: ({ kind: AnyNotificationKind } & Outcomes)[];
  /**
   * Each day, those too on which nothing happened; `cumulative` is all that was sent since the
   * first.
   */
  days: ({ day: string; cumulative: number } & Outcomes)[];
  counts: KindCount[];
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The requested range, in either calendar; the last 30 days by default.
 * @throws AppError("bad-request") with the invalid parameter
 */
export function analyticsRange(
  { clock }: Pick<Deps, "clock">,
  asked: { from?: string | null; to?: string | null },
): AnalyticsRange {
  const today = dayOf(clock.now());
  const read = (name: "from" | "to", usual: string) => {
    const typed = asked[name]?.trim();
    if (!typed) return usual;
    const day = readWrittenDay(typed)?.day;
    if (!day) throw new AppError("bad-request", [{ path: name, message: "errors:issue.day" }]);
    return day;
  };
  const to = read("to", today);
  const from = read("from", addDays(to, 1 - TREND_DAYS));
  if (to < from || daysBetween(from, to) >= MAX_DAYS)
    throw new AppError("bad-request", [{ path: "to", message: "errors:issue.order" }]);
  return { from, to };
}

const none = (): Outcomes => ({ sent: 0, failed: 0, opened: 0, clicked: 0 });

/**
 * Parses a name of daily_counts, `news:<outcome>:<channel>:<kind>`; null for others, such as tests
 * and identity mails.
 */
function parseName(name: string): Omit<KindCount, "day" | "count"> | null {
  const [, outcome = "", channel = "", kind = ""] = name.split(":");
  const isKnown =
    (OUTCOMES as readonly string[]).includes(outcome) &&
    (CHANNELS as readonly string[]).includes(channel) &&
    isNotificationKind(kind);
  return isKnown
    ? {
        outcome: outcome as Outcome,
        channel: channel as Channel,
        kind: kind as AnyNotificationKind,
      }
    : null;
}

/**
 * Outcomes of the notifications of a range, counted as they happened (decisions.md §9). Opened and
 * clicked are counted only for readers who allow it.
 * @param kinds limits the kinds; all by default
 * @throws AppError("forbidden")
 */
export async function notificationAnalytics(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  { from, to }: AnalyticsRange,
  kinds?: readonly AnyNotificationKind[],
): Promise<NotificationAnalytics> {
  assertCan(actor, PERMISSION);
  const rows = await db
    .select()
    .from(dailyCounts)
    .where(
      and(
        gte(dailyCounts.day, from),
        lte(dailyCounts.day, to),
        gte(dailyCounts.name, "news:"),
        lt(dailyCounts.name, "news;"),
      ),
    )
    .orderBy(asc(dailyCounts.day), asc(dailyCounts.name));
  const counts = rows.flatMap(({ name, day, count }) => {
    const parsed = parseName(name);
    return parsed && (!kinds || kinds.includes(parsed.kind)) ? [{ day, ...parsed, count }] : [];
  });
  const totals = none();
  const channels = new Map(CHANNELS.map((channel) => [channel, none()]));
  const ofKinds = new Map((kinds ?? ALL_NOTIFICATION_KINDS).map((kind) => [kind, none()]));
  const ofDays = new Map(
    Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => [addDays(from, index), none()]),
  );
  for (const { day, outcome, channel, kind, count } of counts)
    for (const of of [totals, channels.get(channel), ofKinds.get(kind), ofDays.get(day)])
      if (of) of[outcome] += count;
  let cumulative = 0;
  return {
    from,
    to,
    totals,
    channels: [...channels].map(([channel, outcomes]) => ({ channel, ...outcomes })),
    kinds: [...ofKinds].map(([kind, outcomes]) => ({ kind, ...outcomes })),
    days: [...ofDays].map(([day, outcomes]) => {
      cumulative += outcomes.sent;
      return { day, cumulative, ...outcomes };
    }),
    counts,
  };
}

/**
 * How many mails and pushes wait to go out; 100 is as many or more. @throws AppError("forbidden")
 */
export async function countWaiting(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<{ mails: number; pushes: number }> {
  assertCan(actor, PERMISSION);
  const waiting = (table: typeof mails | typeof pushes) =>
    db.select({ count: sql<number>`count(*)` }).from(
      db
        .select({ id: table.id })
        .from(table)
        .where(inArray(table.status, ["pending", "sending"]))
        .limit(MAX_WAITING_COUNT)
        .as("found"),
    );
  const [[mail], [push]] = await db.batch([waiting(mails), waiting(pushes)]);
  return { mails: mail?.count ?? 0, pushes: push?.count ?? 0 };
}

/**
 * The counts of a range as a file: a line a day, outcome, channel and kind.
 * @param part of these kinds alone, by a name for the file; left out, of all
 * @throws AppError("forbidden")
 */
export async function analyticsCsv(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  range: AnalyticsRange,
  part?: { name: string; kinds: readonly AnyNotificationKind[] },
): Promise<Response> {
  const { counts } = await notificationAnalytics(deps, actor, range, part?.kinds);
  const name = ["notifications", ...(part ? [part.name] : []), range.from, range.to].join("-");
  const lines = counts.map(({ day, outcome, channel, kind, count }) =>
    csvLine([day, outcome, channel, kind, count]),
  );
  return new Response(
    CSV_START + csvLine(["day", "outcome", "channel", "kind", "count"]) + lines.join(""),
    {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}.csv"`,
        "Cache-Control": "private, no-store",
      },
    },
  );
}

const OUTCOME_FIELDS = {
  sent: v.number(),
  failed: v.number(),
  opened: v.number(),
  clicked: v.number(),
};
const OutcomesJson = v.pipe(v.object(OUTCOME_FIELDS), v.metadata({ ref: "NewsOutcomes" }));
const ChannelOutcomes = v.pipe(
  v.object({ channel: v.picklist(CHANNELS), ...OUTCOME_FIELDS }),
  v.metadata({ ref: "ChannelOutcomes" }),
);
const KindOutcomes = v.pipe(
  v.object({ kind: v.picklist(ALL_NOTIFICATION_KINDS), ...OUTCOME_FIELDS }),
  v.metadata({ ref: "KindOutcomes" }),
);
const DayOutcomes = v.pipe(
  v.object({ day: v.string(), cumulative: v.number(), ...OUTCOME_FIELDS }),
  v.metadata({ ref: "DayOutcomes" }),
);

export const NotificationAnalyticsJson = v.pipe(
  v.object({
    from: v.string(),
    to: v.string(),
    totals: OutcomesJson,
    channels: v.array(ChannelOutcomes),
    kinds: v.array(KindOutcomes),
    days: v.array(DayOutcomes),
  }),
  v.metadata({ ref: "NewsAnalytics" }),
);
