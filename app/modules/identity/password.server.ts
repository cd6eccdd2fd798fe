import { scrypt } from "node:crypto";
import type { Deps, DeriveKey, PasswordCost } from "../../lib/deps";
import type { PlatformSettings } from "../settings/schema";

/** Cost in production (decisions.md §5, ASVS 11.4.2): about 250 ms and 32 MiB. */
export const PASSWORD_COST: PasswordCost = { n: 15, r: 8, p: 3 };
const SALT_LENGTH = 16;
const KEY_LENGTH = 32;
/** Twice the memory for N and r, bytes: scrypt refuses the exact amount. */
const MAX_MEMORY = 64 * 1024 * 1024;

/** scrypt on this thread, which does nothing else meanwhile. */
export const deriveKeyHere: DeriveKey = (text, salt, { n, r, p }) =>
  new Promise((resolve, reject) =>
    scrypt(text, salt, KEY_LENGTH, { N: 2 ** n, r, p, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** One normal form, independent of the keyboard (RFC 8265 §4.2). */
const normalForm = (password: string) => password.normalize("NFKC");

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Hashes a password, with parameters and salt: `scrypt$15$8$3$<salt>$<key>`. */
export async function hashPassword(
  { random, passwordCost, deriveKey }: Pick<Deps, "random" | "passwordCost" | "deriveKey">,
  password: string,
): Promise<string> {
  const salt = random.bytes(SALT_LENGTH);
  return format(passwordCost, salt, await deriveKey(normalForm(password), salt, passwordCost));
}

const format = ({ n, r, p }: PasswordCost, salt: Uint8Array, key: Uint8Array): string =>
  ["scrypt", n, r, p, toBase64(salt), toBase64(key)].join("$");

/** Hash to compare with if there is no account, for equal timing. No password matches it. */
const noPassword = (cost: PasswordCost): string =>
  format(cost, new Uint8Array(SALT_LENGTH), new Uint8Array(KEY_LENGTH));

export interface Verified {
  isRight: boolean;
  /** Whether the hash uses an outdated cost. */
  isOutdated: boolean;
}

/**
 * Verifies a password, in equal time with and without an account. @param stored null without an
 * account or password
 */
export async function verifyPassword(
  { passwordCost, deriveKey }: Pick<Deps, "passwordCost" | "deriveKey">,
  password: string,
  stored: string | null,
): Promise<Verified> {
  const [scheme, n, r, p, salt = "", key = ""] = (stored ?? noPassword(passwordCost)).split("$");
  const cost = { n: Number(n), r: Number(r), p: Number(p) };
  if (scheme !== "scrypt") throw new Error(`Unknown password hash ${scheme}.`);
  const wanted = Buffer.from(key, "base64");
  const found = await deriveKey(normalForm(password), Buffer.from(salt, "base64"), cost);
  const isRight = crypto.subtle.timingSafeEqual(found, wanted) && stored !== null;
  return {
    isRight,
    isOutdated:
      isRight &&
      (cost.n !== passwordCost.n || cost.r !== passwordCost.r || cost.p !== passwordCost.p),
  };
}

/** Characters; also bounds the cost of hashing (ASVS 6.2.9). */
export const PASSWORD_MAX_LENGTH = 128;

let common: Promise<ReadonlySet<string>> | undefined;

/** The list of scripts/make-texts.mjs, read once an isolate: it is no part of the Worker. */
const commonPasswords = (shipped: Deps["shipped"]): Promise<ReadonlySet<string>> =>
  (common ??= shipped("/texts/common-passwords.txt")
    .then(async (file) => new Set((await file.text()).split("\n")))
    .catch((error: unknown) => {
      common = undefined;
      throw error;
    }));

/** Whether the password is among the 10,000 most common ones. */
async function isBreached({ shipped }: Pick<Deps, "shipped">, password: string): Promise<boolean> {
  // Normalized as for hashing, so that full-width letters do not bypass the list.
  return (await commonPasswords(shipped)).has(password.normalize("NFKC").toLowerCase());
}

export type PasswordIssue = "tooShort" | "tooLong" | "needsUppercase" | "breached";

/**
 * The issue of a new password under the settings (decisions.md §5), or null. Counts characters, not
 * bytes; allows spaces and emoji (ASVS 6.2.8).
 */
export async function passwordIssue(
  deps: Pick<Deps, "shipped">,
  password: string,
  { passwordMinLength, requireUppercase }: PlatformSettings["security"],
): Promise<PasswordIssue | null> {
  // Before any further work: more than twice the units exceeds the limit in characters too.
  if (password.length > PASSWORD_MAX_LENGTH * 2) return "tooLong";
  const length = [...password].length;
  if (length < passwordMinLength) return "tooShort";
  if (length > PASSWORD_MAX_LENGTH) return "tooLong";
  if (await isBreached(deps, password)) return "breached";
  // Scripts without letter case, such as Persian, have no upper case.
  if (requireUppercase && /\p{Ll}/u.test(password) && !/\p{Lu}/u.test(password))
    return "needsUppercase";
  return null;
}
