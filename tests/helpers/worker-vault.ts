import { env } from "cloudflare:test";
import type { Vault } from "../../app/lib/deps";
import { createVault } from "../../worker/adapters/vault";

/** The vault of the Worker that tests ask, so that what it signs holds there. */
export const workerVault = (): Vault =>
  createVault(env.APP_SECRET ?? "", { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) });
