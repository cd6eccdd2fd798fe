import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import { type MAIL_STATUSES, mails } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { countRows } from "../../lib/runtime/sql-columns.server";
import { auditEntry, auditWhere } from "../audit/audit-entry.server";
import { retriedColumns } from "../jobs/queue.server";
import { runGuarded } from "../store/run-guarded.server";
import { enqueueMail } from "./enqueue-mail.server";

const PAGE = 25;

export interface MailSummary {
  id: string;
  kind: string;
  to: string;
  subject: string;
  status: (typeof MAIL_STATUSES)[number];
  attempts: number;
  lastError: string | null;
  isSecret: boolean;
  /** Erased after sending, as it contained sign-in links. */
  isEmpty: boolean;
  /** UTC ms. */
  createdAt: number;
  sentAt: number | null;
}

export interface OpenedMail extends MailSummary {
  locale: "en" | "fa";
  /** Null for mails with sign-in links, except in local runs (decisions.md §9). */
  body: { text: string; html: string } | null;
}

const SUMMARY = {
  id: mails.id,
  kind: mails.kind,
  to: mails.toAddress,
  subject: mails.subject,
  status: mails.status,
  attempts: mails.attempts,
  lastError: mails.lastError,
  isSecret: mails.isSecret,
  isEmpty: sql<boolean>`${mails.html} = ''`.mapWith(Boolean),
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
};

/**
 * The outbox, newest first. @param after last id of the previous page @param isDead only given-up
 * mails
 * @throws AppError("bad-request") for an invalid id
 */
export async function listMails(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  after: string | null,
  isDead = false,
): Promise<{ mails: MailSummary[]; next: string | null }> {
  assertCan(actor, "outbox:read");
  if (after !== null && !isUuid(after)) throw new AppError("bad-request");
  // Ids rise with time (UUIDv7), so they are order and cursor at once.
  const rows = await db
    .select(SUMMARY)
    .from(mails)
    .where(
      and(
        after === null ? undefined : lt(mails.id, after),
        isDead ? eq(mails.status, "dead") : undefined,
      ),
    )
    .orderBy(desc(mails.id))
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  return { mails: shown, next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

/** How many mails there are, or were given up, up to 1,001. */
export async function countMails(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  isDead: boolean,
): Promise<number> {
  assertCan(actor, "outbox:read");
  return countRows({ db }, isDead ? sql`${mails} WHERE status = 'dead'` : sql`${mails}`);
}

/**
 * A mail with its body; reading it is audited.
 * @param showsSecrets whether to show sign-in links: in local runs only
 * @throws AppError("not-found")
 */
export async function getMail(
  deps: Deps,
  actor: Actor | null,
  id: string,
  showsSecrets: boolean,
): Promise<OpenedMail> {
  assertCan(actor, "outbox:read");
  const row = await deps.db
    .select({ ...SUMMARY, locale: mails.locale, text: mails.text, html: mails.html })
    .from(mails)
    .where(eq(mails.id, id))
    .get();
  if (!row) throw new AppError("not-found");
  const { text, html, ...mail } = row;
  const body = (row.isSecret && !showsSecrets) || html === "" ? null : { text, html };
  if (body)
    await auditEntry(deps, {
      actorId: actor.id,
      action: "mail.opened",
      entity: "mail",
      entityId: id,
      sessionId: actor.sessionId,
    });
  return { ...mail, body };
}

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
