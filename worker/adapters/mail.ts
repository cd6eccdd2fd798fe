import { Readable } from "node:stream";
import nodemailer from "nodemailer";
import { MailRefused, type MailTransport, MailUncertain } from "../../app/lib/deps";

export interface HttpMailOptions {
  url: string;
  token: string;
  from: string;
}

const TIMEOUT = 30_000;

/**
 * Posts each mail as JSON to the API of a mail service, `{from, to, subject, text, html, headers}`,
 * with a bearer token.
 */
export function createHttpMail({ url, token, from }: HttpMailOptions): MailTransport {
  return {
    keeps: "nothing secret",
    async send({ id, to, subject, text, html, headers }) {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${token}`,
          "Idempotency-Key": id,
        },
        body: JSON.stringify({ from, to, subject, text, html, headers }),
        signal: AbortSignal.timeout(TIMEOUT),
        redirect: "manual",
      });
      await response.body?.cancel();
      if (response.ok) return;
      const message = `The mail service answered ${response.status}.`;
      // A bad mail (400) or recipient (422) is permanent; errors of our side (401, 408, 429 …) may
      // pass.
      throw response.status === 400 || response.status === 422
        ? new MailRefused(message, response.status === 422)
        : new Error(message);
    },
  };
}

/** Stores mail in the database only, where /admin/outbox shows it: needs no external account. */
export const outboxMail: MailTransport = { keeps: "everything", send: async () => {} };

export interface SmtpOptions {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); else STARTTLS is required unless `isPlain`. */
  secure: boolean;
  user: string | null;
  password: string | null;
  from: string;
  /** Without TLS: for a server on the same machine only. */
  isPlain: boolean;
  /** For tests with hanging servers. */
  limits?: SmtpLimits;
}

/**
 * Timeouts of a mail server, ms: for connection and greeting, until it requests the message, and
 * for its final response.
 */
interface SmtpLimits {
  greeting: number;
  handOver: number;
  answer: number;
}

/**
 * A server may take its time over a whole mail (RFC 5321 §4.5.3.2.6); giving up early leaves the
 * outcome unknown.
 */
const LIMITS: SmtpLimits = { greeting: 10_000, handOver: 30_000, answer: 120_000 };
/** Commands whose errors concern the mail itself, by nodemailer's names. */
const OF_THE_MAIL = new Set(["RCPT TO", "DATA"]);

/**
 * Withholds the end of a message until `handOver` resolves: without it no server accepts a mail
 * (RFC 5321 §4.1.1.4).
 */
async function* heldBack(
  message: AsyncIterable<Buffer>,
  handOver: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let last: Buffer | null = null;
  for await (const chunk of message) {
    if (last) yield last;
    last = chunk;
  }
  await handOver();
  if (last) yield last;
}

/** Sends through an SMTP server (RFC 5321) over the Worker's TCP sockets. */
export function createSmtpMail({
  host,
  port,
  secure,
  user,
  password,
  from,
  isPlain,
  limits = LIMITS,
}: SmtpOptions): MailTransport {
  const domain = from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "");
  return {
    keeps: "nothing secret",
    async send({ id, to, subject, text, html, headers }, handOver) {
      // One connection a mail: a Worker's sockets end with the request that opened them.
      const transport = nodemailer.createTransport({
        host,
        port,
        secure,
        requireTLS: !secure && !isPlain,
        ignoreTLS: isPlain,
        auth: user === null ? undefined : { user, pass: password ?? "" },
        connectionTimeout: limits.greeting,
        greetingTimeout: limits.greeting,
        socketTimeout: limits.answer,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      let isHandedOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let expire: (error: Error) => void = () => {};
      const expired = new Promise<never>((_, reject) => {
        expire = reject;
      });
      // The library's timeouts restart with each byte; these do not.
      const within = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => expire(new Error("The mail server took too long.")), ms);
      };
      const handOverNow = async () => {
        await handOver();
        isHandedOver = true;
        within(limits.answer);
      };
      transport.use("stream", (mail, done) => {
        // Runs when the server requests the message, like the library's DKIM signing.
        mail.message.processFunc((message: Readable) =>
          Readable.from(heldBack(message, handOverNow)),
        );
        done();
      });
      try {
        // As an object, so that it is one address and never read as a list.
        within(limits.handOver);
        const message = {
          from,
          to: { name: "", address: to },
          subject,
          text,
          html,
          headers,
          messageId: `<${id}@${domain}>`,
        };
        await Promise.race([transport.sendMail(message), expired]);
      } catch (error) {
        // Errors about the recipient or the mail are permanent; errors about our log-in or sender
        // may be fixed.
        const { responseCode: code = 0, command = "" } = error as {
          responseCode?: number;
          command?: string;
        };
        if (code >= 500 && OF_THE_MAIL.has(command))
          throw new MailRefused(`The mail server answered ${code}.`, command === "RCPT TO", {
            cause: error,
          });
        if (isHandedOver && code === 0)
          throw new MailUncertain("The mail server did not say whether it took the mail.", {
            cause: error,
          });
        throw error;
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}
