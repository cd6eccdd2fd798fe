import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { searchSpellings } from "./search-tables";
import { spellings } from "./spelling";
import type { FoundRow, Stretch } from "./time-frame";

/** Between the columns and the rows of a list: neither an id nor a folded text holds them. */
const COLUMN = "|";
const ROW = "\u001e";

const COLUMNS = ["rowid", "event_id", "ends_at", "is_featured", "document"];
const FOUND_TEXT = sql.raw(`group_concat(${COLUMNS.join(` || '${COLUMN}' || `)}, char(${ROW.charCodeAt(0)}))`);
const FOUND = sql<string | null>`${FOUND_TEXT}`.as("found");
// Whole pieces of text: a statement that is put together column by column takes longer to build than to rank by.
const MATCHING = sql.raw(`(SELECT ${COLUMNS.join(", ")} FROM event_search WHERE event_search MATCH `);
/** D1 binds numbers as floating point, of which FTS5 takes no bound: it would walk the index from its beginning. */
const FROM_ROWID = sql.raw(" AND rowid >= CAST(");
const TO_ROWID = sql.raw(" AS INTEGER) AND rowid < CAST(");
const EARLIEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid LIMIT ");
const LATEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid DESC LIMIT ");

/**
 * The first matches of an expression in a stretch of the index, in order of time. They come as one text, since
 * taking rows apart one by one costs more than finding them.
 */
export function findMatches(db: Database, expression: string | SQL, { low, high, latestFirst }: Stretch, limit: number) {
  const order = latestFirst ? LATEST_FIRST : EARLIEST_FIRST;
  return db.select({ found: FOUND }).from(sql`${MATCHING}${expression}${FROM_ROWID}${low}${TO_ROWID}${high}${order}${limit})`);
}

/** The rows of an answer to `findMatches`. */
export function readMatches(answer: readonly { found: string | null }[]): FoundRow[] {
  const text = answer[0]?.found;
  if (!text) return [];
  return text.split(ROW).map((row) => {
    const [rowid, eventId = "", endsAt, isFeatured, document = ""] = row.split(COLUMN);
    return { rowid: Number(rowid), eventId, endsAt: Number(endsAt), isFeatured: isFeatured === "1", document };
  });
}

/** For each expression, whether it matches anything at all; in one row, since D1 takes five terms of a UNION at most. */
export function findWhatExists(db: Database, expressions: readonly string[]) {
  const each = expressions.map((expression) => sql`EXISTS (SELECT 1 FROM event_search WHERE event_search MATCH ${expression})`);
  return db.select({ exist: sql<string>`json_array(${sql.join(each, sql`, `)})`.as("exist") }).from(sql`(SELECT 1)`);
}

const SPELLINGS_READ = 40;

/** Known words that share a spelling with one of these: the words one mistake away are among them. */
export function findSpellings(db: Database, words: readonly string[]) {
  const wanted = JSON.stringify([...new Set(words.flatMap(spellings))]);
  return db
    .selectDistinct({ word: searchSpellings.word })
    .from(searchSpellings)
    .where(sql`${searchSpellings.spelling} IN (SELECT value FROM json_each(${wanted}))`)
    .limit(SPELLINGS_READ);
}

/**
 * `before`, then the known words that begin like `prefix`, then `after`, as text for MATCH. They are looked up
 * inside the query, so that a half-typed word costs no round trip.
 */
export function withCompletions(before: string, prefix: string, after: string, limit: number): SQL {
  const known = sql`SELECT word FROM search_words WHERE word >= ${prefix} AND word < ${`${prefix}\u{10ffff}`} ORDER BY word LIMIT ${limit}`;
  return sql`(${before} || coalesce((SELECT group_concat('"' || word || '"', ' OR ') FROM (${known})), ${`"${prefix}"`}) || ${after})`;
}
