import { and, desc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditEntries, platformSettings, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { staleError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry, isOwnRecord } from "../audit/audit-entry.server";
import { bumpSiteVersion, forgetSiteState } from "../store/content-version.server";
import { runGuarded } from "../store/run-guarded.server";

type Values = Record<string, unknown>;

/** A stored group: differences from the defaults, and the last change with its actor. */
export interface StoredGroup {
  values: Values;
  /** UTC ms; null for the defaults. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

/** Reads a group from the database: commands must not build on remembered values. */
export async function readGroup({ db }: Pick<Deps, "db">, group: string): Promise<StoredGroup> {
  const row = await db
    .select({
      values: platformSettings.values,
      updatedAt: platformSettings.updatedAt,
      updatedBy: platformSettings.updatedBy,
      name: users.displayName,
    })
    .from(platformSettings)
    .leftJoin(users, eq(users.id, platformSettings.updatedBy))
    .where(eq(platformSettings.group, group))
    .get();
  if (!row) return { values: {}, updatedAt: null, updatedBy: null };
  const { values, updatedAt, updatedBy, name } = row;
  return {
    values,
    updatedAt,
    updatedBy: updatedBy === null ? null : { id: updatedBy, displayName: name ?? "" },
  };
}

export const isEqualJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface Change {
  group: string;
  entity: "platform-settings" | "ux-settings";
  /** The group as read. */
  found: StoredGroup;
  /** All values of the group, by field: before and from now on. */
  before: Values;
  after: Values;
  defaults: Values;
  /** Null for the operator. */
  by: Actor | null;
  /** Further statements of the batch. */
  also?: readonly BatchItem<"sqlite">[];
}

/**
 * Writes a group with its audit entry. Default values are not stored.
 * @returns whether anything changed
 * @throws AppError("conflict") after a concurrent change: then nothing is written
 */
export async function storeGroup(
  deps: Pick<Deps, "db" | "memo" | "clock" | "ids">,
  change: Change,
): Promise<boolean> {
  const { db, clock } = deps;
  const { group, entity, found, before, after, defaults, by } = change;
  const changed = Object.keys(after).filter((name) => !isEqualJson(before[name], after[name]));
  if (changed.length === 0) return false;
  const only = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  const values = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isEqualJson(value, defaults[name])),
  );
  // It rises with each change, so that it is the version too.
  const updatedAt = Math.max(clock.now(), (found.updatedAt ?? 0) + 1);
  const updatedBy = by?.id ?? null;
  try {
    await runGuarded(
      deps,
      [
        db
          .insert(platformSettings)
          .values({ group, values, updatedAt, updatedBy })
          .onConflictDoUpdate({
            target: platformSettings.group,
            // Null after a concurrent change, which violates NOT NULL and fails the batch.
            set: {
              values: sql`CASE WHEN ${platformSettings.updatedAt} = ${found.updatedAt} THEN excluded."values" END`,
              updatedAt,
              updatedBy,
            },
          }),
        auditEntry(deps, {
          actorId: updatedBy,
          action: `${entity}.changed`,
          entity,
          entityId: group,
          metadata: { before: only(before), after: only(after) },
          sessionId: by?.sessionId ?? null,
        }),
        // Public pages show the site's name, colours, head and effects.
        bumpSiteVersion(db),
        ...(change.also ?? []),
      ],
      { "platform_settings.values": staleError },
    );
  } finally {
    forgetSiteState(deps);
  }
  return true;
}

/**
 * Where a form says as of when its values are. @throws AppError("conflict") where that has passed
 */
export function assertUnchanged(
  { updatedAt }: StoredGroup,
  expectedUpdatedAt: number | null | undefined,
): void {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== updatedAt) throw staleError("");
}

const SHOWN = 10;

export interface SettingsChange {
  id: string;
  /** UTC ms. */
  at: number;
  /** Null for the operator, or where the account is gone. */
  by: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The last changes of a group from the audit log, newest first. The caller checks the permission.
 */
export async function settingsHistory(
  { db }: Pick<Deps, "db">,
  entity: string,
  group: string,
): Promise<SettingsChange[]> {
  const rows = await db
    .select({
      id: auditEntries.id,
      at: auditEntries.createdAt,
      by: users.displayName,
      metadata: auditEntries.metadata,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.entity, entity), eq(auditEntries.entityId, group), isOwnRecord))
    .orderBy(desc(auditEntries.createdAt))
    .limit(SHOWN);
  return rows.map(({ metadata, ...row }) => ({
    ...row,
    before: recordOf(metadata.before),
    after: recordOf(metadata.after),
  }));
}
