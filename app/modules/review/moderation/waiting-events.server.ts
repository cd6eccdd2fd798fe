import { asc, eq, sql } from "drizzle-orm";
import { distinctPairs, events, users, venues } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { CursorPosition } from "../../../lib/http/cursor";
import { columnsOf } from "../../../lib/runtime/indexed-columns.server";
import { profileEvent } from "../../events/duplicates/compare-events";
import { pairOf } from "../../events/duplicates/distinct-pairs.server";
import {
  COMPARED,
  type ComparedRow,
  subjectOfRow,
} from "../../events/duplicates/find-duplicates.server";
import { findPairs } from "../../events/duplicates/find-pairs";
import { bookOfVenues, type KnownVenue } from "../../events/duplicates/venue-similarity";

/** Maximum number of neighbours and venues to compare; equal titles are found without a limit. */
const NEIGHBOURS = 500;
const VENUES = 300;
const JUDGED = 1_000;

/**
 * INDEXED BY, since the planner would otherwise sort all events of the status; SQLite rejects the
 * query if the index does not fit.
 */
export const PENDING = sql`events INDEXED BY events_pending`;
// Literal conditions match the partial index; the comparison makes the first page an index search
// too.
export const pendingAfter = ([at, id]: CursorPosition) =>
  sql`events.status = 'pending' AND events.deleted_at IS NULL AND (events.submitted_at, events.id) > (${at}, ${id})`;

/** Columns of a list. The aliases are unique: D1 batches overwrite columns of equal names. */
export const QUEUE_COLUMNS = {
  ...columnsOf({
    id: events.id,
    titleEn: events.titleEn,
    titleFa: events.titleFa,
    cityId: events.cityId,
    imageUrl: events.imageUrl,
    imageFocus: events.imageFocus,
    categories: events.categories,
  }),
  creator: sql<string | null>`${users.displayName}`.as("creator_name"),
};

const KNOWN = {
  id: venues.id,
  cityId: venues.cityId,
  nameEn: venues.nameEn,
  nameFa: venues.nameFa,
} as const;
const IS_IN_USE = sql.raw(
  "events.deleted_at IS NULL AND events.status IN ('pending', 'approved', 'flagged')",
);
/** SQL: another event has the same city, day and title (decisions.md §3). */
export const isNamesake = sql<number>`EXISTS (SELECT 1 FROM events AS other WHERE other.city_id = events.city_id
  AND other.local_day = events.local_day AND other.title_key = events.title_key AND other.id <> events.id
  AND other.deleted_at IS NULL AND other.status IN ('pending', 'approved', 'flagged')
  AND NOT EXISTS (SELECT 1 FROM distinct_pairs WHERE first_id = min(events.id, other.id) AND second_id = max(events.id, other.id)))`;

/**
 * SQL: name of the last account other than the creator that changed a pending event; null if there
 * is none.
 */
const lastEditor = sql<
  string | null
>`(SELECT editor.display_name FROM event_decisions AS edit JOIN users AS editor ON editor.id = edit.actor_id
  WHERE edit.event_id = events.id AND edit.created_at >= events.submitted_at AND edit.action = 'edit'
  AND edit.actor_id IS NOT events.creator_id ORDER BY edit.created_at DESC LIMIT 1)`;

/**
 * Statements: the longest-waiting events from a position, their neighbours by city and day, the
 * known venues, and the pairs judged distinct. `markDuplicates` takes the results.
 */
export function duplicateLookups({ db }: Pick<Deps, "db">, from: CursorPosition, limit: number) {
  // Unique aliases: the selected columns are written without their table.
  const some = sql.raw(String(limit));
  const longest = sql`SELECT city_id AS its_city, local_day AS its_day FROM ${PENDING} WHERE ${pendingAfter(from)} ORDER BY events.submitted_at, events.id LIMIT ${some}`;
  const waitingIds = sql`SELECT events.id AS its_id FROM ${PENDING} WHERE ${pendingAfter(from)} ORDER BY events.submitted_at, events.id LIMIT ${some}`;
  return [
    db
      .select({
        ...columnsOf(COMPARED),
        ...QUEUE_COLUMNS,
        at: sql<number>`events.submitted_at`.as("waits_since"),
        isNamesake: isNamesake.as("is_namesake"),
        editor: lastEditor.as("editor_name"),
      })
      .from(PENDING)
      .leftJoin(users, eq(users.id, events.creatorId))
      .where(pendingAfter(from))
      .orderBy(asc(events.submittedAt), asc(events.id))
      .limit(limit),
    db
      .select(columnsOf(COMPARED))
      .from(
        sql`(SELECT DISTINCT its_city, its_day FROM (${longest})) AS looked CROSS JOIN events INDEXED BY events_by_title`,
      )
      .where(
        sql`events.city_id = looked.its_city AND events.local_day = looked.its_day AND ${IS_IN_USE}`,
      )
      .limit(limit === 0 ? 0 : NEIGHBOURS),
    db
      .select(columnsOf(KNOWN))
      .from(
        sql`(SELECT DISTINCT its_city FROM (${longest})) AS looked CROSS JOIN venues INDEXED BY venues_by_city`,
      )
      .where(sql`venues.city_id = looked.its_city`)
      .limit(limit === 0 ? 0 : VENUES),
    db
      .select(columnsOf({ firstId: distinctPairs.firstId, secondId: distinctPairs.secondId }))
      .from(sql`(${waitingIds}) AS looked CROSS JOIN distinct_pairs`)
      .where(
        sql`distinct_pairs.first_id = looked.its_id OR distinct_pairs.second_id = looked.its_id`,
      )
      .limit(limit === 0 ? 0 : JUDGED),
  ] as const;
}

interface InspectedRow extends ComparedRow {
  isNamesake: number;
}

/** Marks the waiting events that may be duplicates. */
export function markDuplicates<Row extends InspectedRow>(
  inspected: readonly Row[],
  neighbours: readonly ComparedRow[],
  known: readonly KnownVenue[],
  judged: readonly { firstId: string; secondId: string }[],
): (Row & { isDuplicate: boolean })[] {
  const book = bookOfVenues(known);
  const subjects = inspected.map((row) => profileEvent(subjectOfRow(row), book));
  const ids = new Set(inspected.map(({ id }) => id));
  const others = neighbours
    .filter(({ id }) => !ids.has(id))
    .map((row) => profileEvent(subjectOfRow(row), book));
  const apart = new Set(judged.map(({ firstId, secondId }) => `${firstId} ${secondId}`));
  const isApart = (a: string, b: string) => apart.has(Object.values(pairOf(a, b)).join(" "));
  const pairs = findPairs(subjects, [...subjects, ...others]).filter(
    ({ a, b }) => !isApart(a.subject.id, b.subject.id),
  );
  const doubled = new Set(pairs.map(({ a }) => a.subject.id));
  return inspected.map((row) => ({
    ...row,
    isDuplicate: row.isNamesake === 1 || doubled.has(row.id),
  }));
}
