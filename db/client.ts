import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { Connection, type ConnectionOptions } from "./connection";

export type { Anchor, Meter } from "./connection";

/** Drizzle over D1. `db.batch` is the only transaction there is; BEGIN is refused by D1. */
export type Database = DrizzleD1Database;

/** The primary itself, each failure as D1 gives it: for scripts and tests. */
export const createDatabase = (d1: D1Database): Database => drizzle(d1);

const primaries = new WeakMap<Database, Database>();

// Drizzle uses only `prepare` and `batch` of a client.
const over = (connection: Connection): Database =>
  createDatabase(connection as unknown as D1Database);

/** Recognised by its method, since in tests the built pages carry a copy of the class. */
function connectionOf(database: Database): Connection | null {
  const client = (database as unknown as { $client: Connection | D1Database }).$client;
  return "readNoEarlierThan" in client ? client : null;
}

/** The database as one request or job sees it (docs/decisions/database-sessions.md). */
export const openDatabase = (d1: D1Database, options: ConnectionOptions): Database =>
  over(new Connection(d1, options));

/**
 * The primary, for reads that must be current, such as a session's validity. Other reads keep their
 * anchor.
 */
export function primaryOf(database: Database): Database {
  const connection = connectionOf(database);
  if (!connection) return database;
  let primary = primaries.get(database);
  if (!primary) {
    primary = over(connection.toPrimary());
    primaries.set(database, primary);
  }
  return primary;
}

/** The newest state that this request has met; null where the database gives no bookmarks. */
export const bookmarkOf = (database: Database): string | null =>
  connectionOf(database)?.bookmark ?? null;

/**
 * The bookmark that the request's reads must include; null where none is required, or all reads use
 * the primary.
 */
export const requiredBookmark = (database: Database): string | null =>
  connectionOf(database)?.required ?? null;

/** Another connection that reads where this one does. Its `bookmarkOf` is that of its own reads. */
export function siblingOf(database: Database): Database {
  const connection = connectionOf(database);
  return connection ? over(connection.sibling()) : database;
}

export const hasWritten = (database: Database): boolean =>
  connectionOf(database)?.hasWritten ?? false;

/** From now on the request reads from a copy that is at least as new as the bookmark. */
export function readNoEarlierThan(database: Database, bookmark: string | null): void {
  if (bookmark !== null) connectionOf(database)?.readNoEarlierThan(bookmark);
}
