import { and, eq, type SQL, sql } from "drizzle-orm";
import { type EVENT_STATUSES, events, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { decodePosition, encodeCursor } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { columnsOf } from "../../../lib/runtime/sql-columns.server";
import { correctTitles } from "../../search/correct-titles.server";
import { titleMatch } from "../../search/staff-words";

/** Orders of the list: by creation (newest, oldest) or by start (soonest, latest). */
export const ALL_SORTS = ["newest", "oldest", "soonest", "latest"] as const;
export type AllSort = (typeof ALL_SORTS)[number];

const SORTS = {
  newest: { column: "created_at", isRising: false },
  oldest: { column: "created_at", isRising: true },
  soonest: { column: "starts_at", isRising: true },
  latest: { column: "starts_at", isRising: false },
} as const;

export interface AllEventsQuery {
  words: string;
  status: (typeof EVENT_STATUSES)[number] | null;
  cityId: string | null;
  /** English name of a category. */
  category: string | null;
  featured: boolean | null;
  active: boolean | null;
  /** By start: in the future, or in the past. */
  when: "upcoming" | "past" | null;
  sort: AllSort;
  cursor: string | null;
}

const PAGE = 25;
/** Rows inspected per page for filters without an index; the next page continues behind them. */
const INSPECTED_MAX = 1_000;

const COLUMNS = {
  ...columnsOf({
    id: events.id,
    titleEn: events.titleEn,
    titleFa: events.titleFa,
    cityId: events.cityId,
    imageUrl: events.imageUrl,
    tags: events.tags,
    imageFocus: events.imageFocus,
    categories: events.categories,
    startsAt: events.startsAt,
    endsAt: events.endsAt,
    timeZone: events.timeZone,
    allDay: events.allDay,
    status: events.status,
    lifecycle: events.lifecycle,
    isFeatured: events.isFeatured,
    isActive: events.isActive,
    flagCount: events.flagCount,
    viewCount: events.viewCount,
    saveCount: events.saveCount,
    createdAt: events.createdAt,
  }),
  creator: sql<string | null>`${users.displayName}`.as("creator_name"),
  /** Same value as `versionOf`: the version of the event plus that of its pending edit. */
  version:
    sql<number>`events.version + coalesce((SELECT version FROM event_revisions WHERE event_id = events.id), 0)`.as(
      "seen_version",
    ),
};

/**
 * Splits the filters into those that an index answers in list order and those checked row by row.
 */
function splitFilters(
  { words, status, cityId, category, featured, active, when, sort }: AllEventsQuery,
  now: number,
) {
  const { column } = SORTS[sort];
  const byCreation = column === "created_at";
  // Most events are approved: the index by status would read all of them in another order.
  const isRare = status !== null && status !== "approved" && cityId === null && byCreation;
  const indexed: SQL[] = [];
  const others: SQL[] = [];
  const add = (isIndexed: boolean, clause: SQL) =>
    (isIndexed && words === "" ? indexed : others).push(clause);
  if (cityId !== null) add(byCreation, sql`events.city_id = ${cityId}`);
  if (status !== null) add(isRare, sql`events.status = ${status}`);
  if (when !== null)
    add(
      !byCreation,
      when === "upcoming" ? sql`events.starts_at >= ${now}` : sql`events.starts_at < ${now}`,
    );
  if (category !== null)
    add(false, sql`EXISTS (SELECT 1 FROM json_each(events.categories) WHERE value = ${category})`);
  if (featured !== null) add(false, sql`events.is_featured = ${featured ? 1 : 0}`);
  if (active !== null) add(false, sql`events.is_active = ${active ? 1 : 0}`);
  const index = byCreation
    ? cityId !== null
      ? "events_of_city"
      : isRare
        ? "events_by_status"
        : "events_by_age"
    : "events_by_start";
  // INDEXED BY, since the planner would otherwise sort all events that are not deleted.
  return { indexed, others, source: sql.raw(`events INDEXED BY ${index}`) };
}

/**
 * A page of all submitted events, in every status. Filters without an index inspect the next 1,000
 * rows, which bounds the cost of a query; a search for words inspects the 1,000 matches with the
 * latest start, and corrects mistyped words if no title matches. `total` counts up to 1,001
 * (`totalText`) and is null if rows beyond the first 1,000 may match.
 * @throws bad-request for an invalid cursor
 */
export async function listAllEvents(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  query: AllEventsQuery,
) {
  assertCan(actor, "event:manage-all");
  const match = query.words === "" ? null : titleMatch(query.words);
  if (query.words !== "" && match === null)
    return { rows: [], nextCursor: null, hasLookedAtSome: false, total: 0 };
  const { inspected, ...list } = await listMatching(deps, query, match);
  if (match === null || inspected > 0) return list;
  const corrected = await correctTitles(deps, query.words);
  if (corrected === null) return list;
  const { inspected: _, ...found } = await listMatching(deps, query, corrected);
  return found;
}

/** @returns in addition `inspected`: the number of rows inspected, at most 1,001 */
async function listMatching(
  { db, clock }: Pick<Deps, "db" | "clock">,
  query: AllEventsQuery,
  match: string | null,
) {
  const { column, isRising } = SORTS[query.sort];
  const { indexed, others, source } = splitFilters(query, clock.now());
  const start: [number, string] = isRising ? [-8.64e15, ""] : [8.64e15, "~"];
  const key = sql.raw(`events.${column}`);
  const from = ([at, id]: readonly [number, string]) =>
    isRising
      ? sql`(${key}, events.id) > (${at}, ${id})`
      : sql`(${key}, events.id) < (${at}, ${id})`;
  const after = from(decodePosition(query.cursor, start));
  const order = sql.raw(
    isRising ? `events.${column}, events.id` : `events.${column} DESC, events.id DESC`,
  );
  const inspectedMax = others.length === 0 && match === null ? PAGE + 1 : INSPECTED_MAX;
  const walk =
    match === null
      ? sql`SELECT events.id AS looked_id, ${key} AS looked_at FROM ${source} WHERE ${and(...indexed, sql`events.deleted_at IS NULL`, after)} ORDER BY ${order}`
      : sql`SELECT events.id AS looked_id, ${key} AS looked_at FROM event_titles CROSS JOIN events
          WHERE events.search_rowid = event_titles.rowid AND event_titles MATCH ${match} ORDER BY event_titles.rowid DESC`;
  const limited = sql`(${walk} LIMIT ${sql.raw(String(inspectedMax))}) AS looked`;
  // For words, the walk already covers the whole list; otherwise count from the start of the list.
  const whole =
    match === null
      ? sql`SELECT events.id AS looked_id FROM ${source} WHERE ${and(...indexed, sql`events.deleted_at IS NULL`, from(start))} ORDER BY ${order} LIMIT ${sql.raw(String(INSPECTED_MAX + 1))}`
      : sql`${walk} LIMIT ${sql.raw(String(INSPECTED_MAX + 1))}`;
  // Sorts and limits before joining authors and versions.
  const page = sql`(SELECT events.id AS page_id FROM ${limited} CROSS JOIN events
    WHERE ${and(sql`events.id = looked.looked_id`, ...others, sql`events.deleted_at IS NULL`, match === null ? undefined : after)}
    ORDER BY ${order} LIMIT ${sql.raw(String(PAGE + 1))}) AS listed`;
  const [found, edge, [counted]] = await db.batch([
    db
      .select(COLUMNS)
      .from(sql`${page} CROSS JOIN events`)
      .leftJoin(users, eq(users.id, events.creatorId))
      .where(sql`events.id = listed.page_id`)
      .orderBy(order),
    db
      .select({ at: sql<number>`looked_at`, id: sql<string>`looked_id` })
      .from(sql`(${walk} LIMIT 1 OFFSET ${sql.raw(String(inspectedMax - 1))})`),
    others.length === 0 && match === null
      ? db
          .select({
            inspected: sql<number>`count(*)`.as("looked_count"),
            matching: sql<number>`count(*)`.as("matching_count"),
          })
          .from(sql`(${whole}) AS looked`)
      : db
          .select({
            inspected: sql<number>`count(*)`.as("looked_count"),
            matching:
              sql<number>`coalesce(sum(${and(...others, sql`events.deleted_at IS NULL`)}), 0)`.as(
                "matching_count",
              ),
          })
          .from(sql`(${whole}) AS looked CROSS JOIN events`)
          .where(sql`events.id = looked.looked_id`),
  ]);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const [end] = edge;
  const position = (row: (typeof rows)[number]) =>
    encodeCursor([column === "created_at" ? row.createdAt : row.startsAt, row.id]);
  const nextCursor =
    last && found.length > PAGE
      ? position(last)
      : end && match === null && others.length > 0
        ? encodeCursor([end.at, end.id])
        : null;
  const { inspected = 0, matching = 0 } = counted ?? {};
  // If more rows exist than were inspected, the number of matches is unknown.
  const total =
    inspected <= INSPECTED_MAX || (others.length === 0 && match === null) ? matching : null;
  return {
    rows,
    nextCursor,
    hasLookedAtSome: end !== undefined && inspectedMax === INSPECTED_MAX,
    total,
    inspected,
  };
}
