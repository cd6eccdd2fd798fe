import { is } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { Connection, type ConnectionOptions } from "./connection";
import * as schema from "./schema";
import { readRows, readTolerantly } from "./schema/bad-rows";

export type { Anchor, Meter } from "./connection";

/** Drizzle over D1. `db.batch` is the only transaction there is; BEGIN is refused by D1. */
export type Database = DrizzleD1Database;

const { events, eventOccurrences, cities, venues, organizers, users } = schema;
/** Pages and lists are made of these. */
const OF_LISTS = [events, eventOccurrences, cities, venues, organizers];
/** Their columns have defaults: an unknown theme locks nobody out. */
const WITH_DEFAULTS = [users, schema.collections, schema.featureFlags];
/** A date that cannot be read must not hide what a decision is about, or what has access. */
const SHOWN_ANYWAY = [schema.auditEntries, schema.sourceItems, schema.pushSubscriptions];
/** Read by jobs, which set a bad row aside as a dead letter, or with a judgement of their own. */
const OF_JOBS: readonly unknown[] = [
  ...[schema.mails, schema.digests, schema.digestItems, schema.pushes],
  ...[schema.domainEvents, schema.jobs, schema.deadLetters, schema.scheduledDecisions],
  ...[schema.media, schema.remotePictures, schema.channelPosts, schema.botUpdates],
  ...[schema.webhookCauses, schema.webhookMessages, schema.webhookDeliveries],
  ...[schema.sources, schema.sourceChecks],
  ...[schema.ingestionRuns, schema.ingestionCandidates, schema.auditAnchors],
  ...[schema.platformSettings, schema.signingKeys, schema.ticketKeys, schema.restoreState],
  schema.storedBackups,
  ...[schema.contentVersions, schema.keptAnswers],
  // Triggers write them.
  ...[schema.eventFacets, schema.facetCounts],
];
for (const table of OF_LISTS) readTolerantly(table, "lists", true);
for (const table of WITH_DEFAULTS) readTolerantly(table, "nothing", true);
// A link of the chain of entries stays where it is.
for (const table of SHOWN_ANYWAY) readTolerantly(table, "nothing", false);
for (const table of Object.values(schema))
  if (
    is(table, SQLiteTable) &&
    ![...OF_LISTS, ...WITH_DEFAULTS, ...SHOWN_ANYWAY, ...OF_JOBS].includes(table)
  )
    readTolerantly(table, "everything", false);

type Row = readonly unknown[];

/** What Drizzle 0.45 reads answers with: one statement, its fields, and the two shapes of answers. */
interface Prepared {
  fields?: { field: unknown }[];
  values: (placeholders?: object) => Promise<Row[]>;
  get: (placeholders?: object) => Promise<unknown>;
  mapAllResult: (rows: unknown, isFromBatch?: boolean) => object[];
  mapGetResult: (row: unknown, isFromBatch?: boolean) => object;
}
interface Session {
  prepareQuery: (...args: unknown[]) => Prepared;
}

const rowsOfBatch = (answer: unknown): Row[] =>
  (answer as D1Result<object>).results.map((row) => Object.values(row));

/** Lets a statement read rows that hold what no code wrote (docs/decisions/bad-rows.md). */
function tolerant(prepared: Prepared): Prepared {
  const { fields } = prepared;
  if (!fields) return prepared;
  const mapAll = prepared.mapAllResult.bind(prepared);
  const mapGet = prepared.mapGetResult.bind(prepared);
  const one = (row: Row | undefined) =>
    row && readRows([row], fields, ([only]) => [mapGet(only)], false)[0];
  prepared.mapAllResult = (answer, isFromBatch) =>
    readRows(isFromBatch ? rowsOfBatch(answer) : (answer as Row[]), fields, mapAll, true);
  prepared.mapGetResult = (answer, isFromBatch) =>
    one(isFromBatch ? rowsOfBatch(answer)[0] : (answer as Row)) as object;
  prepared.get = async (placeholders) => one((await prepared.values(placeholders))[0]);
  return prepared;
}

/** The primary itself, each failure as D1 gives it: for scripts and tests. */
export function createDatabase(d1: D1Database): Database {
  const database = drizzle(d1);
  const session = (database as unknown as { session: Session }).session;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...args) => tolerant(prepare(...args));
  return database;
}

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
