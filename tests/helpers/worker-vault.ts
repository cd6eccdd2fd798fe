import { env } from "cloudflare:test";
import type { Vault } from "../../app/lib/deps";
import { createVault } from "../../worker/adapters/vault";

/** The vault of the Worker under test, so that both accept each other's signatures. */
export const workerVault = (): Vault =>
  createVault(env.APP_SECRET ?? "", {
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
