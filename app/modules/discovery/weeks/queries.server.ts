import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import { cityWeekPicks, cityWeeks, eventOccurrences, events, users } from "../../../../db/schema";
import { type InstantRange, startOfDay } from "../../../lib/dates/dates.server";
import { addDays, type DayRange } from "../../../lib/dates/days";
import type { Deps } from "../../../lib/deps";
import type { City } from "../../cities/queries.server";
import {
  type EventColumns,
  eventsInOrder,
  LIST_COLUMNS,
  type RowOf,
} from "../../events/event-columns.server";

export type CityWeek = typeof cityWeeks.$inferSelect;
type Reader = Pick<Deps, "db">;

/** Columns of a picked event: those of lists, and whether it may be shown. */
const PICK_COLUMNS = { ...LIST_COLUMNS, isListed: events.isListed, isOver: events.isOver };

type PickColumns = EventColumns & Pick<typeof PICK_COLUMNS, "isListed">;

/** An event of a week's picks, on its first date in that week, with the editor's sentence. */
export interface WeekPick<Columns extends PickColumns = typeof PICK_COLUMNS> {
  event: RowOf<Columns>;
  lineEn: string | null;
  lineFa: string | null;
}

/** All instants of a week in a city. */
export const instantsOf = (
  { first, last }: DayRange,
  { timeZone }: Pick<City, "timeZone">,
): InstantRange => ({
  from: startOfDay(first, timeZone),
  to: startOfDay(addDays(last, 1), timeZone),
});

/** A city's picks of a week, published or not; null without any. */
export async function findWeek(
  { db }: Reader,
  cityId: string,
  firstDay: string,
): Promise<(CityWeek & { editor: string | null }) | null> {
  const found = await db
    .select({ week: cityWeeks, editor: users.displayName })
    .from(cityWeeks)
    .leftJoin(users, and(eq(users.id, cityWeeks.editorId), sql`${users.deletedAt} IS NULL`))
    .where(and(eq(cityWeeks.cityId, cityId), eq(cityWeeks.firstDay, firstDay)))
    .get();
  return found ? { ...found.week, editor: found.editor } : null;
}

/** The city's last published week that has begun or whose picks are out; null without any. */
export async function latestWeek({ db }: Reader, cityId: string): Promise<CityWeek | null> {
  const found = await db
    .select()
    .from(cityWeeks)
    .where(and(eq(cityWeeks.cityId, cityId), isNotNull(cityWeeks.publishedAt)))
    .orderBy(desc(cityWeeks.firstDay))
    .limit(1)
    .get();
  return found ?? null;
}

/** Published weeks of a city before a day, the latest first. */
export async function earlierWeeks(
  { db }: Reader,
  cityId: string,
  before: string,
  limit: number,
): Promise<{ firstDay: string }[]> {
  return db
    .select({ firstDay: cityWeeks.firstDay })
    .from(cityWeeks)
    .where(
      and(
        eq(cityWeeks.cityId, cityId),
        lt(cityWeeks.firstDay, before),
        isNotNull(cityWeeks.publishedAt),
      ),
    )
    .orderBy(desc(cityWeeks.firstDay))
    .limit(limit);
}

/** The weeks of all cities between two first days, without their picks. */
export const weeksBetween = ({ db }: Reader, from: string, to: string): Promise<CityWeek[]> =>
  db
    .select()
    .from(cityWeeks)
    .where(and(gte(cityWeeks.firstDay, from), lte(cityWeeks.firstDay, to)));

/**
 * The picks of a week in order, each on its first date in the week. Events that are not listed any
 * more are left out.
 * @param range the week's instants
 */
export const picksOf = (deps: Reader, weekId: string, range: InstantRange): Promise<WeekPick[]> =>
  readPicks(deps, weekId, range, PICK_COLUMNS);

/** `picksOf` with other columns of the events. */
export async function readPicks<Columns extends PickColumns>(
  { db }: Reader,
  weekId: string,
  range: InstantRange,
  columns: Columns,
): Promise<WeekPick<Columns>[]> {
  const rows = await db
    .select()
    .from(cityWeekPicks)
    .where(eq(cityWeekPicks.weekId, weekId))
    .orderBy(asc(cityWeekPicks.position), asc(cityWeekPicks.eventId));
  const found = await readEventsOfWeek(
    { db },
    rows.map(({ eventId }) => eventId),
    range,
    columns,
  );
  const lines = new Map(rows.map((row) => [row.eventId, row]));
  return found
    .filter(({ isListed }) => isListed)
    .map((event) => ({
      event,
      lineEn: lines.get(event.id)?.lineEn ?? null,
      lineFa: lines.get(event.id)?.lineFa ?? null,
    }));
}

/** Events by id in their order, each on its first date within a range. */
export const eventsOfWeek = (
  deps: Reader,
  ids: readonly string[],
  range: InstantRange,
): Promise<WeekPick["event"][]> => readEventsOfWeek(deps, ids, range, PICK_COLUMNS);

async function readEventsOfWeek<Columns extends PickColumns>(
  { db }: Reader,
  ids: readonly string[],
  { from, to }: InstantRange,
  columns: Columns,
): Promise<RowOf<Columns>[]> {
  if (ids.length === 0) return [];
  const dates = await db
    .select({
      id: eventOccurrences.eventId,
      startsAt: sql<number>`min(${eventOccurrences.startsAt})`,
      day: eventOccurrences.localDay,
    })
    .from(eventOccurrences)
    .where(
      and(
        inArray(eventOccurrences.eventId, [...ids]),
        gte(eventOccurrences.startsAt, from),
        lt(eventOccurrences.startsAt, to),
        eq(eventOccurrences.status, "scheduled"),
      ),
    )
    .groupBy(eventOccurrences.eventId);
  return eventsInOrder(
    db,
    columns,
    ids,
    new Map(dates.map(({ id, startsAt, day }) => [id, { startsAt, day }])),
  );
}
