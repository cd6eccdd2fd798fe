import { and, asc, eq, gt, inArray, lt, ne, or, sql } from "drizzle-orm";
import { type EventValues, eventOccurrences, events, venues } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { type EventRow, LIST_COLUMNS } from "../events/event-columns.server";

/**
 * A public event at the same venue within the given times (UTC epoch ms); null if there is none.
 * Events of a day or more share their venue (exhibitions) and do not clash. Reads one day before
 * the start, so it misses no event shorter than a day.
 */
export async function findVenueClash(
  { db }: Pick<Deps, "db">,
  event: EventRow,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
) {
  if (event.venueId === null || event.allDay || endsAt - startsAt >= DAY) return null;
  const found = await db
    .select(LIST_COLUMNS)
    .from(events)
    .where(
      and(
        eq(events.venueId, event.venueId),
        eq(events.isListed, true),
        eq(events.isOver, false),
        gt(events.startsAt, startsAt - DAY),
        lt(events.startsAt, endsAt),
        // The unary plus keeps the planner on the venue's index.
        sql`+${events.endsAt} > ${startsAt}`,
        sql`${events.endsAt} - ${events.startsAt} < ${DAY}`,
        eq(events.lifecycle, "scheduled"),
        eq(events.allDay, false),
        ne(events.id, event.id),
      ),
    )
    .orderBy(events.startsAt)
    .limit(1);
  return found[0] ?? null;
}

/** Dates at a venue that are compared with a series. */
const COMPARED = 500;

/** An event at the venue of a series, on one of its dates. */
export type VenueClash = Awaited<ReturnType<typeof venueClashes>>[number];

/**
 * Statement: dates of other public events at a venue of a city, by its names, from the first to the
 * last of some occurrences. Days and runs do not clash.
 */
export function venueClashes(
  { db }: Pick<Deps, "db">,
  { id, cityId, venue }: { id: string; cityId: string; venue: EventValues["venue"] },
  occurrences: readonly { startsAt: number; endsAt: number }[],
) {
  const { startsAt, endsAt, status } = eventOccurrences;
  // Without a name, no venue has an empty one: the index by city is still used.
  const names = or(
    eq(venues.nameEn, venue.en ?? ""),
    venue.fa ? eq(venues.nameFa, venue.fa) : undefined,
  );
  const known = db
    .select({ id: venues.id })
    .from(venues)
    .where(and(eq(venues.cityId, cityId), names));
  return db
    .select({ id: events.id, titleEn: events.titleEn, titleFa: events.titleFa, startsAt, endsAt })
    .from(events)
    .innerJoin(eventOccurrences, eq(eventOccurrences.eventId, events.id))
    .where(
      and(
        inArray(events.venueId, known),
        eq(events.isListed, true),
        eq(events.isOver, false),
        eq(events.lifecycle, "scheduled"),
        eq(events.allDay, false),
        ne(events.id, id),
        gt(startsAt, (occurrences[0]?.startsAt ?? 0) - DAY),
        lt(startsAt, occurrences.at(-1)?.endsAt ?? 0),
        sql`${endsAt} - ${startsAt} < ${DAY}`,
        inArray(status, ["scheduled", "sold-out"]),
      ),
    )
    .limit(COMPARED);
}

/** Maximum number of venue suggestions. */
const SHOWN = 200;

/** Statement: known venues of a city, by English name. */
export const venuesStatement = ({ db }: Pick<Deps, "db">, cityId: string) =>
  ({
    statement: db
      .select({
        id: venues.id,
        en: venues.nameEn,
        fa: venues.nameFa,
        addressEn: venues.addressEn,
        addressFa: venues.addressFa,
        latitude: venues.latitude,
        longitude: venues.longitude,
      })
      .from(venues)
      .where(and(eq(venues.cityId, cityId), eq(venues.status, "listed")))
      .orderBy(asc(venues.nameEn))
      .limit(SHOWN),
  }) as const;
