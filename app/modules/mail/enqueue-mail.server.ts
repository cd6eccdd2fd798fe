import { mails } from "../../../db/schema";
import { mailLink } from "../../i18n/addressed-language";
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locale";
import type { TextValues } from "../../i18n/translate";
import type { Deps } from "../../lib/deps";
import { enqueue } from "../queues/enqueue.server";
import { settingsOf } from "../settings/platform-settings.server";
import { type MailKind, renderMail } from "./render-mail.server";

export interface MailOrder {
  kind: MailKind;
  to: string;
  userId: string | null;
  /** Null if the reader's language is unknown. */
  locale: Locale | null;
  /** The button's address, a URL of this product; the mail adds its language. */
  link: string | null;
  values: TextValues;
  /** Whether its link signs in; hidden from staff. */
  isSecret: boolean;
  /** One mail a key; left out, each order is its own. */
  idempotencyKey?: string;
}

/**
 * Renders a mail and returns the outbox statement for its cause's batch. Call `enqueueMail` after
 * the batch; the cron finds what the queue loses.
 */
export async function mailStatement(
  deps: Pick<Deps, "db" | "ids" | "clock" | "memo">,
  order: MailOrder,
) {
  const { branding } = await settingsOf(deps);
  const locale = order.locale ?? DEFAULT_LOCALE;
  const body = renderMail(order.kind, locale, {
    link: order.link && mailLink(order.link, order.locale),
    values: order.values,
    siteName: branding.companyName[locale],
    supportEmail: branding.supportEmail,
    primaryColor: branding.primaryColor,
  });
  const now = deps.clock.now();
  const id = deps.ids.next();
  const statement = deps.db
    .insert(mails)
    .values({
      id,
      idempotencyKey: order.idempotencyKey ?? id,
      kind: order.kind,
      userId: order.userId,
      toAddress: order.to,
      locale,
      ...body,
      isSecret: order.isSecret,
      dueAt: now,
      createdAt: now,
    })
    .onConflictDoNothing();
  return { id, statements: [statement] as const };
}

/** Asks the queue to send a mail of the outbox now. */
export const enqueueMail = (deps: Pick<Deps, "jobs" | "later">, id: string): void =>
  enqueue(deps, { type: "mail.send", id }, "mail.not-enqueued");
