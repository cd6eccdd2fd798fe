import type { PlatformSettings } from "../settings/schema";
import breached from "./breached-passwords.json";

/** Characters; also bounds the cost of hashing (ASVS 6.2.9). */
export const PASSWORD_MAX_LENGTH = 128;

let common: Set<string> | null = null;

/**
 * The list as `scripts/make-breached-passwords.ts` writes it: in order, each begins with so many
 * characters of the one before.
 */
function readBreached(): Set<string> {
  let before = "";
  return new Set(
    breached.passwords.split("\n").map((line) => {
      before = before.slice(0, Number(line[0])) + line.slice(1);
      return before;
    }),
  );
}

/** Whether the password is among the 10,000 most common ones. */
function isBreached(password: string): boolean {
  common ??= readBreached();
  // Normalized as for hashing, so that full-width letters do not bypass the list.
  return common.has(password.normalize("NFKC").toLowerCase());
}

export type PasswordIssue = "tooShort" | "tooLong" | "needsUppercase" | "breached";

/**
 * The issue of a new password under the settings (decisions.md §5), or null. Counts characters, not
 * bytes; allows spaces and emoji (ASVS 6.2.8).
 */
export function passwordIssue(
  password: string,
  { passwordMinLength, requireUppercase }: PlatformSettings["security"],
): PasswordIssue | null {
  // Before any further work: more than twice the units exceeds the limit in characters too.
  if (password.length > PASSWORD_MAX_LENGTH * 2) return "tooLong";
  const length = [...password].length;
  if (length < passwordMinLength) return "tooShort";
  if (length > PASSWORD_MAX_LENGTH) return "tooLong";
  if (isBreached(password)) return "breached";
  // Scripts without letter case, such as Persian, have no upper case.
  if (requireUppercase && /\p{Ll}/u.test(password) && !/\p{Lu}/u.test(password))
    return "needsUppercase";
  return null;
}
