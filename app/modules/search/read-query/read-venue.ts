import { joinedKey } from "./beginnings";
import { namedVenues, nicknamesOf } from "./known-names";
import type { ReadPlace } from "./read-place";
import { NameTable, overlaps, type Span } from "./spans";
import type { VenueFilter } from "./understood";

interface KnownVenue {
  venue: VenueFilter;
  /** Read only beside its city, or alone. */
  isCued: boolean;
}

/** A venue named in a query. */
interface ReadVenue {
  venue: VenueFilter;
  span: Span;
}

let table: NameTable<KnownVenue> | undefined;

/** The table of names of venues. */
export function venueTable(): NameTable<KnownVenue> {
  if (table) return table;
  const names = new NameTable<KnownVenue>();
  const venues = new Map<string, VenueFilter>();
  for (const { key, city, en, fa } of namedVenues()) {
    const venue = { name: { en, fa: fa || en }, city };
    venues.set(key, venue);
    for (const name of [en, fa]) names.add(name, { venue, isCued: false });
  }
  for (const { alias, meaning, isCued } of nicknamesOf("venue")) {
    const venue = venues.get(meaning);
    if (venue) names.add(alias, { venue, isCued });
  }
  table = names;
  return names;
}

/**
 * Reads the first venue that the words name. A nickname that is a common word too needs the name of
 * its city beside it, or nothing else.
 * @param city the city that the words name, or else of the list
 */
export function readVenue(
  words: readonly string[],
  cities: readonly string[],
  isKnownCity: (slug: string) => boolean,
  isTaken: (index: number) => boolean,
): ReadVenue | null {
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const named = venueTable().longestAt(words, start, isTaken);
    if (!named) continue;
    const { span, meaning } = named;
    const { venue, isCued } = meaning;
    const isElsewhere = cities.length > 0 && !cities.includes(venue.city);
    const isClear = !isCued || span.length === words.length || cities.includes(venue.city);
    if (isClear && !isElsewhere && isKnownCity(venue.city)) return { venue, span };
  }
  return null;
}

/**
 * The venue of a query that may also name a place of the gazetteer. The place may be the venue
 * itself («میدون نقش جهان»). Null if the place has the longer name, or the query asks for what is
 * near it.
 */
export function venueBeside(venue: ReadVenue | null, place: ReadPlace | null): ReadVenue | null {
  if (place === null) return venue;
  if (place.place.isNear) return null;
  const own = venueTable().get(joinedKey(place.place.name.en));
  if (
    own &&
    !own.isCued &&
    own.venue.city === place.place.city &&
    (!venue || own.venue === venue.venue)
  )
    return { venue: own.venue, span: place.span };
  const isLonger = venue !== null && overlaps(place.span, venue.span);
  return isLonger && place.nameLength > venue.span.length ? null : venue;
}
