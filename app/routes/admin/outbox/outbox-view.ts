/** Row of an outbox mail. */
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

/** Row of a failed push notification. */
export interface PushView {
  id: string;
  kind: string;
  reader: string | null;
  title: string;
  message: string;
  attempts: string;
  lastError: string | null;
  createdAt: string;
  ago: string;
  when: string;
  canResend: boolean;
}

/** Data of `/admin/outbox`. */
export interface OutboxView {
  /** Whether all failed messages can be resent at once. */
  canResendAll: boolean;
  back: string;
  opened:
    | (MailView & { body: { text: string; html: string } | null; language: "en" | "fa" })
    | null;
  show: "dead" | "pushes" | null;
  shows: { name: "dead" | "pushes" | null; href: string }[];
  mails: MailView[];
  pushes: PushView[];
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null | undefined;
}
