import { fromWallTime, localDay, presetRange } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import { type Schedule, takesPlace } from "../../app/lib/event/schedule";
import type { Occurrence } from "../../app/modules/schedule/expand-schedule.server";
import type { events, ImageFocus } from "../schema";
import cities from "./cities.json";
import extraEvents from "./extra-events.json";
import { holidayDate } from "./holidays";
import { placeSeries, type SampleSeries } from "./place-series";
import sampleEvents from "./sample-events.json";
import samplePictures from "./sample-pictures.json";
import seriesEvents from "./series-events.json";
import venues from "./venues.json";

export type SeedCity = (typeof cities)[number];
export type SeedVenue = (typeof venues)[number];

interface SeedEvent {
  key: string;
  city: string;
  venue: string | null;
  venueName?: { en: string; fa: string };
  address?: { en: string; fa: string };
  latitude?: number;
  longitude?: number;
  title: { en: string; fa?: string | null };
  description: { en: string; fa?: string | null };
  categories: string[];
  tags: string[];
  /** Days from the day of seeding, in the city's zone. */
  startDayOffset?: number;
  /** Instead: the first (0) or second (1) day of the coming weekend there. */
  weekendDay?: number;
  startTime: string;
  durationMinutes: number;
  /** Several dates, a rule or opening hours; without it, one date. */
  series?: SampleSeries;
  /** From midnight to midnight; default false. */
  allDay?: boolean;
  /** Default `scheduled`. */
  lifecycle?: (typeof events.$inferInsert)["lifecycle"];
  price: number | null;
  currency: string;
  ticketUrl: string | null;
  isFeatured: boolean;
  /** The file of public/media/samples; without it, a cover is drawn. */
  picture?: string;
  /** The middle by default. */
  pictureFocus?: ImageFocus;
  organizer: { en: string; fa?: string | null };
}

export interface PlacedEvent extends SeedEvent {
  startsAt: number;
  endsAt: number;
  localDay: string;
  timeZone: string;
  /** Null for one date. Otherwise start, end and day are those of the next occurrence. */
  schedule: Schedule | null;
  occurrences: Occurrence[] | null;
}

export const seedCities: readonly SeedCity[] = cities;
export const seedVenues: readonly SeedVenue[] = venues;

/** Pictures of events whose rows have none; scripts/make-images.mjs draws them. */
const pictures = new Map(samplePictures.map(({ event, picture }) => [event, { picture }]));
const withPicture = <Row extends SeedEvent>(row: Row): Row => ({
  ...row,
  ...pictures.get(row.key),
});

const oneDateEvents = ([...sampleEvents, ...extraEvents] as SeedEvent[]).map(withPicture);
const series = (seriesEvents as (SeedEvent & { series: SampleSeries })[]).map(withPicture);

/** Names of all sample events, series among them. */
export const sampleEventKeys: readonly string[] = [...oneDateEvents, ...series].map(
  ({ key }) => key,
);

const citiesBySlug = new Map(cities.map((city) => [city.slug, city]));

function cityOf({ key, city }: SeedEvent): SeedCity {
  const found = citiesBySlug.get(city);
  if (!found) throw new Error(`The sample event ${key} names the unknown city ${city}.`);
  return found;
}

/**
 * The sample events of one date relative to a moment, so that a seeded product always has events
 * tonight, this weekend and next month; holidays keep their dates. Deterministic. @param now UTC
 * epoch ms
 */
export function placeSampleEvents(now: number): PlacedEvent[] {
  return oneDateEvents.map((event) => {
    const city = cityOf(event);
    const today = localDay(now, city.timezone);
    const weekend = presetRange("weekend", now, city.timezone, city.countryCode);
    const day =
      holidayDate(event.key, today) ??
      (event.weekendDay === undefined || !weekend
        ? addDays(today, event.startDayOffset ?? 0)
        : addDays(
            localDay(weekend.from, city.timezone),
            Math.min(event.weekendDay, Math.round((weekend.to - weekend.from) / DAY) - 1),
          ));
    const startsAt = fromWallTime(day, event.startTime, city.timezone);
    const times = { startsAt, endsAt: startsAt + event.durationMinutes * MINUTE, localDay: day };
    return { ...event, ...times, timeZone: city.timezone, schedule: null, occurrences: null };
  });
}

/**
 * The sample series relative to a moment: classes, plays, exhibitions, yearly occasions.
 * Deterministic. @param now UTC epoch ms
 */
export function placeSampleSeries(now: number): PlacedEvent[] {
  return series.map((event) => {
    const { timezone } = cityOf(event);
    const { schedule, occurrences } = placeSeries(event, localDay(now, timezone), timezone, now);
    const next = occurrences.find(takesPlace);
    if (!next) throw new Error(`Each date of the sample series ${event.key} is cancelled.`);
    const { startsAt, endsAt, localDay: day } = next;
    return { ...event, startsAt, endsAt, localDay: day, timeZone: timezone, schedule, occurrences };
  });
}
