import { createDatabase, type Database } from "../../db/client";

export interface Metered {
  db: Database;
  /** Of the batches since the start. */
  spent: { rowsRead: number; roundTrips: number };
}

/** A database that counts what its batches cost. */
export function meterDatabase(d1: D1Database): Metered {
  const spent = { rowsRead: 0, roundTrips: 0 };
  const metered = new Proxy(d1, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        spent.roundTrips += 1;
        for (const { meta } of results) spent.rowsRead += meta.rows_read;
        return results;
      };
    },
  });
  return { db: createDatabase(metered), spent };
}
