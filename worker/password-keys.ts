import { DurableObject } from "cloudflare:workers";
import type { DeriveKey, PasswordCost, Random } from "../app/lib/deps";
import { describeError, log } from "../app/lib/runtime/log";
import { deriveKeyHere } from "../app/modules/identity/password.server";

/** Objects that derive keys, each one after the other: four a second. */
const SHARDS = 16;

/**
 * Derives keys in an isolate of its own: scrypt blocks its isolate, and those of requests have
 * pages to serve. It stores nothing.
 */
export class PasswordKeys extends DurableObject<Env> {
  /** Called over RPC. */
  derive(text: string, salt: Uint8Array, cost: PasswordCost): Promise<Uint8Array> {
    return deriveKeyHere(text, salt, cost);
  }
}

/**
 * Keys from a random shard: one chosen by the account would show by its queue whether others try
 * that account. An unreachable shard must lock no one out, so the key is then derived here.
 */
export const createDeriveKey =
  ({ PASSWORD_KEYS }: Pick<Env, "PASSWORD_KEYS">, random: Random): DeriveKey =>
  async (text, salt, cost) => {
    const [byte = 0] = random.bytes(1);
    try {
      return await PASSWORD_KEYS.getByName(String(byte % SHARDS)).derive(text, salt, cost);
    } catch (error) {
      log("warn", "password-keys.away", describeError(error));
      return deriveKeyHere(text, salt, cost);
    }
  };
