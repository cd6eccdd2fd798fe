import { type SQL, sql } from "drizzle-orm";
import { mails } from "../../../db/schema";
import { mailLink } from "../../i18n/addressed-language";
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { log } from "../../lib/runtime/log";
import { enqueue } from "../jobs/queue.server";
import { settingsOf } from "../settings/platform-settings.server";
import { insertSelect } from "../store/run-guarded.server";
import { hasRoom, mailAllowance, PROVED } from "./mail-budget.server";
import { type MailKind, type OwnValues, renderMail } from "./render-mail.server";

interface MailOrder {
  kind: MailKind;
  to: string;
  userId: string | null;
  /** Null if the reader's language is unknown. */
  locale: Locale | null;
  /** The button's address, a URL of this product; the mail adds its language. */
  link: string | null;
  values?: OwnValues;
  /** Texts that a person chose. A mail to an address that is not proved has none of them. */
  chosen?: { name?: string; email?: string };
  /** Whether its link signs in; hidden from staff. */
  isSecret: boolean;
  /** The reader proved the address by a link that it answers for: no budget applies. */
  isAnswer?: boolean;
  /** Writes it only where this holds when the batch runs. */
  when?: SQL;
  /** One mail a key; left out, each order is its own. */
  idempotencyKey?: string;
}

/**
 * Renders a mail and returns the outbox statement for its cause's batch. Call `enqueueMail` after
 * the batch; the cron finds what the queue loses. Beyond the budget of an address that is not proved
 * the statement writes nothing.
 * @returns with `wait`, the time until that address may get a mail, ms: above 0 the cause should
 * leave the links of earlier mails alone
 */
export async function mailStatement(
  deps: Pick<Deps, "db" | "ids" | "clock" | "memo">,
  order: MailOrder,
) {
  const [{ branding }, { isProved, mailbox, wait }] = await Promise.all([
    settingsOf(deps),
    order.isAnswer ? PROVED : mailAllowance(deps, order.kind, order.to),
  ]);
  const locale = order.locale ?? DEFAULT_LOCALE;
  const body = renderMail(order.kind, locale, {
    link: order.link && mailLink(order.link, order.locale),
    values: order.values ?? {},
    chosen: isProved ? (order.chosen ?? {}) : {},
    siteName: branding.companyName[locale],
    supportEmail: branding.supportEmail,
    primaryColor: branding.primaryColor,
  });
  const now = deps.clock.now();
  const id = deps.ids.next();
  if (wait > 0) log("warn", "mail.withheld", { id, kind: order.kind, wait });
  const row = {
    id,
    idempotencyKey: order.idempotencyKey ?? id,
    kind: order.kind,
    userId: order.userId,
    toAddress: order.to,
    locale,
    ...body,
    isSecret: order.isSecret,
    ruleKey: null,
    unsubscribes: null,
    isTracked: false,
    openedAt: null,
    clickedAt: null,
    status: "pending" as const,
    attempts: 0,
    dueAt: now,
    lastError: null,
    createdAt: now,
    sentAt: null,
    mailbox,
  };
  const statement = insertSelect(
    deps.db,
    mails,
    row,
    sql`WHERE ${hasRoom(order.kind, mailbox, now)} AND ${order.when ?? sql`true`}`,
  ).onConflictDoNothing();
  return { id, statements: [statement] as const, wait };
}

/** Asks the queue to send a mail of the outbox now. */
export const enqueueMail = (deps: Pick<Deps, "jobs" | "later">, id: string): void =>
  enqueue(deps, { type: "mail.send", id }, "mail.not-enqueued");
