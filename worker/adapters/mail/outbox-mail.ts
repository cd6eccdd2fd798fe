import type { MailTransport } from "../../../app/lib/deps";

/** Mail stays in the database, where /admin/outbox shows it: what runs without any account anywhere. */
export const outboxMail: MailTransport = { keeps: "everything", send: async () => {} };
