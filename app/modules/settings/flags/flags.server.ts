import { asc, eq } from "drizzle-orm";
import { featureFlags, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { FeatureFlagJson } from "./known-flags";
import { isKnown, KNOWN_FLAGS, type KnownFlag } from "./known-flags";

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
