import { env } from "cloudflare:test";
import type { Deps } from "../../app/lib/deps";
import { createDeps } from "../../worker/deps";

/** What the Worker under test itself works with: its clock, its secret, its database. For tests that ask it by `SELF`. */
export const workerDeps = (): Deps => createDeps(env, () => {});
