import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { MINUTE } from "../../lib/dates/durations";
import { UNCANCELLED } from "./match-expression";
import { CANCELLED_MARK } from "./search-document";
import { firstRowid, startOfRowid } from "./search-rowid";
import { baseSkeletons, spellings } from "./spelling";
import type { FoundRow, Stretch } from "./time-frame";

/** Separators of columns and rows: no id or folded text contains them. */
const COLUMN = "|";
const ROW = "\u001e";

const COLUMNS = ["rowid", "event_id", "ends_at", "is_featured", "document"];
const FOUND_TEXT = sql.raw(
  `group_concat(${COLUMNS.join(` || '${COLUMN}' || `)}, char(${ROW.charCodeAt(0)}))`,
);
const FOUND = sql<string | null>`${FOUND_TEXT}`.as("found");
// Fixed SQL fragments: composing a statement column by column takes longer than ranking its
// results.
const ALL_COLUMNS = sql.raw(COLUMNS.join(", "));
const MATCHING = sql.raw(
  `(SELECT ${COLUMNS.join(", ")} FROM event_search WHERE event_search MATCH `,
);
/**
 * D1 binds numbers as floating point, which FTS5 ignores as a bound on `rowid`; without the CAST it
 * reads the index from its start.
 */
const FROM_ROWID = sql.raw(" AND rowid >= CAST(");
const TO_ROWID = sql.raw(" AS INTEGER) AND rowid < CAST(");
const EARLIEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid LIMIT ");
const LATEST_FIRST = sql.raw(" AS INTEGER) ORDER BY rowid DESC LIMIT ");

/**
 * Matches that are counted behind the ones read, if there are more of those; the result says more
 * than this.
 */
export const COUNT_MAX = 200;

/** Ends of the events to count, UTC epoch ms; both exclusive. */
export interface CountedEnds {
  after?: number;
  notAfter?: number;
  /** Whether one match behind those that are read is enough: then the count is unknown. */
  isBrief?: boolean;
  /** Whether cancelled ones do not count. */
  isUncancelled?: boolean;
}

/**
 * Matches that may be over without being marked by the hourly job; with more of them the count is
 * unknown.
 */
const UNMARKED_MAX = 60;

/**
 * SQL: whether a match ends as asked, as 1 or 0. One that starts later also ends later: CASE saves
 * reading its row, OR would not.
 */
function endsAsAsked({ after, notAfter }: CountedEnds): SQL {
  const ends = [
    ...(after === undefined
      ? []
      : [
          sql`CASE WHEN rowid >= CAST(${firstRowid(after + MINUTE)} AS INTEGER) THEN 1 ELSE ends_at > ${after} END`,
        ]),
    ...(notAfter === undefined ? [] : [sql`ends_at <= ${notAfter}`]),
  ];
  return ends.length > 0 ? sql.join(ends, sql` AND `) : sql`1`;
}

/**
 * Statement: the first matches of an expression in a stretch of the index, in order of time, as one
 * text, since reading single rows costs more than finding them.
 * @param counted also counts the matches, if the limit cuts them: those behind the last one that
 * was read, so that none is read twice
 */
export function findMatches(
  db: Database,
  expression: string | SQL,
  stretch: Stretch,
  limit: number,
  counted: CountedEnds | null = null,
) {
  const { low, high, latestFirst } = stretch;
  const order = latestFirst ? LATEST_FIRST : EARLIEST_FIRST;
  const within = sql`${expression}${FROM_ROWID}${low}${TO_ROWID}${high}${order}`;
  if (!counted)
    return db
      .select({ found: FOUND, total: sql<number | null>`NULL`.as("total") })
      .from(sql`${MATCHING}${within}${limit})`);
  const ends = endsAsAsked(counted);
  const fits = sql`${ends} AS fits`;
  const { isUncancelled } = counted;
  const read = isUncancelled
    ? sql`${ends} AND instr(document, ${CANCELLED_MARK}) = 0 AS fits`
    : fits;
  const rest = isUncancelled ? sql`(${expression} || ${UNCANCELLED})` : expression;
  const most = counted.isBrief ? 1 : Math.max(COUNT_MAX + 1 + UNMARKED_MAX - limit, 0);
  const last = sql.raw(latestFirst ? "min(rowid)" : "max(rowid)");
  const found = sql`(SELECT ${FOUND_TEXT} AS found, count(*) AS size, sum(fits) AS fitting, ${last} AS last FROM (SELECT ${ALL_COLUMNS}, ${read} FROM event_search WHERE event_search MATCH ${within}${limit})) AS found`;
  const behind = latestFirst
    ? sql`${rest}${FROM_ROWID}${low}${TO_ROWID}found.last${order}${most}`
    : sql`${rest}${FROM_ROWID}found.last + 1${TO_ROWID}${high}${order}${most}`;
  const counts = sql`(SELECT count(*) AS size, found.fitting + total(fits) AS fitting FROM (SELECT ${fits} FROM event_search WHERE event_search MATCH ${behind}))`;
  const total = sql`CASE WHEN found.size >= ${limit} THEN (SELECT CASE WHEN size < ${most} OR fitting > ${COUNT_MAX} THEN min(fitting, ${COUNT_MAX + 1}) END FROM ${counts}) END`;
  return db
    .select({ found: sql<string | null>`found`, total: sql<number | null>`total` })
    .from(sql`(SELECT found.found AS found, ${total} AS total FROM ${found})`);
}

/**
 * Statement: the matches of an expression among some events, as one text. From each event to its
 * row: the other way would walk all matches.
 */
export function findMatchesAmong(
  db: Database,
  expression: string,
  { low, high }: Stretch,
  ids: readonly string[],
) {
  const columns = sql.raw(COLUMNS.map((name) => `event_search.${name}`).join(", "));
  const among = sql`json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN events ON events.id = wanted.value CROSS JOIN event_search ON event_search.rowid = events.search_rowid`;
  const rows = sql`SELECT ${columns} FROM ${among} WHERE event_search MATCH ${expression} AND events.search_rowid >= ${low} AND events.search_rowid < ${high}`;
  return db
    .select({ found: FOUND, total: sql<number | null>`NULL`.as("total") })
    .from(sql`(${rows})`);
}

/** Matches that were read. */
export interface FoundList {
  rows: FoundRow[];
  /** Number of all matches, at most one more than `COUNT_MAX`; null if they were not counted. */
  total: number | null;
}

/** Parses the result of `findMatches`. */
export function readMatches([answer]: readonly {
  found: string | null;
  total: number | null;
}[]): FoundList {
  if (!answer?.found) return { rows: [], total: null };
  const rows = answer.found.split(ROW).map((row) => {
    const [rowid, eventId = "", endsAt, isFeatured, document = ""] = row.split(COLUMN);
    return {
      rowid: Number(rowid),
      eventId,
      startsAt: startOfRowid(Number(rowid)),
      endsAt: Number(endsAt),
      isFeatured: isFeatured === "1",
      document,
    };
  });
  return { rows, total: answer.total };
}

/**
 * Statement: whether each expression has a match, in the whole index or within the rowids of a
 * stretch. One row, since D1 allows five terms in a UNION.
 */
export function findMatchingExpressions(
  db: Database,
  expressions: readonly (string | [expression: string | SQL, within: Stretch])[],
) {
  const each = expressions.map((one) => {
    const [expression, stretch] = typeof one === "string" ? [one] : one;
    const within = stretch
      ? sql`${FROM_ROWID}${stretch.low}${TO_ROWID}${stretch.high} AS INTEGER)`
      : sql``;
    return sql`EXISTS (SELECT 1 FROM event_search WHERE event_search MATCH ${expression}${within})`;
  });
  return db
    .select({ exist: sql<string>`json_array(${sql.join(each, sql`, `)})`.as("exist") })
    .from(sql`(SELECT 1)`);
}

const SPELLINGS_READ = 60;

/**
 * Statement: known words that share a spelling with one of the words, which includes those one
 * mistake away and those of the other script, and the known ones of `lookups`; and the known names
 * under some keys.
 */
export function findSpellings(
  db: Database,
  words: readonly string[],
  lookups: readonly string[] = [],
  nameKeys: readonly string[] = [],
) {
  const wanted = JSON.stringify([
    ...new Set([
      ...lookups,
      ...words.flatMap((word) => [...spellings(word), ...baseSkeletons(word)]),
    ]),
  ]);
  const spelt = sql`SELECT DISTINCT word, NULL AS name, NULL AS kind, NULL AS forms, 0 AS isCommon FROM search_spellings WHERE spelling IN (SELECT value FROM json_each(${wanted})) LIMIT ${SPELLINGS_READ}`;
  const named = sql`SELECT key, name, kind, forms, is_common FROM known_names WHERE key IN (SELECT value FROM json_each(${JSON.stringify(nameKeys)}))`;
  return db
    .select({
      word: sql<string>`word`,
      name: sql<string | null>`name`,
      kind: sql<string | null>`kind`,
      forms: sql<string | null>`forms`,
      isCommon: sql<number>`isCommon`,
    })
    .from(sql`(SELECT * FROM (${spelt}) UNION ALL ${named})`);
}

/**
 * SQL for MATCH: `before`, the known words with the prefix, `after`. A subquery finds the words,
 * which saves a round trip.
 */
export function withCompletions(before: string, prefix: string, after: string, limit: number): SQL {
  const known = sql`SELECT word FROM search_words WHERE word >= ${prefix} AND word < ${`${prefix}\u{10ffff}`} ORDER BY word LIMIT ${limit}`;
  return sql`(${before} || coalesce((SELECT group_concat('"' || word || '"', ' OR ') FROM (${known})), ${`"${prefix}"`}) || ${after})`;
}
