import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  autoHidingPauses,
  eventDecisions,
  eventFlags,
  events,
  FLAG_REASONS,
  type UNCOUNTED_REASONS,
  users,
} from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, isStaff } from "../../../lib/permissions";
import type { Purge } from "../../../lib/runtime/purge-rounds.server";
import { cleanLines } from "../../../lib/text/clean-text";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange } from "../../authoring/announce-change.server";
import { refreshCities } from "../../cities/complete-city.server";
import { findCityById } from "../../cities/queries.server";
import { REASON_MAX } from "../../events/decision.server";
import { getListedEvent } from "../../events/get-event.server";
import { networkOf } from "../../identity/network";
import { type Tier, tierOf } from "../../identity/users/schema";
import {
  flaggedDomainEvent,
  hidingPausedDomainEvent,
} from "../../notifications/event-domain-events.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { bumpCityVersionsIfChanged } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";

/** A report (decisions.md §3). */
export const FlagInput = v.strictObject({
  reason: v.picklist(FLAG_REASONS, "errors:issue.flagReason"),
  note: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform(cleanLines),
        v.maxLength(REASON_MAX, "errors:issue.reasonLong"),
      ),
    ),
    null,
  ),
});
export type FlagInput = v.InferOutput<typeof FlagInput>;

export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

/** Reports that count within 24 hours, per account and per network (decisions.md §3). */
const COUNTED_REPORTS = { account: 5, network: 20 } as const;

/** Weight of a report by the reporter's trust tier (decisions.md §3). */
const WEIGHTS: Readonly<Record<Tier, number>> = {
  "low trust": 0,
  "new user": 0.5,
  regular: 1,
  trusted: 2,
};

/** Minimum age of an account whose reports count, ms (decisions.md §3). */
const MATURE_AFTER = DAY;

interface Reporter {
  emailVerifiedAt: number | null;
  /** UTC epoch ms. */
  createdAt: number;
  trustScore: number;
}

/**
 * Weight of an account's report at `now` (UTC epoch ms), before the daily limits; or the reason why
 * it does not count.
 */
export function reportWeight(
  reporter: Reporter,
  now: number,
): { weight: number; uncounted: UncountedReason | null } {
  const uncounted = uncountedReason(reporter, now);
  return { weight: uncounted === null ? WEIGHTS[tierOf(reporter.trustScore)] : 0, uncounted };
}

function uncountedReason(
  { emailVerifiedAt, createdAt, trustScore }: Reporter,
  now: number,
): UncountedReason | null {
  if (emailVerifiedAt === null) return "unverified";
  if (now - createdAt < MATURE_AFTER) return "new-account";
  return trustScore < 0 ? "low-trust" : null;
}

/** SQL: the summed weight of the open reports of an event. */
export const openWeight = (eventId: SQL | string): SQL<number> =>
  sql`(SELECT coalesce(sum(weight), 0) FROM event_flags WHERE event_id = ${eventId} AND outcome IS NULL)`;

/**
 * Reports an event (decisions.md §3). A report by staff hides it at once. Other reports hide it
 * once the sum of their weights reaches "min reports". If reports alone have hidden the hourly
 * limit of events, the event stays public, staff get an alert, and reports hide nothing until the
 * hour ends.
 * @param address IP address of the caller, for the limit per network
 * @throws not-found if the caller cannot see the event; conflict for a second report and for the
 * caller's own event; forbidden without a verified address
 */
export async function flagEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, note }: FlagInput,
  address: string,
): Promise<{ isHidden: boolean }> {
  assertCan(actor, "event:flag");
  const { db, ids, clock, vault } = deps;
  const [event, reporter, { moderation }, network] = await Promise.all([
    getListedEvent(deps, id),
    db
      .select({
        emailVerifiedAt: users.emailVerifiedAt,
        createdAt: users.createdAt,
        trustScore: users.trustScore,
      })
      .from(users)
      .where(eq(users.id, actor.id))
      .get(),
    settingsOf(deps),
    vault.fingerprint(`report network ${networkOf(address)}`),
  ]);
  if (event.creatorId === actor.id) throw new AppError("conflict");
  if (!reporter) throw new AppError("unauthorized");
  const now = clock.now();
  const { weight, uncounted } = reportWeight(reporter, now);
  const byStaff = isStaff(actor);
  const decisionId = ids.next();
  const hour = Math.floor(now / HOUR) * HOUR;
  // The inserting statement itself counts, so concurrent reports cannot pass a limit together.
  const counted = (column: "user_id" | "network", value: string) =>
    sql`(SELECT count(*) FROM event_flags WHERE ${sql.raw(column)} = ${value} AND created_at > ${now - DAY} AND weight > 0)`;
  const overLimit = sql<
    typeof uncounted
  >`CASE WHEN ${counted("user_id", actor.id)} >= ${COUNTED_REPORTS.account} THEN 'account-limit'
    WHEN ${counted("network", network)} >= ${COUNTED_REPORTS.network} THEN 'network-limit' END`;
  const isLimited = uncounted === null && !byStaff;
  const isApproved = and(eq(events.id, id), eq(events.status, "approved"));
  const isHeavy = sql`EXISTS (SELECT 1 FROM event_flags WHERE event_id = ${id} AND user_id = ${actor.id} AND weight > 0)
    AND ${openWeight(id)} >= ${moderation.minReportsForAutoFlag}`;
  const isOpen = sql`(SELECT count(*) FROM event_decisions WHERE action = 'flag' AND actor_id IS NULL AND created_at >= ${hour})
    < ${moderation.maxAutoFlagsPerHour}`;
  const hidden = sql`EXISTS (SELECT 1 FROM event_decisions WHERE id = ${decisionId})`;
  const domainEvent = flaggedDomainEvent(
    deps,
    event,
    { decisionId, actorId: actor.id, reason },
    hidden,
  );
  const paused = hidingPausedDomainEvent(
    deps,
    event,
    { hour, limit: moderation.maxAutoFlagsPerHour },
    sql`EXISTS (SELECT 1 FROM auto_hiding_pauses WHERE hour = ${hour} AND event_id = ${id})`,
  );
  const statements = [
    db.insert(eventFlags).values({
      eventId: id,
      userId: actor.id,
      reason,
      note,
      createdAt: now,
      weight: isLimited ? sql`CASE WHEN ${overLimit} IS NULL THEN ${weight} ELSE 0 END` : weight,
      uncounted: isLimited ? overLimit : uncounted,
      network,
    }),
    db
      .update(events)
      .set({
        flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = ${id} AND outcome IS NULL)`,
      })
      .where(eq(events.id, id)),
    db.insert(eventDecisions).select(
      db
        .select({
          id: sql<string>`${decisionId}`.as("id"),
          eventId: events.id,
          action: sql<"flag">`'flag'`.as("action"),
          actorId: sql<string | null>`${byStaff ? actor.id : null}`.as("actor_id"),
          fromStatus: events.status,
          toStatus: sql<"flagged">`'flagged'`.as("to_status"),
          reason: sql<string | null>`${reason}`.as("reason"),
          createdAt: sql<number>`${now}`.as("created_at"),
        })
        .from(events)
        .where(byStaff ? isApproved : and(isApproved, isHeavy, isOpen)),
    ),
    db
      .update(events)
      .set({ status: "flagged", decisionId, version: sql`${events.version} + 1`, updatedAt: now })
      .where(and(eq(events.id, id), hidden)),
    ...domainEvent.statements,
    bumpCityVersionsIfChanged(db, [event.cityId]),
    refreshCities(db, now, event.cityId),
    // The event is still approved although its reports reach the threshold: the hourly limit
    // applied.
    ...(byStaff
      ? []
      : [
          db
            .insert(autoHidingPauses)
            .select(
              db
                .select({
                  hour: sql<number>`${hour}`.as("hour"),
                  eventId: events.id,
                  createdAt: sql<number>`${now}`.as("created_at"),
                })
                .from(events)
                .where(and(isApproved, isHeavy)),
            )
            .onConflictDoNothing(),
          ...paused.statements,
        ]),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.reported",
      entity: "event",
      entityId: id,
      metadata: { reason },
      sessionId: actor.sessionId,
    }),
  ] as const;
  await runGuarded(deps, statements, {
    "event_flags.event_id": () =>
      new AppError("conflict", [{ path: "", message: "errors:issue.reported" }]),
  });
  const [after, pause] = await db.batch([
    db.select({ status: events.status }).from(events).where(eq(events.id, id)),
    db
      .select({ eventId: autoHidingPauses.eventId })
      .from(autoHidingPauses)
      .where(eq(autoHidingPauses.hour, hour)),
  ]);
  const isHidden = after[0]?.status === "flagged";
  if (isHidden) await domainEvent.dispatch();
  else if (pause[0]?.eventId === id) await paused.dispatch();
  const city = await findCityById(deps, event.cityId);
  if (isHidden && city) announceChange(deps, city.slug, id, "changed");
  return { isHidden };
}

/** Rows per round. */
const NETWORKS = 5_000;
const dueNetworks = (at: number) =>
  sql`event_flags WHERE network IS NOT NULL AND created_at < ${at - 2 * DAY}`;

/** Erases the network of a report once no limit needs it (after 2 days). The report stays. */
export const reportNetworksPurge: Purge = {
  due: (_, at) => dueNetworks(at),
  async round({ db, clock }) {
    const erased = await db
      .update(eventFlags)
      .set({ network: null })
      .where(sql`rowid IN (SELECT rowid FROM ${dueNetworks(clock.now())} LIMIT ${NETWORKS})`)
      .returning({ one: sql<number>`1` });
    return { removed: erased.length, isDone: erased.length < NETWORKS };
  },
};
