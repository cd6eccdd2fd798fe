import { MailRefused, type MailTransport } from "../../../app/lib/deps";

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
