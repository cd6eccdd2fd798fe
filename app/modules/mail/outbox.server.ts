import { and, desc, eq, lt, sql } from "drizzle-orm";
import { type MAIL_STATUSES, mails } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { countRows } from "../../lib/runtime/count-rows.server";
import { isUuid } from "../../lib/runtime/ids";
import { auditEntry } from "../audit/audit-entry.server";

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
