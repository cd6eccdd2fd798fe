import { and, desc, eq, gte, isNull, max, sql } from "drizzle-orm";
import { eventSubmissions, events, trustEntries, users } from "../../../../db/schema";
import type { TextValues } from "../../../i18n/translate";
import {
  type CalendarSystem,
  localDay,
  startOfDay,
  USUAL_ZONE,
} from "../../../lib/dates/dates.server";
import { addDays, monthOf } from "../../../lib/dates/days";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, isStaff } from "../../../lib/permissions";
import { type Tier, tierOf } from "../users/schema";

/** Limits of submissions and active events. */
interface CreatorLimits {
  day: number;
  month: number;
  active: number;
}

/** Limits by tier (decisions.md §4). Staff have none. */
const LIMITS: Readonly<Record<Tier, CreatorLimits>> = {
  "low trust": { day: 1, month: 4, active: 2 },
  "new user": { day: 3, month: 10, active: 5 },
  regular: { day: 10, month: 60, active: 30 },
  trusted: { day: 30, month: 300, active: 150 },
};

/** Wait of low-trust creators after a rejection, ms (decisions.md §4). */
const REJECTION_COOLDOWN = DAY;

/** The start of a creator's local day and month, and the end of the day. UTC ms. */
interface LimitPeriods {
  day: number;
  month: number;
  nextDay: number;
}

/** @param calendar whose months apply: 1 Azar starts one as 1 December does */
export function limitPeriods(
  now: number,
  timeZone: string,
  calendar: CalendarSystem,
): LimitPeriods {
  const today = localDay(now, timeZone);
  const start = (day: string) => startOfDay(day, timeZone);
  return {
    day: start(today),
    month: start(monthOf(today, calendar).first),
    nextDay: start(addDays(today, 1)),
  };
}

/** A creator's submission allowance and its reasons. */
export interface SubmissionAllowance {
  tier: Tier;
  trustScore: number;
  /** Null for staff, who have none. */
  limits: CreatorLimits | null;
  used: CreatorLimits;
  /** When they may submit again; null while they may. UTC ms. */
  cooldownEndsAt: number | null;
  /** Submits need no review. */
  isAutoApproved: boolean;
  periods: LimitPeriods;
}

/** Events that count as active for the limit; cancelled ones do not (decisions.md §4). */
const ACTIVE = sql`${events.lifecycle} <> 'cancelled' AND ${events.isOver} = 0 AND ${events.deletedAt} IS NULL AND ${events.status} IN ('pending', 'approved', 'flagged')`;

const submittedSince = ({ db }: Pick<Deps, "db">, userId: string, since: number) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(eventSubmissions)
    .where(and(eq(eventSubmissions.creatorId, userId), gte(eventSubmissions.createdAt, since)));

/** The subquery that counts a user's active events. */
export const activeEvents = ({ db }: Pick<Deps, "db">, userId: string) =>
  db
    .select({ count: sql<number>`count(*)` })
    // Named: SQLite prefers the index of all events to come.
    .from(sql`${events} INDEXED BY events_active`)
    .where(and(eq(events.creatorId, userId), ACTIVE));

/** @throws AppError("not-found") for unknown users */
export async function submissionAllowance(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor,
): Promise<SubmissionAllowance> {
  const { db, clock } = deps;
  const person = await db
    .select({
      trustScore: users.trustScore,
      timeZone: users.timeZone,
      calendar: users.calendar,
      language: users.preferredLanguage,
    })
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .get();
  if (!person) throw new AppError("not-found");
  const now = clock.now();
  const calendar = person.calendar ?? (person.language === "fa" ? "jalali" : "gregorian");
  const periods = limitPeriods(now, person.timeZone ?? USUAL_ZONE, calendar);
  const [[day], [month], [active], [rejection]] = await db.batch([
    submittedSince(deps, actor.id, periods.day),
    submittedSince(deps, actor.id, periods.month),
    activeEvents(deps, actor.id),
    db
      .select({ at: max(trustEntries.createdAt) })
      .from(trustEntries)
      .where(
        and(
          eq(trustEntries.userId, actor.id),
          eq(trustEntries.kind, "rejection"),
          sql`NOT EXISTS (SELECT 1 FROM trust_entries AS taken_back WHERE taken_back.user_id = ${actor.id} AND taken_back.kind = 'adjustment' AND taken_back.subject = ${trustEntries.subject})`,
        ),
      )
      .orderBy(desc(trustEntries.createdAt)),
  ]);
  const tier = tierOf(person.trustScore);
  const isFree = isStaff(actor);
  const limits = isFree ? null : LIMITS[tier];
  const used = { day: day?.count ?? 0, month: month?.count ?? 0, active: active?.count ?? 0 };
  const waits = [
    limits && used.day >= limits.day ? periods.nextDay : 0,
    limits && tier === "low trust" && rejection?.at ? rejection.at + REJECTION_COOLDOWN : 0,
  ];
  const end = Math.max(...waits);
  return {
    tier,
    trustScore: person.trustScore,
    limits,
    used,
    cooldownEndsAt: end > now ? end : null,
    isAutoApproved: isFree || tier === "trusted",
    periods,
  };
}

/** The limit that blocks a submission; null for none. */
export function reachedLimit({
  limits,
  used,
  cooldownEndsAt,
}: SubmissionAllowance): "day" | "month" | "active" | "cooldown" | null {
  if (!limits) return null;
  if (used.day >= limits.day) return "day";
  if (cooldownEndsAt !== null) return "cooldown";
  if (used.month >= limits.month) return "month";
  return used.active >= limits.active ? "active" : null;
}

/** The refusal of a submission over the limit; the daily limit names when it ends. */
export function limitRefusal(allowance: SubmissionAllowance, now: number): AppError {
  const limit = reachedLimit(allowance) ?? "day";
  const wait =
    allowance.cooldownEndsAt === null
      ? undefined
      : Math.ceil((allowance.cooldownEndsAt - now) / 1000);
  const values: TextValues =
    allowance.limits && limit !== "cooldown" ? { limit: allowance.limits[limit] } : {};
  return new AppError(
    "too-many-requests",
    [{ path: "limit", message: `errors:issue.creatorLimit.${limit}`, values }],
    wait,
  );
}

/**
 * The statement that counts a first submit. Its guard comes out null where a limit is reached at
 * that very moment, and fails the batch with `event_submissions.creator_id`: two submits at once
 * never exceed a limit.
 */
export function submissionStatement(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  eventId: string,
  { limits, periods }: SubmissionAllowance,
) {
  const creatorId = limits
    ? sql<string>`CASE WHEN (${submittedSince(deps, userId, periods.day)}) < ${limits.day}
        AND (${submittedSince(deps, userId, periods.month)}) < ${limits.month}
        AND (${activeEvents(deps, userId)}) < ${limits.active} THEN ${userId} END`
    : userId;
  return deps.db
    .insert(eventSubmissions)
    .values({ eventId, creatorId, createdAt: deps.clock.now() });
}
