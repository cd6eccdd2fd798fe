import type { PlatformSettings } from "../settings/schema";
import breached from "./breached-passwords.json";

/** At most so many characters; also what keeps a request from hashing megabytes (ASVS 6.2.9). */
export const PASSWORD_MAX_LENGTH = 128;

let common: Set<string> | null = null;

/** Whether a password stands among the 10,000 most common ones. */
function isBreached(password: string): boolean {
  common ??= new Set(breached.passwords.split("\n"));
  // As it is hashed: full-width letters make no other password of it.
  return common.has(password.normalize("NFKC").toLowerCase());
}

export type PasswordIssue = "tooShort" | "tooLong" | "needsUppercase" | "breached";

/**
 * What is wrong with a new password by the settings (decisions.md §5), or null. Length counts characters, not bytes.
 * Anything may be in it, spaces and emoji included (ASVS 6.2.8).
 */
export function passwordIssue(
  password: string,
  { passwordMinLength, requireUppercase }: PlatformSettings["security"],
): PasswordIssue | null {
  // Before anything walks through it: what is that long in units is too long in characters as well.
  if (password.length > PASSWORD_MAX_LENGTH * 2) return "tooLong";
  const length = [...password].length;
  if (length < passwordMinLength) return "tooShort";
  if (length > PASSWORD_MAX_LENGTH) return "tooLong";
  if (isBreached(password)) return "breached";
  // Scripts without cases, such as Persian, have no upper case to ask for.
  if (requireUppercase && /\p{Ll}/u.test(password) && !/\p{Lu}/u.test(password)) return "needsUppercase";
  return null;
}
