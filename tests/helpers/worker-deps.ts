import { env } from "cloudflare:test";
import type { Deps } from "../../app/lib/deps";
import { createDeps } from "../../worker/deps";

/**
 * Dependencies of the Worker under test: its clock, secret and database. For tests through `SELF`.
 */
export const workerDeps = (): Deps => createDeps(env, () => {});
