import { sql } from "drizzle-orm";
import {
  hostAnnouncements,
  hostClaims,
  hostMessages,
  INBOX_KINDS,
  type InboxKind,
  mails,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { BadgeCounts } from "../../lib/pages/page";
import { type Actor, assertCan, can } from "../../lib/permissions";
import { countCases, kindsFor } from "../review/inbox/count-cases.server";

/** Past this a badge says "99+", so nothing is counted further (product.md §2). */
const COUNT_LIMIT = 100;

/** Counts of the work for staff, as badges show them. @throws AppError("forbidden") */
export const badgeCounts = async (
  deps: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<BadgeCounts> => (await waitingWork(deps, actor)).badges;

/**
 * The work that waits for staff, each count up to 100, 0 for what the role may not see, and since
 * when the oldest case waits. Cases are counted as in the inbox. @throws AppError("forbidden")
 */
export async function waitingWork(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<{ badges: BadgeCounts; others: number; oldest: number | null }> {
  assertCan(actor, "admin:enter");
  const upTo = (rows: ReturnType<typeof sql>) =>
    db.select({ count: sql<number>`count(*)` }).from(sql`(${rows})`);
  const [{ counts, oldest }, [claims, announcements, messages, dead]] = await Promise.all([
    countCases({ db }, kindsFor(actor), COUNT_LIMIT),
    db.batch([
      upTo(
        sql`SELECT 1 FROM ${hostClaims} WHERE status = 'pending' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
      ),
      upTo(
        sql`SELECT 1 FROM ${hostAnnouncements} WHERE status = 'pending' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
      ),
      upTo(
        sql`SELECT 1 FROM ${hostMessages} WHERE status = 'held' LIMIT ${sql.raw(String(COUNT_LIMIT))}`,
      ),
      upTo(sql`SELECT 1 FROM ${mails} WHERE status = 'dead' LIMIT ${sql.raw(String(COUNT_LIMIT))}`),
    ]),
  ]);
  const first = (rows: { count: number }[]) => rows[0]?.count ?? 0;
  const sumOf = (...kinds: InboxKind[]) =>
    Math.min(
      kinds.reduce((sum, kind) => sum + counts[kind], 0),
      COUNT_LIMIT,
    );
  const badges: BadgeCounts = {
    inbox: sumOf(...INBOX_KINDS),
    pendingEvents: sumOf("new", "edit", "source"),
    flaggedEvents: sumOf("report"),
    reportedEvents: sumOf("reported"),
    pendingCandidates: sumOf("candidate"),
    pendingClaims: can(actor, "host:manage")
      ? Math.min(first(claims) + first(announcements) + first(messages), COUNT_LIMIT)
      : 0,
    deadMails: can(actor, "outbox:read") ? first(dead) : 0,
  };
  return { badges, others: sumOf("duplicate", "plan", "language"), oldest };
}
