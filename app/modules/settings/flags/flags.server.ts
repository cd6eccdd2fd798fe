import { asc, eq } from "drizzle-orm";
import { featureFlags, users } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, type Role } from "../../../lib/permissions";
import type { Platform } from "../platform-settings.server";
import { type FeatureFlagJson, isKnown, KNOWN_FLAGS, type KnownFlag } from "./known-flags";

type Row = typeof featureFlags.$inferSelect;

/** A flag as staff see it. */
export interface Flag
  extends Pick<Row, "key" | "description" | "isOn" | "percentage" | "roles" | "languages"> {
  /** 0 without a row: the default applies. */
  version: number;
  /** UTC ms; null at version 0. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const shipped = (key: KnownFlag): Flag => ({
  key,
  description: "",
  isOn: KNOWN_FLAGS[key].isOn,
  percentage: 100,
  roles: [],
  languages: [],
  version: 0,
  updatedAt: null,
  updatedBy: null,
});

const select = ({ db }: Pick<Deps, "db">) =>
  db
    .select({ flag: featureFlags, name: users.displayName })
    .from(featureFlags)
    .leftJoin(users, eq(users.id, featureFlags.updatedBy));

const flagOf = ({ flag, name }: { flag: Row; name: string | null }): Flag => ({
  ...flag,
  updatedBy: flag.updatedBy === null ? null : { id: flag.updatedBy, displayName: name ?? "" },
});

/** All flags by key, defaults without a row included. @throws AppError("forbidden") */
export async function listFlags(deps: Pick<Deps, "db">, actor: Actor | null): Promise<Flag[]> {
  assertCan(actor, "feature-flag:read");
  const rows = await select(deps).orderBy(asc(featureFlags.key));
  const stored = new Set(rows.map(({ flag }) => flag.key));
  const untouched = Object.keys(KNOWN_FLAGS).filter((key) => !stored.has(key)) as KnownFlag[];
  return [...rows.map(flagOf), ...untouched.map(shipped)].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** @throws AppError("forbidden"), AppError("not-found") */
export async function getFlag(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  key: string,
): Promise<Flag> {
  assertCan(actor, "feature-flag:read");
  const row = await select(deps).where(eq(featureFlags.key, key)).get();
  if (row) return flagOf(row);
  if (isKnown(key)) return shipped(key);
  throw new AppError("not-found");
}

/** A flag as the API gives it. */
export const flagJson = ({
  key,
  description,
  isOn,
  percentage,
  roles,
  languages,
  version,
  updatedAt,
  updatedBy,
}: Flag): FeatureFlagJson => ({
  key,
  description,
  isOn,
  percentage,
  roles: [...roles],
  languages: [...languages],
  version,
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  updatedBy,
});

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
