import { scrypt } from "node:crypto";
import type { Deps, PasswordCost } from "../../lib/deps";

/** The cost in production (decisions.md §5, ASVS 11.4.2): about 250 ms and 32 MiB. */
export const PASSWORD_COST: PasswordCost = { n: 15, r: 8, p: 3 };
const SALT_LENGTH = 16;
const KEY_LENGTH = 32;
/** Twice what N and r need, bytes: scrypt refuses to run with exactly as much. */
const MAX_MEMORY = 64 * 1024 * 1024;

function derive(password: string, salt: Uint8Array, { n, r, p }: PasswordCost): Promise<Uint8Array> {
  // One spelling of a letter with a mark, whichever keyboard wrote it (RFC 8265 §4.2).
  const text = password.normalize("NFKC");
  return new Promise((resolve, reject) =>
    scrypt(text, salt, KEY_LENGTH, { N: 2 ** n, r, p, maxmem: MAX_MEMORY }, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Hashes a password for the database, its parameters and salt included: `scrypt$15$8$3$<salt>$<key>`. */
export async function hashPassword({ random, passwordCost }: Pick<Deps, "random" | "passwordCost">, password: string): Promise<string> {
  const salt = random.bytes(SALT_LENGTH);
  return format(passwordCost, salt, await derive(password, salt, passwordCost));
}

const format = ({ n, r, p }: PasswordCost, salt: Uint8Array, key: Uint8Array): string =>
  ["scrypt", n, r, p, toBase64(salt), toBase64(key)].join("$");

/** Compared where there is no account, so that the answer takes as long. No password has this key. */
const noPassword = (cost: PasswordCost): string => format(cost, new Uint8Array(SALT_LENGTH), new Uint8Array(KEY_LENGTH));

export interface Verified {
  isRight: boolean;
  /** Whether the stored hash should be made anew with today's cost. */
  isOutdated: boolean;
}

/**
 * Compares a password with what is stored, in the same time whether there is such an account or not.
 * @param stored null where there is no account or no password
 */
export async function verifyPassword(
  { passwordCost }: Pick<Deps, "passwordCost">,
  password: string,
  stored: string | null,
): Promise<Verified> {
  const [scheme, n, r, p, salt = "", key = ""] = (stored ?? noPassword(passwordCost)).split("$");
  const cost = { n: Number(n), r: Number(r), p: Number(p) };
  if (scheme !== "scrypt") throw new Error(`Unknown password hash ${scheme}.`);
  const wanted = Buffer.from(key, "base64");
  const found = await derive(password, Buffer.from(salt, "base64"), cost);
  const isRight = crypto.subtle.timingSafeEqual(found, wanted) && stored !== null;
  return { isRight, isOutdated: isRight && (cost.n !== passwordCost.n || cost.r !== passwordCost.r || cost.p !== passwordCost.p) };
}
