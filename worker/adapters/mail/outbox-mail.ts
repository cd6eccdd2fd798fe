import type { MailTransport } from "../../../app/lib/deps";

/** Stores mail in the database only, where /admin/outbox shows it: needs no external account. */
export const outboxMail: MailTransport = { keeps: "everything", send: async () => {} };
