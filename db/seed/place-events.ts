import { fromWallTime, localDay, presetRange } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import type { events, ImageFocus } from "../schema";
import cities from "./cities.json";
import extraEvents from "./extra-events.json";
import { holidayDate } from "./holidays";
import sampleEvents from "./sample-events.json";
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
}

export const seedCities: readonly SeedCity[] = cities;
export const seedVenues: readonly SeedVenue[] = venues;

/**
 * The sample events relative to a moment, so that a seeded product always has events tonight, this weekend and next
 * month; holidays keep their dates. Deterministic.
 */
export function placeSampleEvents(now: number): PlacedEvent[] {
  const byKey = new Map(cities.map((city) => [city.slug, city]));
  return [...(sampleEvents as SeedEvent[]), ...(extraEvents as SeedEvent[])].map((event) => {
    const city = byKey.get(event.city);
    if (!city) throw new Error(`The sample event ${event.key} names the unknown city ${event.city}.`);
    const today = localDay(now, city.timezone);
    const weekend = presetRange("weekend", now, city.timezone, city.countryCode);
    const day =
      holidayDate(event.key, today) ??
      (event.weekendDay === undefined || !weekend
        ? addDays(today, event.startDayOffset ?? 0)
        : addDays(localDay(weekend.from, city.timezone), Math.min(event.weekendDay, Math.round((weekend.to - weekend.from) / DAY) - 1)));
    const startsAt = fromWallTime(day, event.startTime, city.timezone);
    return { ...event, startsAt, endsAt: startsAt + event.durationMinutes * MINUTE, localDay: day, timeZone: city.timezone };
  });
}
