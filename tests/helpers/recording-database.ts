import { createDatabase, type Database } from "../../db/client";

export interface Recording {
  db: Database;
  /** Executed statements with their parameters. */
  statements: { sql: string; parameters: unknown[] }[];
  /** Number of round trips; a batch is one. */
  roundTrips: number;
}

/** A database that records its statements. */
export function recordDatabase(d1: D1Database): Recording {
  const recording: Recording = {
    db: undefined as unknown as Database,
    statements: [],
    roundTrips: 0,
  };
  const originals = new WeakMap<
    object,
    { statement: D1PreparedStatement; sql: string; parameters: unknown[] }
  >();
  const note = (wrapped: object) => {
    const known = originals.get(wrapped);
    if (known) recording.statements.push({ sql: known.sql, parameters: known.parameters });
    return known?.statement as D1PreparedStatement;
  };

  const wrap = (
    statement: D1PreparedStatement,
    sql: string,
    parameters: unknown[],
  ): D1PreparedStatement => {
    const wrapped: D1PreparedStatement = new Proxy(statement, {
      get(target, property) {
        if (property === "bind")
          return (...values: unknown[]) => wrap(target.bind(...values), sql, values);
        if (property === "all" || property === "run" || property === "raw" || property === "first")
          return (...values: []) => {
            recording.roundTrips += 1;
            return (note(wrapped)[property] as (...values: []) => unknown)(...values);
          };
        return Reflect.get(target, property, target);
      },
    });
    originals.set(wrapped, { statement, sql, parameters });
    return wrapped;
  };

  const database = new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") return (sql: string) => wrap(target.prepare(sql), sql, []);
      if (property === "batch")
        return (statements: D1PreparedStatement[]) => {
          if (isSiteState(statements.map((one) => originals.get(one)?.sql ?? "")))
            return target.batch(statements.map((one) => originals.get(one)?.statement ?? one));
          recording.roundTrips += 1;
          return target.batch(statements.map(note));
        };
      return Reflect.get(target, property, target);
    },
  });
  recording.db = createDatabase(database);
  return recording;
}

/**
 * Whether a batch reads the site state (settings, cities, versions), which isolates cache: not part
 * of any query's cost.
 */
export const isSiteState = (sqls: readonly string[]): boolean =>
  sqls.some((sql) => sql.includes('from "content_versions"')) &&
  sqls.some((sql) => sql.includes('from "restore_state"'));

/** Whether a batch writes; reads are batched too. */
export const isWriting = (statements: readonly D1PreparedStatement[]): boolean =>
  statements.some((one) =>
    /^\s*(?:insert|update|delete)/i.test((one as unknown as { statement: string }).statement),
  );

/** The query plans of the recorded statements, a line a step. */
export async function queryPlansOf(d1: D1Database, { statements }: Recording): Promise<string[]> {
  const plans = await Promise.all(
    statements.map(({ sql, parameters }) =>
      d1
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>(),
    ),
  );
  return plans.flatMap(({ results }) => results.map(({ detail }) => detail));
}
