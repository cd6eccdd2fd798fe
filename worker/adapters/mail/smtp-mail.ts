import nodemailer from "nodemailer";
import { MailRefused, type MailTransport } from "../../../app/lib/deps";

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
}

const TIMEOUT = 30_000;

/** Sends through an SMTP server (RFC 5321) over the Worker's TCP sockets. */
export function createSmtpMail({ host, port, secure, user, password, from, isPlain }: SmtpOptions): MailTransport {
  const domain = from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "");
  return {
    keeps: "nothing secret",
    async send({ id, to, subject, text, html, headers }) {
      // One connection a mail: a Worker's sockets end with the request that opened them.
      const transport = nodemailer.createTransport({
        host,
        port,
        secure,
        requireTLS: !secure && !isPlain,
        ignoreTLS: isPlain,
        auth: user === null ? undefined : { user, pass: password ?? "" },
        connectionTimeout: TIMEOUT,
        greetingTimeout: TIMEOUT,
        socketTimeout: TIMEOUT,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ from, to, subject, text, html, headers, messageId: `<${id}@${domain}>` });
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode;
        if (code !== undefined && code >= 500 && code !== 535) throw new MailRefused(`The mail server answered ${code}.`, { cause: error });
        throw error;
      } finally {
        transport.close();
      }
    },
  };
}
