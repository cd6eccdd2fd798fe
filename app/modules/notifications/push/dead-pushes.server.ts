import { and, eq, gt, sql } from "drizzle-orm";
import { pushes, users } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { decodePosition, encodeCursor, NEWEST } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { countRows } from "../../../lib/runtime/count-rows.server";
import { auditWhere } from "../../audit/audit-entry.server";
import { enqueueNotifications } from "../../jobs/enqueue.server";
import { retriedColumns } from "../../jobs/outbox.server";
import { runGuarded } from "../../store/run-guarded.server";

const PAGE = 25;
/** Older pushes are outdated and not sent again, ms. */
const FRESH = DAY;

/** A push that was given up. */
export interface DeadPush {
  id: string;
  kind: string;
  /** The recipient; null for a deleted account. */
  reader: string | null;
  title: string;
  message: string;
  attempts: number;
  lastError: string | null;
  /** UTC epoch ms. */
  createdAt: number;
  canResend: boolean;
}

const textIn = (payload: Record<string, unknown>, name: string): string =>
  typeof payload[name] === "string" ? payload[name] : "";

/**
 * Pushes that were given up, those of the last attempt first.
 * @param after the cursor of the page before
 * @throws AppError("bad-request") for a cursor that is not ours
 */
export async function listDeadPushes(
  { db, clock, push }: Pick<Deps, "db" | "clock" | "push">,
  actor: Actor | null,
  after: string | null,
): Promise<{ pushes: DeadPush[]; next: string | null }> {
  assertCan(actor, "outbox:read");
  const [dueAt, id] = decodePosition(after, NEWEST);
  const rows = await db
    .select({
      id: pushes.id,
      kind: pushes.kind,
      payload: pushes.payload,
      attempts: pushes.attempts,
      lastError: pushes.lastError,
      createdAt: pushes.createdAt,
      dueAt: pushes.dueAt,
      reader: users.displayName,
    })
    .from(pushes)
    .leftJoin(users, eq(users.id, pushes.userId))
    .where(
      sql`pushes.status = 'dead' AND pushes.due_at <= ${dueAt} AND (pushes.due_at, pushes.id) < (${dueAt}, ${id})`,
    )
    .orderBy(sql`pushes.due_at DESC, pushes.id DESC`)
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    pushes: shown.map(({ payload, dueAt: _due, ...row }) => ({
      ...row,
      title: textIn(payload, "title"),
      message: textIn(payload, "message"),
      canResend: push !== null && row.createdAt > clock.now() - FRESH,
    })),
    next: last && rows.length > PAGE ? encodeCursor([last.dueAt, last.id]) : null,
  };
}

/** How many pushes were given up, up to 1,001. */
export async function countDeadPushes(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<number> {
  assertCan(actor, "outbox:read");
  return countRows(deps, sql`${pushes} WHERE status = 'dead'`);
}

/**
 * Requeues a given-up push with all attempts, audited in the same batch.
 * @throws AppError("not-found"), AppError("conflict") when it is not given up, is a day old, or
 * push is not configured
 */
export async function resendPush(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "outbox:resend");
  const { db, clock } = deps;
  const known = await db.select({ id: pushes.id }).from(pushes).where(eq(pushes.id, id)).get();
  if (!known) throw new AppError("not-found");
  if (!deps.push) throw new AppError("conflict");
  const isGivenUp = and(
    eq(pushes.id, id),
    eq(pushes.status, "dead"),
    gt(pushes.createdAt, clock.now() - FRESH),
  );
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "push.resent",
        entity: "push",
        entityId: id,
        sessionId: actor.sessionId,
      },
      db.select({ id: pushes.id }).from(pushes).where(isGivenUp),
    ),
    db.update(pushes).set(retriedColumns(clock.now())).where(isGivenUp),
  ]);
  enqueueNotifications(deps, { mails: [], pushes: [id] });
}
