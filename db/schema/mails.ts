import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/** `handed-over`: the server may have accepted the mail, so it is not resent automatically. */
export const MAIL_STATUSES = ["pending", "sending", "handed-over", "sent", "dead"] as const;

/**
 * The mail outbox: a mail is written in the batch of its cause; queue and cron send it (quality.md
 * §3).
 */
export const mails = sqliteTable(
  "mails",
  {
    id: id(),
    /** One mail per key, retries included. */
    idempotencyKey: text("idempotency_key").notNull(),
    kind: text("kind").notNull(),
    userId: text("user_id"),
    toAddress: text("to_address").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** Contains sign-in links: hidden from staff, emptied after sending. */
    isSecret: integer("is_secret", { mode: "boolean" }).notNull().default(false),
    /** The rule that sent it; null for the product's own mails. */
    ruleKey: text("rule_key"),
    /**
     * The list that its unsubscribe link ends (app/modules/mail/unsubscribe-links); null without
     * one (RFC 8058).
     */
    unsubscribes: text("unsubscribes"),
    /** Its reader allows that opening and following are counted. */
    isTracked: integer("is_tracked", { mode: "boolean" }).notNull().default(false),
    openedAt: instant("opened_at"),
    clickedAt: instant("clicked_at"),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    /** When it is due: the next attempt, or the end of a sender's claim. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /**
     * The mailbox of an address that is not proved, by which its mails are counted
     * (app/modules/mail/mail-budget); null where no budget applies.
     */
    mailbox: text("mailbox"),
  },
  (t) => [
    uniqueIndex("mails_idempotency_key").on(t.idempotencyKey),
    index("mails_by_due").on(t.status, t.dueAt),
    index("mails_by_age").on(t.createdAt),
    index("mails_of_rule").on(t.userId, t.ruleKey, t.createdAt),
    index("mails_of_mailbox").on(t.mailbox, t.createdAt).where(sql`mailbox IS NOT NULL`),
  ],
);
