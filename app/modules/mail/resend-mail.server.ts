import { and, asc, eq, ne, sql } from "drizzle-orm";
import { mails } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry, auditWhere } from "../audit/audit-entry.server";
import { retriedColumns } from "../jobs/outbox.server";
import { runGuarded } from "../store/run-guarded.server";
import { enqueueMail } from "./enqueue-mail.server";

/**
 * Requeues a given-up mail with all attempts, audited in the same batch.
 * @throws AppError("not-found"), AppError("conflict") when it is not given up, was requeued
 * concurrently, or its body is erased
 */
export async function resendMail(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "outbox:resend");
  const { db, clock } = deps;
  const known = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id)).get();
  if (!known) throw new AppError("not-found");
  const isGivenUp = and(eq(mails.id, id), eq(mails.status, "dead"), ne(mails.html, ""));
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "mail.resent",
        entity: "mail",
        entityId: id,
        sessionId: actor.sessionId,
      },
      db.select({ id: mails.id }).from(mails).where(isGivenUp),
    ),
    db.update(mails).set(retriedColumns(clock.now())).where(isGivenUp),
  ]);
  enqueueMail(deps, id);
}

/** Mails retried at once: as many as one cron sweep can send. */
const AT_ONCE = 500;

/**
 * Puts the oldest mails that were given up back into the queue, at most 500; one entry of the audit
 * log names how many. The cron sends them. @returns how many
 */
export async function resendDeadMails(deps: Deps, actor: Actor | null): Promise<number> {
  assertCan(actor, "outbox:resend");
  const { db, clock } = deps;
  const isGivenUp = and(eq(mails.status, "dead"), ne(mails.html, ""));
  const found = await db
    .select({ id: mails.id })
    .from(mails)
    .where(isGivenUp)
    .orderBy(asc(mails.id))
    .limit(AT_ONCE);
  if (found.length === 0) return 0;
  const among = sql`${mails.id} IN (SELECT value FROM json_each(${JSON.stringify(found.map(({ id }) => id))}))`;
  await db.batch([
    auditEntry(deps, {
      actorId: actor.id,
      action: "mail.all-resent",
      entity: "mail",
      entityId: null,
      sessionId: actor.sessionId,
      metadata: { count: found.length },
    }),
    db.update(mails).set(retriedColumns(clock.now())).where(and(isGivenUp, among)),
  ]);
  return found.length;
}
