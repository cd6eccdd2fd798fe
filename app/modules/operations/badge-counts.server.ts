import { sql } from "drizzle-orm";
import {
  eventRevisions,
  events,
  hostAnnouncements,
  hostClaims,
  ingestionCandidates,
  mails,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { BadgeCounts } from "../../lib/pages/page";
import { type Actor, assertCan, can } from "../../lib/permissions";

/** Past this a badge says "99+", so nothing is counted further (product.md §2). */
const COUNT_LIMIT = 100;

/**
 * Counts of the work for staff, each up to 100; 0 for what the role may not see. @throws
 * AppError("forbidden")
 */
export async function badgeCounts(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<BadgeCounts> {
  assertCan(actor, "admin:enter");
  const upTo = (rows: ReturnType<typeof sql>) =>
    db.select({ count: sql<number>`count(*)` }).from(sql`(${rows})`);
  const [pending, revisions, flagged, candidates, claims, announcements, dead] = await db.batch([
    // Partial indexes are named: without statistics SQLite prefers those of all events.
    upTo(
      sql`SELECT 1 FROM ${events} INDEXED BY events_pending WHERE status = 'pending' AND deleted_at IS NULL LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(
      sql`SELECT 1 FROM ${eventRevisions} WHERE status = 'pending' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(
      sql`SELECT 1 FROM ${events} INDEXED BY events_flagged WHERE status = 'flagged' AND deleted_at IS NULL LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(
      sql`SELECT 1 FROM ${ingestionCandidates} WHERE status IN ('pending_review', 'auto_approved') LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(
      sql`SELECT 1 FROM ${hostClaims} WHERE status = 'pending' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(
      sql`SELECT 1 FROM ${hostAnnouncements} WHERE status = 'pending' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
    ),
    upTo(sql`SELECT 1 FROM ${mails} WHERE status = 'dead' LIMIT ${sql.raw(String(COUNT_LIMIT))}`),
  ]);
  const first = (rows: { count: number }[]) => rows[0]?.count ?? 0;
  return {
    pendingEvents: Math.min(first(pending) + first(revisions), COUNT_LIMIT),
    flaggedEvents: first(flagged),
    pendingCandidates: can(actor, "ingestion:manage") ? first(candidates) : 0,
    pendingClaims: can(actor, "host:manage")
      ? Math.min(first(claims) + first(announcements), COUNT_LIMIT)
      : 0,
    deadMails: can(actor, "outbox:read") ? first(dead) : 0,
  };
}
