import { sql } from "drizzle-orm";
import * as v from "valibot";
import { eventFlags, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { openWeight } from "./flag-event.server";
import { approveEvent } from "./moderate-event.server";

/** Maximum number of accounts per request. */
const ACCOUNTS_MAX = 100;
/** Maximum number of events restored per request; the others stay in the queue. */
const RESTORED_MAX = 100;

export const WithdrawReports = v.strictObject({
  accounts: v.pipe(
    v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
    v.minLength(1, "errors:issue.chooseAccount"),
    v.maxLength(ACCOUNTS_MAX),
  ),
});

export interface Withdrawn {
  /** Number of open reports withdrawn. */
  reports: number;
  /** Number of events that are public again. */
  restored: number;
}

/**
 * Withdraws all open reports of the accounts, with one entry in the audit log (decisions.md §3).
 * Restores events that reports alone had hidden, if the remaining weight is below the threshold.
 */
export async function withdrawReports(
  deps: Deps,
  actor: Actor | null,
  { accounts }: v.InferOutput<typeof WithdrawReports>,
) {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const ids = JSON.stringify([...new Set(accounts)]);
  const theirs = sql`user_id IN (SELECT value FROM json_each(${ids}))`;
  const open = await db
    .select({ eventId: eventFlags.eventId })
    .from(eventFlags)
    .where(sql`${theirs} AND outcome IS NULL`);
  if (open.length === 0) return { reports: 0, restored: 0 } satisfies Withdrawn;
  const touched = JSON.stringify([...new Set(open.map(({ eventId }) => eventId))]);
  const [withdrawn] = await db.batch([
    db
      .update(eventFlags)
      .set({ outcome: "withdrawn" })
      .where(sql`${theirs} AND outcome IS NULL`)
      .returning({ eventId: eventFlags.eventId }),
    db
      .update(events)
      .set({
        flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = events.id AND outcome IS NULL)`,
      })
      .where(sql`${events.id} IN (SELECT value FROM json_each(${touched}))`),
    auditEntry(deps, {
      actorId: actor.id,
      action: "reports.withdrawn",
      entity: "report",
      metadata: { accounts: [...new Set(accounts)], reports: open.length },
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
  return {
    reports: withdrawn.length,
    restored: await restoreEvents(deps, actor, touched),
  } satisfies Withdrawn;
}

/**
 * Restores events that reports alone had hidden and whose weight is below the threshold. @param ids
 * JSON array of event ids @returns number of restored events
 */
async function restoreEvents(deps: Deps, actor: Actor, ids: string): Promise<number> {
  const { moderation } = await settingsOf(deps);
  const due = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(
      sql`${events.id} IN (SELECT value FROM json_each(${ids})) AND ${events.status} = 'flagged' AND ${events.deletedAt} IS NULL
        AND ${openWeight(sql`events.id`)} < ${moderation.minReportsForAutoFlag}
        AND (SELECT actor_id FROM event_decisions WHERE event_id = events.id AND action = 'flag' ORDER BY created_at DESC, id DESC LIMIT 1) IS NULL`,
    )
    .limit(RESTORED_MAX);
  let restored = 0;
  for (const { id } of due) {
    try {
      await approveEvent(deps, actor, id, null, "kept");
      restored += 1;
    } catch (error) {
      // Another moderator decided meanwhile.
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    }
  }
  return restored;
}
