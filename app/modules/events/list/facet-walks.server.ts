import { inArray, type SQL, sql } from "drizzle-orm";
import { facetCounts } from "../../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { CATEGORY_NAMES, type CategoryName } from "../../../lib/event/categories";
import { ACCESSIBILITY, FILTER_KEYS, type FilterKey } from "../../../lib/event/event-fields";
import { type Bounds, cellsWithin } from "../../../lib/geo/bounds";
import { cellsAround, degreesOf, shrinkageAt } from "../../../lib/geo/geo";
import type { Filters, Held, Road } from "./list-filters.server";

/**
 * The longest event that a range still finds by its middle, days: bounds how far back the index is
 * walked.
 */
export const LONGEST_DAYS = 62;
/** D1 takes so many terms of a UNION at most. */
const MOST_MERGED = 5;
/** Longer events have their own index, `event_facets_over_3h`, with the same condition. ms */
const LONG = 3 * HOUR;
const IS_LONG = sql.raw(`f.ends_at - f.starts_at > ${LONG}`);
/** Classes of that index by length, each with its longest: so long before a range they may begin. ms */
const LENGTHS = [12 * HOUR, 2 * DAY, 10 * DAY, LONGEST_DAYS * DAY];
const CLASS_OF_LENGTH = sql.raw(
  `CASE WHEN f.ends_at - f.starts_at > ${LENGTHS[2]} THEN 3 WHEN f.ends_at - f.starts_at > ${LENGTHS[1]} THEN 2 WHEN f.ends_at - f.starts_at > ${LENGTHS[0]} THEN 1 ELSE 0 END`,
);

/** SQL: a number, written out: D1 binds 100 values of a statement at most, and walks repeat theirs. */
function written(value: number): SQL {
  if (!Number.isFinite(value)) throw new TypeError("A walk takes numbers.");
  return sql.raw(String(value));
}

/**
 * SQL: a facet or a category, written out for the same reason if it is in plain letters, which cells
 * and all closed lists are; tags are bound.
 */
const facetValue = (facet: string): SQL =>
  /^[A-Za-z0-9 :|&-]+$/.test(facet) ? sql.raw(`'${facet}'`) : sql`${facet}`;

/** The cursor of a list: after this event. */
export interface FacetPosition {
  startsAt: number;
  id: string;
}

/** Traits from the rarest to the most common; a walk follows the rarest requested one. */
const BY_RARITY: readonly FilterKey[] = [
  ...ACCESSIBILITY,
  "online",
  "for-children",
  "for-two",
  "english-friendly",
  "beginner",
  "lively",
  "outdoor",
  "quiet",
  "seated",
  "indoor",
];

const rarestFirst = (traits: readonly FilterKey[]): FilterKey[] =>
  [...traits].sort((a, b) => BY_RARITY.indexOf(a) - BY_RARITY.indexOf(b));

const road = (facets: readonly string[], ...holds: Held[]): Road => ({
  facets,
  holds: new Set(holds),
});

/**
 * The roads of a list, the usual one first. What a road does not hold is compared event by event, so
 * that the best has the fewest events (`withShortestRoad`).
 */
function roadsOf({
  host,
  near,
  bounds,
  tag,
  categories,
  traits,
  cityId,
  free,
}: Filters): readonly Road[] {
  if (host) return [road([host])];
  const of = cityId ? `city:${cityId}|` : "";
  const cells = near ? cellsAround(near.center, near.radius) : bounds && cellsWithin(bounds);
  const roads = [
    ...(cells
      ? [
          road(
            cells.map(({ grid, row, column }) => `${grid}:${row}:${column}`),
            "area",
          ),
        ]
      : []),
    ...(tag ? [road([`tag:${tag}`], "tag")] : []),
    ...(categories.length > 0
      ? [
          road(
            categories.map((category) => `${of}category:${category}`),
            "categories",
            "city",
          ),
        ]
      : []),
    ...rarestFirst(traits).map((trait) => road([`${of}trait:${trait}`], trait, "city")),
  ];
  if (roads.length === 0 && (cityId || free))
    return [road([cityId ? `city:${cityId}${free ? "|free" : ""}` : "free"], "city")];
  return roads.length === 0 || cells ? [...roads, road(["all"])] : roads;
}

/** The road of a list: the chosen one, or else the usual one. */
const roadOf = (filters: Filters): Road => filters.road ?? roadsOf(filters)[0] ?? road(["all"]);

/** The facets of the usual road. */
export const facetsOf = (filters: Filters): readonly string[] => roadsOf(filters)[0]?.facets ?? [];

/** The facets that events of a road are compared with, each a row. */
function comparedWith({ host, tag, cityId }: Filters, { holds }: Road): string[] {
  if (host) return [];
  return [
    ...(tag && !holds.has("tag") ? [`tag:${tag}`] : []),
    ...(cityId && !holds.has("city") ? [`city:${cityId}`] : []),
  ];
}

/**
 * The bits of `event_facets.marks` that an event of a road must have, of each number at least one:
 * its categories, then its traits, in the order of the lists. They cost no row.
 */
function marksOf({ host, categories, traits }: Filters, { holds }: Road): number[] {
  if (host) return [];
  const ofCategories = categories.map((category) => 2 ** CATEGORY_NAMES.indexOf(category));
  return [
    ...(categories.length > 0 && !holds.has("categories")
      ? [[...new Set(ofCategories)].reduce((sum, bit) => sum + bit, 0)]
      : []),
    ...traits
      .filter((key) => !holds.has(key))
      .map((key) => 2 ** (CATEGORY_NAMES.length + FILTER_KEYS.indexOf(key))),
  ];
}

/** Where the number of the first category begins among the marks, behind a bit for each filter. */
const FIRST_MARK = 2 ** (CATEGORY_NAMES.length + FILTER_KEYS.length);
/** Number of values that its five bits have. */
const FIRST_CATEGORIES = 2 ** 5;
/** The bit of a cancelled event. */
const CANCELLED = FIRST_MARK * FIRST_CATEGORIES;

/** The categories that are among the marks of an event. */
export const categoriesIn = (marks: number): CategoryName[] =>
  CATEGORY_NAMES.filter((_, index) => Math.floor(marks / 2 ** index) % 2 === 1);

/** The first category of an event by its marks. */
export const firstCategoryIn = (marks: number): CategoryName | null =>
  CATEGORY_NAMES[(Math.floor(marks / FIRST_MARK) % FIRST_CATEGORIES) - 1] ?? null;

/** True where the facets' own counters already say how many there are. */
export function isCounted({
  near,
  bounds,
  tag,
  categories,
  traits,
  cityId,
  free,
  past,
  any,
  range,
}: Filters): boolean {
  if (near || bounds || past || any || range.from !== undefined || range.to !== undefined)
    return false;
  if (traits.length > 0) return traits.length === 1 && !tag && categories.length === 0 && !free;
  if (tag) return categories.length === 0 && !cityId && !free;
  return free ? categories.length === 0 : categories.length <= 1;
}

/**
 * Within the radius, on the flat: less than 0.5 % off within 200 km, and no trigonometry a row. The
 * shorter way round counts, so that places on both sides of the date line are near each other.
 */
function isNear({ center: { latitude, longitude }, radius }: NonNullable<Filters["near"]>): SQL {
  const [north, away] = [
    sql`(f.latitude - ${written(latitude)})`,
    sql`abs(f.longitude - ${written(longitude)})`,
  ];
  const east = sql`min(${away}, 360 - ${away})`;
  return sql`${north} * ${north} + ${east} * ${east} * ${written(shrinkageAt(latitude) ** 2)} <= ${written(degreesOf(radius) ** 2)}`;
}

/** Within bounds, over the date line too. */
function isInside({ west, south, east, north }: Bounds): SQL {
  const joined = west <= east ? sql`AND` : sql`OR`;
  return sql`f.latitude BETWEEN ${written(south)} AND ${written(north)} AND (f.longitude >= ${written(west)} ${joined} f.longitude <= ${written(east)})`;
}

/** Another facet of the event of `f`, found by the primary key. */
const isSameEvent = sql.raw(
  "o.is_over = f.is_over AND o.starts_at = f.starts_at AND o.event_id = f.event_id",
);

/**
 * True where lists follow all days of series, within a range; others follow each event's next day.
 */
export const isByDay = ({ past, range }: Filters): boolean =>
  !past && (range.from !== undefined || range.to !== undefined);

/**
 * The first day of the event of `f` within a range that begins at `from`: the day before it is before
 * the range, and does not last into it. One row of an index.
 */
const isFirstDay = (from: number): SQL =>
  sql`coalesce((SELECT o.starts_at < ${written(from)} AND (f.starts_at < ${written(from)} OR o.ends_at <= ${written(from)}) FROM event_occurrences o WHERE o.event_id = f.event_id AND o.starts_at < f.starts_at AND o.status IN ('scheduled', 'sold-out') ORDER BY o.starts_at DESC LIMIT 1), 1)`;

/** Whether an event of a range is listed once, or on each of its days; `all`: a run too. */
type PerDay = boolean | "all";

/**
 * Whether a list takes each event on its next day: `advanceSeries` keeps it each minute, and no day
 * of a range from now on is before it.
 */
const isOnNextDay = (filters: Filters, now: number, perDay: PerDay): boolean =>
  !perDay && (!isByDay(filters) || (!filters.any && (filters.range.from ?? now) <= now));

/** Whether a list has the next day of each event alone, whichever index it walks. */
const isOfNextDay = (filters: Filters, now: number, perDay: PerDay): boolean =>
  perDay !== "all" && (isOnNextDay(filters, now, perDay) || !isByDay(filters));

/**
 * Which days of series are listed within a range: all, or the first of each event. A run is listed
 * once.
 */
function onDays({ range }: Filters, now: number, perDay: boolean): SQL {
  // Days that are over have left the facets. The next day is the first of any range to come.
  const once = sql`(f.is_next = 1 OR ${isFirstDay(Math.max(now, range.from ?? now))})`;
  return perDay ? sql`(f.is_run = 0 OR ${once})` : once;
}

/**
 * Conditions on `event_facets f`: those that an index has, and those that an event is judged by one
 * by one.
 */
function conditions(filters: Filters, now: number, perDay: PerDay) {
  const { near, bounds, free, past, any, asSearched } = filters;
  const { from, to } = filters.range;
  const walked: SQL[] = [];
  if (!past && !any) walked.push(sql`f.ends_at > ${written(Math.max(now, from ?? now))}`);
  else if (from !== undefined) walked.push(sql`f.ends_at > ${written(from)}`);
  if (from !== undefined) walked.push(sql`f.starts_at >= ${written(from - LONGEST_DAYS * DAY)}`);
  if (to !== undefined) walked.push(sql`f.starts_at < ${written(to)}`);
  const isOfNext = isOfNextDay(filters, now, perDay);
  if (isOfNext) walked.push(sql`f.is_next = 1`);
  else if (perDay !== "all") walked.push(onDays(filters, now, perDay));
  const isFree = free ? [sql`f.is_free = 1`] : [];
  // An index has what is free by the next day of each event alone.
  const isIndexed = isOnNextDay(filters, now, perDay);
  if (isIndexed) walked.push(...isFree);
  const judged = [
    ...(isIndexed ? [] : isFree),
    ...(near ? [isNear(near)] : []),
    ...(bounds ? [isInside(bounds)] : []),
    ...(asSearched ? [sql`f.marks & ${written(CANCELLED)} = 0`] : []),
    ...marksOf(filters, roadOf(filters)).map((bits) => sql`f.marks & ${written(bits)} <> 0`),
    ...comparedWith(filters, roadOf(filters)).map(
      (facet) =>
        sql`EXISTS (SELECT 1 FROM event_facets o WHERE ${isSameEvent} AND o.facet = ${facetValue(facet)})`,
    ),
  ];
  return { walked, judged };
}

/** Rows that judging a date of a list reads. */
export const rowsToJudge = (filters: Filters): number =>
  comparedWith(filters, roadOf(filters)).length;

/** Rows that judging an event of a list reads: in a later range with the day before the found one. */
export const rowsToJudgeOnce = (filters: Filters, now: number): number =>
  rowsToJudge(filters) + Number(!isOfNextDay(filters, now, false));

/** Whether a road has events that are not in the list. */
export const isJudged = (filters: Filters, now: number): boolean =>
  filters.near !== null ||
  filters.bounds !== null ||
  marksOf(filters, roadOf(filters)).length > 0 ||
  rowsToJudgeOnce(filters, now) > 0;

/**
 * Walks of one order, which SQLite merges row by row up to the limit of the whole. Its parser takes
 * five terms of a UNION, so groups of them are subqueries, which it flattens into one merge.
 */
function merged(walks: readonly SQL[]): SQL {
  if (walks.length <= MOST_MERGED) return sql.join([...walks], sql` UNION ALL `);
  const size = Math.ceil(walks.length / MOST_MERGED);
  const groups = Array.from({ length: Math.ceil(walks.length / size) }, (_, group) =>
    merged(walks.slice(group * size, (group + 1) * size)),
  );
  return sql.join(
    groups.map((group) => sql`SELECT * FROM (${group})`),
    sql` UNION ALL `,
  );
}

/**
 * The events of a list as a subquery `(id, startsAt, day, endsAt, marks)`, in order of time, each once, up
 * to the limit. Each facet and phase is a walk through an index, and their merge ends at the limit:
 * so the rows read follow the rows shown, not the table.
 * @param perDay lists an event of a range once for each of its days
 * @param isJudging takes every event of the road up to the limit, with `fits`: whether it is in the
 * list. So the limit is what is read, however few of them are. What is over is in the list
 */
export function placesOf(
  filters: Filters,
  now: number,
  limit: number,
  {
    after = null,
    perDay = false,
    isJudging = false,
  }: { after?: FacetPosition | null; perDay?: PerDay; isJudging?: boolean } = {},
): SQL {
  const { past, any } = filters;
  if (past && isJudging)
    return sql`(SELECT *, 1 AS fits FROM ${placesOf(filters, now, limit, { after, perDay })})`;
  const { walked, judged } = conditions(filters, now, perDay);
  const { facets, holds } = roadOf(filters);
  const fits = isJudging ? sql.raw(", fits") : sql``;
  const direction = past ? sql`DESC` : sql`ASC`;
  const inOrder = (most: number) =>
    sql`ORDER BY startsAt ${direction}, id ${direction} LIMIT ${most}`;
  if (after)
    walked.push(
      sql`(f.starts_at, f.event_id) ${past ? sql`<` : sql`>`} (${written(after.startsAt)}, ${after.id})`,
    );
  const behind = (where: readonly SQL[]) =>
    sql.join([...where, ...walked, ...(isJudging ? [] : judged)], sql` AND `);
  /** A walk through every facet and phase, by an index that has the order of the list. */
  const walkOf = (where: readonly SQL[], index = sql``) =>
    sql`SELECT f.facet AS facet, f.is_over AS phase, f.event_id AS id, f.starts_at AS startsAt, f.local_day AS day, f.ends_at AS endsAt, f.marks AS marks${isJudging ? sql`, ${sql.join([sql`1`, ...judged], sql` AND `)} AS fits` : sql``} FROM event_facets f ${index} WHERE ${behind(where)}`;
  const { from } = filters.range;
  const walks = (): Record<string, SQL> => {
    // Running events are listed anyway; a range that starts later includes only those that last
    // into it.
    if (isOnNextDay(filters, now, perDay))
      return {
        walk: walkOf([], sql.raw(`INDEXED BY event_facets_${filters.free ? "free" : "next"}`)),
      };
    if (!isByDay(filters) || from === undefined || from <= now) return { walk: walkOf([]) };
    const lasting = LENGTHS.map((longest, length) => [
      `lasting${length}`,
      walkOf(
        [
          sql`f.starts_at < ${written(from - LONG)}`,
          sql`f.starts_at > ${written(from - longest)}`,
          IS_LONG,
          sql`${CLASS_OF_LENGTH} = ${written(length)}`,
        ],
        sql`INDEXED BY event_facets_over_3h`,
      ),
    ]);
    return {
      walk: walkOf([sql`f.starts_at >= ${written(from - LONG)}`]),
      ...Object.fromEntries(lasting),
    };
  };
  const phases = any ? [0, 1] : past ? [1] : [0];
  const named = Object.entries(walks());
  const own = facets.flatMap((facet) =>
    phases.flatMap((phase) =>
      named.map(
        ([name]) =>
          sql`SELECT id, startsAt, day, endsAt, marks${fits} FROM ${sql.raw(name)} WHERE facet = ${facetValue(facet)} AND phase = ${written(phase)}`,
      ),
    ),
  );
  // Written once and bound once, however many facets walk it.
  const walk = sql.join(
    named.map(([name, of]) => sql`${sql.raw(name)} AS NOT MATERIALIZED (${of})`),
    sql`, `,
  );
  // A place lies in one cell; an event may have each of the other facets.
  const isOnce = facets.length === 1 || holds.has("area");
  const found = isOnce
    ? sql`WITH ${walk} ${merged(own)} ${inOrder(limit)}`
    : sql`WITH ${walk} SELECT DISTINCT * FROM (${merged(own)} ${inOrder(limit * facets.length)}) LIMIT ${limit}`;
  if (!past) return sql`(${found})`;
  // Events that ended since the hourly job: few, found by their end.
  const unmarked = sql`SELECT f.event_id, f.starts_at, f.local_day, f.ends_at, f.marks FROM events e CROSS JOIN json_each(${JSON.stringify(facets)}) AS facet CROSS JOIN event_facets f WHERE e.is_over = 0 AND e.ends_at <= ${now} AND ${behind([sql`f.facet = facet.value`, sql`f.is_over = 0`, sql`f.starts_at = e.starts_at`, sql`f.event_id = e.id`])}`;
  return sql`(SELECT * FROM (${found}) UNION ${unmarked} ${inOrder(limit)})`;
}

/** How long an isolate goes on with a choice of roads: it changes what a list reads, not its events. */
const CHOSEN_FOR = 10 * MINUTE;
/**
 * Coarse cells reach far beyond the edges of an area, and each is read until its first event inside.
 */
const COARSE = 3;

const isCoarse = ({ facets: [first = ""] }: Road): boolean => first.startsWith("geo2:");

/**
 * The filters with the road that has the fewest events by the facets' counters: an area that is wide,
 * or has a rare trait, is no walk of its cells.
 */
export async function withShortestRoad(
  { db, memo }: Pick<Deps, "db" | "memo">,
  filters: Filters,
): Promise<Filters> {
  const roads = roadsOf(filters);
  const [usual, ...others] = roads;
  const isAreaAlone = others.length === 1 && others[0]?.holds.size === 0;
  if (!usual || others.length === 0 || (isAreaAlone && !isCoarse(usual))) return filters;
  const facets = [...new Set(roads.flatMap((one) => one.facets))];
  const upcoming = await memo.get(`roads:${facets.join()}`, CHOSEN_FOR, async () => {
    const rows = await db
      .select({ facet: facetCounts.facet, upcoming: facetCounts.upcoming })
      .from(facetCounts)
      .where(inArray(facetCounts.facet, facets));
    return new Map(rows.map((row) => [row.facet, row.upcoming]));
  });
  const rowsOf = (road: Road) =>
    road.facets.reduce((sum, facet) => sum + (upcoming.get(facet) ?? 0), 0) *
    (1 + comparedWith(filters, road).length) *
    (isCoarse(road) ? COARSE : 1);
  const road = roads.reduce((best, one) => (rowsOf(one) < rowsOf(best) ? one : best));
  return { ...filters, road };
}
