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

/** Matches that are counted behind the ones read, if there are more of those; the result says more than this. */
export const COUNT_MAX = 200;

/** Ends of the events to count, UTC epoch ms; both exclusive. */
export interface CountedEnds {
  after?: number;
  notAfter?: number;
}

/** SQL for the number of matches, counted only if the limit cuts them. */
function countBehind(expression: string | SQL, { low, high }: Stretch, limit: number, { after, notAfter }: CountedEnds): SQL {
  const ends = [
    ...(after === undefined ? [] : [sql` AND ends_at > ${after}`]),
    ...(notAfter === undefined ? [] : [sql` AND ends_at <= ${notAfter}`]),
  ];
  return sql`CASE WHEN count(*) >= ${limit} THEN (SELECT count(*) FROM (SELECT 1 FROM event_search WHERE event_search MATCH ${expression}${FROM_ROWID}${low}${TO_ROWID}${high} AS INTEGER)${sql.join(ends)} LIMIT ${COUNT_MAX + 1})) END`;
}

/**
 * Statement: the first matches of an expression in a stretch of the index, in order of time, as one text, since reading single rows
 * costs more than finding them.
 * @param counted also counts all matches, if the limit cuts them
 */
export function findMatches(db: Database, expression: string | SQL, stretch: Stretch, limit: number, counted: CountedEnds | null = null) {
  const { low, high, latestFirst } = stretch;
  const order = latestFirst ? LATEST_FIRST : EARLIEST_FIRST;
  const total = (counted ? countBehind(expression, stretch, limit, counted) : sql`NULL`).mapWith(Number) as SQL<number | null>;
  return db
    .select({ found: FOUND, total: total.as("total") })
    .from(sql`${MATCHING}${expression}${FROM_ROWID}${low}${TO_ROWID}${high}${order}${limit})`);
}

/** Matches that were read. */
export interface FoundList {
  rows: FoundRow[];
  /** Number of all matches, at most one more than `COUNT_MAX`; null if they were not counted. */
  total: number | null;
}

/** Parses the result of `findMatches`. */
export function readMatches([answer]: readonly { found: string | null; total: number | null }[]): FoundList {
  if (!answer?.found) return { rows: [], total: null };
  const rows = answer.found.split(ROW).map((row) => {
    const [rowid, eventId = "", endsAt, isFeatured, document = ""] = row.split(COLUMN);
    return { rowid: Number(rowid), eventId, endsAt: Number(endsAt), isFeatured: isFeatured === "1", document };
  });
  return { rows, total: answer.total };
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
