import { and, asc, eq, sql } from "drizzle-orm";
import { featureFlags, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { bumpContentVersion, forgetContentVersion } from "../events/content-version.server";
import { forgetPlatform } from "../settings/platform.server";
import { KNOWN_FLAGS, type KnownFlag } from "./known-flags";
import type { FeatureFlagInput, FeatureFlagUpdate } from "./schema";

type Row = typeof featureFlags.$inferSelect;
type Write = Pick<Deps, "db" | "memo" | "clock" | "ids">;

/** A flag as staff see it. */
export interface Flag extends Pick<Row, "key" | "description" | "isOn" | "percentage" | "roles" | "languages"> {
  /** 0 while nobody has said anything of it: then what is shipped holds. */
  version: number;
  /** UTC ms; null at version 0. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const isKnown = (key: string): key is KnownFlag => Object.hasOwn(KNOWN_FLAGS, key);

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
  db.select({ flag: featureFlags, name: users.displayName }).from(featureFlags).leftJoin(users, eq(users.id, featureFlags.updatedBy));

const flagOf = ({ flag, name }: { flag: Row; name: string | null }): Flag => ({
  ...flag,
  updatedBy: flag.updatedBy === null ? null : { id: flag.updatedBy, displayName: name ?? "" },
});

/** All flags by key, those too that the code asks for and nobody has touched. @throws AppError("forbidden") */
export async function listFlags(deps: Pick<Deps, "db">, actor: Actor | null): Promise<Flag[]> {
  assertCan(actor, "feature-flag:read");
  const rows = await select(deps).orderBy(asc(featureFlags.key));
  const stored = new Set(rows.map(({ flag }) => flag.key));
  const untouched = Object.keys(KNOWN_FLAGS).filter((key) => !stored.has(key)) as KnownFlag[];
  return [...rows.map(flagOf), ...untouched.map(shipped)].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** @throws AppError("forbidden"), AppError("not-found") */
export async function getFlag(deps: Pick<Deps, "db">, actor: Actor | null, key: string): Promise<Flag> {
  assertCan(actor, "feature-flag:read");
  const row = await select(deps).where(eq(featureFlags.key, key)).get();
  if (row) return flagOf(row);
  if (isKnown(key)) return shipped(key);
  throw new AppError("not-found");
}

/** What of a flag is written into the audit log. */
const recorded = ({ description, isOn, percentage, roles, languages }: Omit<FeatureFlagInput, "key">) => ({
  description,
  isOn,
  percentage,
  roles,
  languages,
});

function announce({ memo }: Write): void {
  forgetPlatform(memo);
  forgetContentVersion(memo);
}

/** @throws AppError("forbidden"), AppError("conflict") where there is one of that key */
export async function createFlag(deps: Write, actor: Actor | null, input: FeatureFlagInput): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const taken = () => new AppError("conflict", [{ path: "key", message: "errors:issue.flagTaken" }]);
  if (isKnown(input.key)) throw taken();
  await insertFlag(deps, actor, input, null).catch((error: unknown) => {
    throw failsAt(error, "UNIQUE constraint failed: feature_flags.key") ? taken() : error;
  });
}

async function insertFlag(deps: Write, actor: Actor, input: FeatureFlagInput, before: Flag | null): Promise<void> {
  const now = deps.clock.now();
  await deps.db.batch([
    deps.db.insert(featureFlags).values({ ...input, createdAt: now, updatedAt: now, updatedBy: actor.id }),
    auditEntry(deps, {
      actorId: actor.id,
      action: before ? "feature-flag.changed" : "feature-flag.created",
      entity: "feature-flag",
      entityId: input.key,
      metadata: { before: before && recorded(before), after: recorded(input) },
      sessionId: actor.sessionId,
    }),
    bumpContentVersion(deps.db),
  ]);
  announce(deps);
}

/**
 * Changes what is given of a flag. @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") where
 * somebody was faster
 */
export async function updateFlag(deps: Write, actor: Actor | null, key: string, { version, ...changes }: FeatureFlagUpdate): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  const stale = () => new AppError("conflict", [{ path: "version", message: "errors:issue.stale" }]);
  if (version !== undefined && version !== before.version) throw stale();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...recorded(before), ...given };
  try {
    if (before.version === 0) await insertFlag(deps, actor, { key, ...after }, before);
    else await replaceFlag(deps, actor, before, after);
  } catch (error) {
    throw failsAt(error, "constraint failed: feature_flags") ? stale() : error;
  }
}

/** Its key while it is as it was found, else null. */
const asFound = ({ db }: Pick<Deps, "db">, { key, version }: Flag) =>
  sql`(${db
    .select({ key: featureFlags.key })
    .from(featureFlags)
    .where(and(eq(featureFlags.key, key), eq(featureFlags.version, version)))})`;

function failsAt(error: unknown, where: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(where)) return true;
  return false;
}

async function replaceFlag(deps: Write, actor: Actor, before: Flag, after: Omit<FeatureFlagInput, "key">): Promise<void> {
  const { db, clock } = deps;
  await db.batch([
    // Where it is not as it was found there is no row to copy the key from, and the statement fails with its batch.
    db
      .insert(featureFlags)
      .values({ ...after, key: asFound(deps, before), createdAt: clock.now(), updatedAt: clock.now(), updatedBy: actor.id })
      .onConflictDoUpdate({
        target: featureFlags.key,
        set: { ...after, version: before.version + 1, updatedAt: clock.now(), updatedBy: actor.id },
      }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "feature-flag.changed",
      entity: "feature-flag",
      entityId: before.key,
      metadata: { before: recorded(before), after: recorded(after) },
      sessionId: actor.sessionId,
    }),
    bumpContentVersion(db),
  ]);
  announce(deps);
}

/**
 * Deletes a flag: what the code asks for is then as it is shipped, anything else is off.
 * @throws AppError("forbidden"), AppError("not-found") also where a colleague was faster, AppError("conflict") where it has
 * been changed meanwhile
 */
export async function deleteFlag(deps: Write, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const { db } = deps;
  const before = await getFlag(deps, actor, key);
  if (before.version === 0) throw new AppError("not-found");
  const statements = [
    // As in `replaceFlag`: what is not as it was found has no key to copy, and the batch fails as a whole.
    db
      .insert(featureFlags)
      .values({ ...recorded(before), key: asFound(deps, before), createdAt: deps.clock.now(), updatedAt: deps.clock.now() })
      .onConflictDoUpdate({ target: featureFlags.key, set: { updatedBy: actor.id } }),
    db.delete(featureFlags).where(eq(featureFlags.key, key)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "feature-flag.deleted",
      entity: "feature-flag",
      entityId: key,
      metadata: { before: recorded(before), after: null },
      sessionId: actor.sessionId,
    }),
    bumpContentVersion(db),
  ] as const;
  try {
    await db.batch(statements);
  } catch (error) {
    if (!failsAt(error, "constraint failed: feature_flags")) throw error;
    const now = await getFlag(deps, actor, key);
    throw now.version === 0 ? new AppError("not-found") : new AppError("conflict", [{ path: "version", message: "errors:issue.stale" }]);
  }
  announce(deps);
}
