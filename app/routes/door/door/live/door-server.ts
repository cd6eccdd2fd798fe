import type { DoorList, ScanAnswer } from "~/lib/door/door-list";
import { paths } from "~/lib/paths";
import type { DoorServer } from "./door-log";

/** @throws Error where there is no answer, TypeError without a network */
async function request(address: string, patience: number, init: RequestInit = {}) {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(patience) });
  if (answer.status === 401 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The server of an open door, as its phone asks it. */
export const doorServer = (key: string): DoorServer => ({
  list: (since, patience) =>
    request(
      paths.doorList(key, { since: since === null ? null : String(since) }),
      patience,
    ) as Promise<DoorList | null>,
  async send(scans, patience, isReady = false) {
    const answer = await request(paths.doorScans(key), patience, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      // A Worker of an earlier version refuses a field that it does not know.
      body: JSON.stringify({ scans, ...(isReady && { isReady }) }),
    });
    return (answer as { answers: Record<string, ScanAnswer> } | null)?.answers ?? null;
  },
});
