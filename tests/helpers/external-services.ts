import { inject } from "vitest";
import type { Answer, Asked, Received } from "./external-servers";

const { http, smtpPort, hangingPort } = inject("external");

/** Where the services stand that the Worker asks in tests (external-servers.ts). */
export const EXTERNAL = { http, smtpPort, hangingPort };

/** How often somebody has connected to the server that never says a word. */
export const hungSoFar = async (): Promise<number> => (await fetch(`${http}/_hung`)).json();

/** Ends the connections to it. */
export async function endHung(): Promise<void> {
  await fetch(`${http}/_hung`, { method: "PUT", body: "end" });
}

/** Says what a path of the HTTP server answers from now on. */
export async function answerWith(path: string, answer: Answer): Promise<void> {
  await fetch(`${http}/_answer?path=${encodeURIComponent(path)}`, { method: "PUT", body: JSON.stringify(answer) });
}

/** What has been asked at a path. */
export const askedAt = async (path: string): Promise<Asked[]> => (await fetch(`${http}/_asked?path=${encodeURIComponent(path)}`)).json();

/** The mails that the SMTP server has taken for an address. */
export const receivedBy = async (to: string): Promise<Received[]> => (await fetch(`${http}/_received?to=${encodeURIComponent(to)}`)).json();
