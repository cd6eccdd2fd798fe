import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { searchSpellings } from "./search-tables";
import { baseSkeletons, spellings } from "./spelling";
import type { FoundRow, Stretch } from "./time-frame";

/** Separators of columns and rows: no id or folded text contains them. */
const COLUMN = "|";
const ROW = "\u001e";

const COLUMNS = ["rowid", "event_id", "ends_at", "is_featured", "document"];
const FOUND_TEXT = sql.raw(`group_concat(${COLUMNS.join(` || '${COLUMN}' || `)}, char(${ROW.charCodeAt(0)}))`);
const FOUND = sql<string | null>`${FOUND_TEXT}`.as("found");
// Fixed SQL fragments: composing a statement column by column takes longer than ranking its results.
const MATCHING = sql.raw(`(SELECT ${COLUMNS.join(", ")} FROM event_search WHERE event_search MATCH `);
/** D1 binds numbers as floating point, which FTS5 ignores as a bound on `rowid`; without the CAST it reads the index from its start. */
const FROM_ROWID = sql.raw(" AND rowid >= CAST(");
const TO_ROWID = sql.raw(" AS INTEGER) AND rowid < CAST(");
const EARLIEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid LIMIT ");
const LATEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid DESC LIMIT ");

/**
 * Statement: the first matches of an expression in a stretch of the index, in order of time, as one text, since reading single rows
 * costs more than finding them.
 */
export function findMatches(db: Database, expression: string | SQL, { low, high, latestFirst }: Stretch, limit: number) {
  const order = latestFirst ? LATEST_FIRST : EARLIEST_FIRST;
  return db.select({ found: FOUND }).from(sql`${MATCHING}${expression}${FROM_ROWID}${low}${TO_ROWID}${high}${order}${limit})`);
}

/** Parses the result of `findMatches`. */
export function readMatches(answer: readonly { found: string | null }[]): FoundRow[] {
  const text = answer[0]?.found;
  if (!text) return [];
  return text.split(ROW).map((row) => {
    const [rowid, eventId = "", endsAt, isFeatured, document = ""] = row.split(COLUMN);
    return { rowid: Number(rowid), eventId, endsAt: Number(endsAt), isFeatured: isFeatured === "1", document };
  });
}

/** Statement: whether each expression has any match; one row, since D1 allows five terms in a UNION. */
export function findMatchingExpressions(db: Database, expressions: readonly string[]) {
  const each = expressions.map((expression) => sql`EXISTS (SELECT 1 FROM event_search WHERE event_search MATCH ${expression})`);
  return db.select({ exist: sql<string>`json_array(${sql.join(each, sql`, `)})`.as("exist") }).from(sql`(SELECT 1)`);
}

const SPELLINGS_READ = 60;

/**
 * Statement: known words that share a spelling with one of the words, which includes those one mistake away and those of the other
 * script, and the known ones of `lookups`.
 */
export function findSpellings(db: Database, words: readonly string[], lookups: readonly string[] = []) {
  const wanted = JSON.stringify([...new Set([...lookups, ...words.flatMap((word) => [...spellings(word), ...baseSkeletons(word)])])]);
  return db
    .selectDistinct({ word: searchSpellings.word })
    .from(searchSpellings)
    .where(sql`${searchSpellings.spelling} IN (SELECT value FROM json_each(${wanted}))`)
    .limit(SPELLINGS_READ);
}

/** SQL for MATCH: `before`, the known words with the prefix, `after`. A subquery finds the words, which saves a round trip. */
export function withCompletions(before: string, prefix: string, after: string, limit: number): SQL {
  const known = sql`SELECT word FROM search_words WHERE word >= ${prefix} AND word < ${`${prefix}\u{10ffff}`} ORDER BY word LIMIT ${limit}`;
  return sql`(${before} || coalesce((SELECT group_concat('"' || word || '"', ' OR ') FROM (${known})), ${`"${prefix}"`}) || ${after})`;
}
