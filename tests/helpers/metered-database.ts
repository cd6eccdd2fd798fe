import { createDatabase, type Database } from "../../db/client";
import { isSiteState } from "./recording-database";

export interface Metered {
  db: Database;
  /**
   * Since the start. `rowsRead` and `rowsWritten` cover batches only: single statements do not
   * report them.
   */
  spent: { rowsRead: number; rowsWritten: number; roundTrips: number };
}

/** Methods that execute a single statement. */
const RUNS = new Set<PropertyKey>(["all", "first", "raw", "run"]);

/** A database that counts the cost of its batches and single statements. */
export function meterDatabase(d1: D1Database): Metered {
  const spent = { rowsRead: 0, rowsWritten: 0, roundTrips: 0 };
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const meteredStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const metered = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name === "bind")
          return (...values: unknown[]) => meteredStatement(target.bind(...values));
        if (!RUNS.has(name)) return typeof value === "function" ? value.bind(target) : value;
        return (...args: unknown[]) => {
          spent.roundTrips += 1;
          return value.apply(target, args);
        };
      },
    });
    originals.set(metered, statement);
    return metered;
  };
  const metered = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => meteredStatement(target.prepare(sql));
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const own = statements.map((statement) => originals.get(statement) ?? statement);
        const results = await target.batch(own);
        if (
          isSiteState(own.map((one) => (one as unknown as { statement?: string }).statement ?? ""))
        )
          return results;
        spent.roundTrips += 1;
        for (const { meta } of results) {
          spent.rowsRead += meta.rows_read;
          spent.rowsWritten += meta.rows_written;
        }
        return results;
      };
    },
  });
  return { db: createDatabase(metered), spent };
}
