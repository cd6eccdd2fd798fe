/** A mail of the outbox as a row. */
export interface MailView {
  id: string;
  kind: string;
  to: string;
  subject: string;
  status: "pending" | "sending" | "handed-over" | "sent" | "dead";
  attempts: string;
  lastError: string | null;
  isSecret: boolean;
  createdAt: string;
  ago: string;
  when: string;
  href: string;
  canResend: boolean;
}

/** /admin/outbox. */
export interface OutboxView {
  back: string;
  opened: (MailView & { body: { text: string; html: string } | null; language: "en" | "fa" }) | null;
  mails: MailView[];
  next: string | null;
  isFirst: boolean;
}
