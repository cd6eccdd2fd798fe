import { and, eq, getTableName, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type {
  AnySQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";
import type { Deps } from "../../lib/deps";
import { type AppError, staleError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry, auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "./run-guarded.server";

export type StoreDeps = Pick<Deps, "db" | "memo" | "clock" | "ids">;

type Statement = BatchItem<"sqlite">;
/** One row a key; `version` rises with each change. */
type ShippedTable = SQLiteTable & Record<"key" | "version", AnySQLiteColumn>;
type ValuesOf<Table extends ShippedTable> = Omit<
  Table["$inferInsert"],
  "key" | "version" | "createdAt" | "updatedAt" | "updatedBy"
>;

/** An entry with its version. `version` is 0 while only the shipped one exists. */
interface Entry {
  key: string;
  version: number;
}

interface StoreOptions<Deps_ extends StoreDeps> {
  /** Entity in the audit log; actions are `<entity>.<action>`. */
  entity: string;
  /** Error of a new entry whose key is taken. */
  taken: () => AppError;
  /** Statements of each batch, beside the row and its audit entry. */
  also?: (deps: Deps_) => readonly Statement[];
  /** Runs after each change: clears caches. */
  changed: (deps: Deps_) => void;
}

interface Save<Values> {
  key: string;
  /** Null for a new entry. */
  before: Entry | null;
  values: Values;
  /** Default: one more than before. */
  version?: number;
  /** Default: "created" or "changed". */
  action?: string;
  metadata: Record<string, unknown>;
  also?: readonly Statement[];
  /** Columns of `also` that fail for the same reason as the key, as `table.column`. */
  guards?: readonly string[];
}

interface Removal {
  before: Entry;
  /** The version that the editor saw; null skips the check. */
  expected?: number | null;
  action: string;
  metadata: Record<string, unknown>;
  /** Error if the row changed since it was read. Default: stale. */
  refused?: () => AppError | Promise<AppError>;
}

/**
 * The given fields of an update over the present values. @throws conflict unless `version` is the
 * present one or not given
 */
export function applyUpdate<Values extends object>(
  present: Entry,
  values: Values,
  {
    version,
    ...changes
  }: { version?: number | undefined } & { [Name in keyof Values]?: Values[Name] | undefined },
): Values {
  if (version !== undefined && version !== present.version) throw staleError();
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  return { ...values, ...given };
}

/**
 * Writes what staff change of shipped entries (flags, notification rules, email templates): a row
 * appears with the first change and hides the shipped entry until it is removed. Each change is one
 * batch with its audit entry.
 */
export function shippedStore<Table extends ShippedTable, Deps_ extends StoreDeps = StoreDeps>(
  table: Table,
  { entity, taken, also = () => [], changed }: StoreOptions<Deps_>,
) {
  const isAsRead = ({ key, version }: Entry) => and(eq(table.key, key), eq(table.version, version));
  const rowAsRead = ({ db }: Pick<Deps, "db">, before: Entry) =>
    db.select({ key: table.key }).from(table).where(isAsRead(before));
  const record = (
    actor: Actor,
    action: string,
    key: string,
    metadata: Record<string, unknown>,
  ) => ({
    actorId: actor.id,
    action: `${entity}.${action}`,
    entity,
    entityId: key,
    metadata,
    sessionId: actor.sessionId,
  });

  return {
    /** @throws conflict if the entry changed since it was read, or `taken` */
    async save(
      deps: Deps_,
      actor: Actor,
      { key, before, values, action, metadata, guards = [], ...save }: Save<ValuesOf<Table>>,
    ) {
      const now = deps.clock.now();
      const row = {
        ...values,
        version: save.version ?? (before?.version ?? 0) + 1,
        updatedAt: now,
        updatedBy: actor.id,
      };
      // Without a row of the version that was read, the key is null and the batch fails.
      const storedKey = before && before.version > 0 ? sql`(${rowAsRead(deps, before)})` : null;
      const insert = deps.db
        .insert(table)
        .values({ ...row, key: storedKey ?? key, createdAt: now } as SQLiteInsertValue<Table>);
      const refused = before ? staleError : taken;
      await runGuarded(
        deps,
        [
          storedKey
            ? insert.onConflictDoUpdate({
                target: table.key,
                set: row as unknown as SQLiteUpdateSetSource<Table>,
              })
            : insert,
          auditEntry(
            deps,
            record(actor, action ?? (before ? "changed" : "created"), key, metadata),
          ),
          ...also(deps),
          ...(save.also ?? []),
        ],
        Object.fromEntries(
          [`${getTableName(table)}.key`, ...guards].map((column) => [column, refused]),
        ),
      );
      changed(deps);
    },

    /**
     * Removes the stored row: a shipped entry applies again. @throws conflict if it changed since
     * it was read, or `refused`
     */
    async remove(
      deps: Deps_,
      actor: Actor,
      { before, expected = null, action, metadata, refused = staleError }: Removal,
    ) {
      if (expected !== null && expected !== before.version) throw staleError();
      await runGuarded(
        deps,
        [
          auditWhere(deps, record(actor, action, before.key, metadata), rowAsRead(deps, before)),
          deps.db.delete(table).where(isAsRead(before)),
          ...also(deps),
        ],
        { "audit_entries.entity": refused },
      );
      changed(deps);
    },
  };
}
