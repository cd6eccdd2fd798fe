import type { Locale } from "../../../i18n/locale";
import type { Role } from "../../../lib/permissions";
import type { Platform } from "../platform-settings.server";
import { KNOWN_FLAGS } from "./known-flags";

/** FNV-1a (32 bits) with MurmurHash3's last mixing, so that alike ids fall far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Whether a user is in the first `percentage` of 100. Stable per flag and user: growing the share
 * keeps its users, and another flag selects other users.
 */
export function isInRollout(key: string, userId: string, percentage: number): boolean {
  return hash(`${key} ${userId}`) % 100 < percentage;
}

export interface FlagReader {
  locale: Locale;
  /** Null for visitors. */
  user: { id: string; role: Role } | null;
}

type Rule = Pick<Platform["flags"][number], "key" | "isOn" | "percentage" | "roles" | "languages">;

/**
 * Whether a flag is on for a reader. A visitor has no role and no lasting name, and their pages are
 * kept for all of them: for visitors the language alone decides, and a flag that is for a share of
 * people or for roles is off.
 */
export function isFlagOnFor(
  { key, isOn, percentage, roles, languages }: Rule,
  { locale, user }: FlagReader,
): boolean {
  if (!isOn || (languages.length > 0 && !languages.includes(locale))) return false;
  if (!user) return percentage === 100 && roles.length === 0;
  return (roles.length === 0 || roles.includes(user.role)) && isInRollout(key, user.id, percentage);
}

/** The keys of the flags that are on for a reader, in order (decisions.md §8). */
export function flagsIn({ flags }: Pick<Platform, "flags">, reader: FlagReader): string[] {
  const stored = new Set(flags.map(({ key }) => key));
  const shipped = Object.entries(KNOWN_FLAGS).filter(([key, { isOn }]) => isOn && !stored.has(key));
  return [
    ...shipped.map(([key]) => key),
    ...flags.filter((flag) => isFlagOnFor(flag, reader)).map(({ key }) => key),
  ].sort();
}
