import { eq, gt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../../db/client";
import { cities, events } from "../../../db/schema";
import { offsetAt } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { takesPlace } from "../../lib/event/schedule";
import { materialise } from "../schedule/expand-schedule.server";
import { insertJson } from "../store/run-guarded.server";
import { phrasedText } from "./phrasings";
import { type IndexedCity, type IndexedEvent, type SearchRow, searchRow } from "./search-document";
import {
  CREATE_SEARCH_TABLES,
  DROP_SEARCH_TABLES,
  eventSearch,
  searchSpellings,
  searchWordsTable,
} from "./search-tables";
import { spellings } from "./spelling";

type Statement = BatchItem<"sqlite">;

/**
 * The index row of an event, by the clock of its city; of a series with its dates from the next one
 * on, as they are stored.
 */
function rowOf(event: IndexedEvent, city: IndexedCity): IndexedRow {
  const { id, schedule, startsAt, endsAt } = event;
  const dates = schedule
    ? materialise(schedule, { eventId: id, timeZone: city.timeZone }, startsAt)
    : [];
  const toCome = dates.filter((date) => takesPlace(date) && date.startsAt >= startsAt);
  const indexed = toCome.map((date) => ({
    ...date,
    offset: offsetAt(date.startsAt, city.timeZone),
  }));
  const [first = { startsAt, endsAt, offset: offsetAt(startsAt, city.timeZone) }, ...later] =
    indexed;
  return { ...searchRow(event, city, [first, ...later]), phrased: phrasedText(event) };
}

/** A row with the texts that its stored phrasings must be written for. */
interface IndexedRow {
  row: SearchRow;
  words: string[];
  phrased: string;
}

/**
 * Inserts all rows from one JSON text: a statement has at most 100 bound parameters. Phrasings that
 * were written for an event as it is (`event_phrasings`) stand behind its description.
 */
function insertRows(db: Database, rows: readonly IndexedRow[]) {
  const stored = sql`coalesce((SELECT ' ' || words FROM event_phrasings p WHERE p.event_id = j.value ->> 'eventId' AND p.written_for = j.value ->> 'phrased'), '')`;
  const texts = JSON.stringify(rows.map(({ row, phrased }) => ({ ...row, phrased })));
  return insertJson(db, eventSearch, texts, {
    description: sql`(j.value ->> 'description') || ${stored}`,
  });
}

const insertWords = (db: Database, words: readonly string[]) => [
  insertJson(
    db,
    searchWordsTable,
    JSON.stringify(words.map((word) => ({ word }))),
  ).onConflictDoNothing(),
  insertJson(
    db,
    searchSpellings,
    JSON.stringify(
      words.flatMap((word) => spellings(word).map((spelling) => ({ spelling, word }))),
    ),
  ).onConflictDoNothing(),
];

const isListed = ({ status = "draft", isActive = true, deletedAt = null }: IndexedEvent) =>
  status === "approved" && isActive && deletedAt === null;

/**
 * Statements that bring the index in line with an event. They follow the event's write in the same
 * batch: the triggers of migration 0002 then have removed the row of a former start.
 */
export function indexEventStatements(
  db: Database,
  event: IndexedEvent,
  city: IndexedCity,
): [Statement, ...Statement[]] {
  const remove = db.delete(eventSearch).where(eq(eventSearch.rowid, event.searchRowid));
  if (!isListed(event)) return [remove];
  const indexed = rowOf(event, city);
  return [remove, insertRows(db, [indexed]), ...insertWords(db, indexed.words)];
}

/**
 * Statements that insert many listed events, which must not be indexed yet. `known` collects the
 * words already inserted.
 */
export function addEventsStatements(
  db: Database,
  listed: readonly { event: IndexedEvent; city: IndexedCity }[],
  known: Set<string>,
): [Statement, ...Statement[]] {
  const indexed = listed.map(({ event, city }) => rowOf(event, city));
  const words = [...new Set(indexed.flatMap((entry) => entry.words))].filter(
    (word) => !known.has(word),
  );
  for (const word of words) known.add(word);
  return [insertRows(db, indexed), ...(words.length > 0 ? insertWords(db, words) : [])];
}

/**
 * Pages of the index that a step of a merge reads and writes: some 40 ms of the database's time.
 */
const MERGE_PAGES = 500;
/** Steps of one run at most: an index of 100,000 events needs 170. */
const MERGE_STEPS = 400;

/**
 * Joins the parts that writes add to the full-text index, nightly: a search looks up each of its
 * words in every part, and fourteen parts make that ten times as slow as one. In steps, between
 * which others may write; the next run continues. @returns the steps taken
 */
export async function mergeSearchIndex({ db }: Pick<Deps, "db">): Promise<{ steps: number }> {
  // A negative number begins to join all parts (SQLite, "The 'merge' Command"); fewer than two
  // changes say that none are left.
  const step = async (pages: number) =>
    (await db.run(sql`INSERT INTO event_search (event_search, rank) VALUES ('merge', ${pages})`))
      .meta.changes;
  let steps = 1;
  let changes = await step(-MERGE_PAGES);
  while (changes >= 2 && steps < MERGE_STEPS) {
    changes = await step(MERGE_PAGES);
    steps++;
  }
  return { steps };
}

export interface RebuildOptions {
  /** Events per batch. */
  chunk?: number;
  onProgress?: (done: number) => void;
}

/**
 * Drops the index and rebuilds it from the events, after a restore or changed rules; also refills
 * the staff's name indexes. Searches find fewer events while it runs.
 * @returns number of indexed events
 */
export async function rebuildSearch(
  db: Database,
  { chunk = 100, onProgress }: RebuildOptions = {},
): Promise<number> {
  for (const statement of [...DROP_SEARCH_TABLES, ...CREATE_SEARCH_TABLES])
    await db.run(sql.raw(statement));
  await refillNameTables(db);
  const known = new Set<string>();
  let done = 0;
  let after = "";
  for (;;) {
    const found = await db
      .select({ event: events, city: cities })
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(gt(events.id, after))
      .orderBy(events.id)
      .limit(chunk);
    const last = found.at(-1);
    if (!last) break;
    after = last.event.id;
    const listed = found.filter(({ event }) => event.isListed);
    if (listed.length === 0) continue;
    await db.batch(addEventsStatements(db, listed, known));
    done += listed.length;
    onProgress?.(done);
  }
  await mergeSearchIndex({ db });
  return done;
}

/** Rows of one statement: all rows at once exceed D1's time for a statement in a large database. */
const CHUNK = 2_000;

/**
 * The staff's indexes of titles and names as the triggers of migration 0007 maintain them; `key` is
 * the rowid of both tables.
 */
export const NAME_TABLES = [
  {
    table: "event_titles (rowid, title, event_id)",
    rows: "search_rowid, replace(replace(replace(title_en || ' ' || coalesce(title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), id",
    from: "events",
    key: "search_rowid",
  },
  {
    table: "user_names (rowid, search_key, user_id)",
    rows: "rowid, search_key, id",
    from: "users",
    key: "rowid",
  },
];

/** Empties and refills the staff's indexes of titles and of users' names. Used after a restore. */
export async function refillNameTables(db: Database, chunk = CHUNK): Promise<void> {
  for (const { table, rows, from, key } of NAME_TABLES) {
    await db.run(sql.raw(`DELETE FROM ${table.split(" ")[0]}`));
    const endOfChunk = async (after: number) => {
      const [found] = await db.all<{ last: number | null }>(sql`SELECT max(place) AS last FROM (
        SELECT ${sql.raw(`${key} AS place FROM ${from}`)} WHERE place > ${after} ORDER BY place LIMIT ${chunk})`);
      return found?.last ?? null;
    };
    for (
      let after = -1, last = await endOfChunk(after);
      last !== null;
      after = last, last = await endOfChunk(after)
    )
      await db.run(sql`INSERT INTO ${sql.raw(`${table} SELECT ${rows} FROM ${from}`)}
        WHERE ${sql.raw(key)} > ${after} AND ${sql.raw(key)} <= ${last}`);
  }
}
