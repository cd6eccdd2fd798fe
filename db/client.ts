import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as schema from "./schema";

/** Drizzle over D1. `db.batch` is the only transaction there is; BEGIN is refused by D1. */
export type Database = DrizzleD1Database<typeof schema>;

const known = new WeakMap<D1Database, Database>();

/** One an isolate: reading the schema into relations takes longer than a query. */
export function createDatabase(d1: D1Database): Database {
  let database = known.get(d1);
  if (!database) {
    database = drizzle(d1, { schema });
    known.set(d1, database);
  }
  return database;
}
