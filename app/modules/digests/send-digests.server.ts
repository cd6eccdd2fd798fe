import type { Deps, JobMessage } from "../../lib/deps";
export async function sendDigests(_deps: Deps, _m: Extract<JobMessage, { type: "digests.send" }>): Promise<void> {}
export async function sendDueDigests(_deps: Deps): Promise<void> {}
