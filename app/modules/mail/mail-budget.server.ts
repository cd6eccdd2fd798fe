import { and, desc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import { mails, users } from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import type { MailKind } from "./enqueue-mail.server";

/**
 * How many mails an address that is not proved gets in all, of every kind (decisions.md §17): anyone
 * can enter a stranger's address in a form.
 */
export const MAIL_BUDGET = { hour: 4, day: 8 } as const;

/**
 * What of the budget only mails whose link proves the address may use: others, which strangers cause
 * as well, leave its owner room to confirm it or to set a password.
 */
const RESERVED = { hour: 1, day: 3 } as const;
const PROVING: readonly MailKind[] = [
  "verifyEmail",
  "confirmSignUp",
  "resetPassword",
  "signInLink",
];

/** How many mails of all kinds there may be before one of a kind. */
function limitsOf(kind: MailKind): { hour: number; day: number } {
  if (PROVING.includes(kind)) return MAIL_BUDGET;
  return { hour: MAIL_BUDGET.hour - RESERVED.hour, day: MAIL_BUDGET.day - RESERVED.day };
}

/** Kinds that go to an address of the platform settings or to the owner, and that no form causes. */
const OF_OPERATORS: readonly MailKind[] = ["staffWaiting", "alarmRaised", "alarmEnded"];

/** Domains that ignore dots before the @. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to, since one mailbox has many: tags after a plus are left out
 * (RFC 5233), and at Gmail dots.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const [untagged = ""] = address.slice(0, at).split("+");
  const local = untagged === "" ? address.slice(0, at) : untagged;
  return DOTLESS.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** What may go to an address now. */
export interface MailAllowance {
  /** Whether its owner has proved it: only then does a mail name the person. */
  isProved: boolean;
  /** The mailbox to count under; null where no budget applies. */
  mailbox: string | null;
  /** Time until the next mail, ms; 0 if one may be sent. */
  wait: number;
}

/** What may go to an address whose reader has proved it. */
export const PROVED: MailAllowance = { isProved: true, mailbox: null, wait: 0 };

/** Reads what may go to an address. `hasRoom` decides, since other requests may come between. */
export async function mailAllowance(
  { db, clock }: Pick<Deps, "db" | "clock">,
  kind: MailKind,
  address: string,
): Promise<MailAllowance> {
  const mailbox = mailboxOf(address);
  const now = clock.now();
  const [[account], sent] = await db.batch([
    db
      .select({ isProved: isNotNull(users.emailProvedAt), verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, address)),
    db
      .select({ at: mails.createdAt })
      .from(mails)
      .where(and(eq(mails.mailbox, mailbox), gt(mails.createdAt, now - DAY)))
      .orderBy(desc(mails.createdAt))
      .limit(MAIL_BUDGET.day),
  ]);
  const isProved = Boolean(account?.isProved);
  // An operator's word counts as well: `create-owner` verifies an address without a mail.
  if (isProved || (account?.verifiedAt ?? null) !== null || OF_OPERATORS.includes(kind))
    return { isProved, mailbox: null, wait: 0 };
  const waitFor = (count: number, window: number) => {
    const oldest = sent[count - 1];
    return oldest ? Math.max(oldest.at + window - now, 0) : 0;
  };
  const { hour, day } = limitsOf(kind);
  const wait = Math.max(waitFor(hour, HOUR), waitFor(day, DAY));
  return { isProved, mailbox, wait };
}

/** SQL condition of an insert: the mailbox has room for the kind. Concurrent inserts cannot both take the last. */
export function hasRoom(kind: MailKind, mailbox: string | null, now: number): SQL {
  if (mailbox === null) return sql`true`;
  const since = (window: number) =>
    sql`(SELECT count(*) FROM ${mails} m WHERE m.mailbox = ${mailbox} AND m.created_at > ${now - window})`;
  const { hour, day } = limitsOf(kind);
  return sql`${since(HOUR)} < ${hour} AND ${since(DAY)} < ${day}`;
}
