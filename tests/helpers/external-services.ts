import { inject } from "vitest";
import type { Answer, Received, ReceivedRequest } from "./external-servers";

const { http, smtpPort, hangingPort } = inject("external");

/** Addresses of the services that the Worker calls in tests (external-servers.ts). */
export const EXTERNAL = { http, smtpPort, hangingPort };

/** Number of connections to the unresponsive server. */
export const countHung = async (): Promise<number> => (await fetch(`${http}/_hung`)).json();

/** Closes these connections. */
export async function endHung(): Promise<void> {
  await fetch(`${http}/_hung`, { method: "PUT", body: "end" });
}

/** Sets the response of a path of the HTTP server. */
export async function answerWith(path: string, answer: Answer): Promise<void> {
  await fetch(`${http}/_answer?path=${encodeURIComponent(path)}`, {
    method: "PUT",
    body: JSON.stringify(answer),
  });
}

/** Requests to a path. */
export const askedAt = async (path: string): Promise<ReceivedRequest[]> =>
  (await fetch(`${http}/_asked?path=${encodeURIComponent(path)}`)).json();

/** Mails that the SMTP server accepted for an address. */
export const receivedBy = async (to: string): Promise<Received[]> =>
  (await fetch(`${http}/_received?to=${encodeURIComponent(to)}`)).json();
