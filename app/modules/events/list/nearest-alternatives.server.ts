import { inArray } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { events, facetCounts } from "../../../../db/schema";
import { localDay, presetRange, startOfDay } from "../../../lib/dates/dates.server";
import { addDays, weekdayOf } from "../../../lib/dates/days";
import type { Deps } from "../../../lib/deps";
import { isListedBetween } from "../../../lib/event/schedule";
import { distanceKm } from "../../../lib/geo/geo";
import { searchKey } from "../../../lib/text/search-text";
import { type City, listCities } from "../../cities/queries.server";
import { occasionDays } from "../../search/read-query/named-days";
import type { Chip } from "../../search/read-query/understood";
import { findExactMatches } from "../../search/search-later-rounds.server";
import { eventsInOrder, readEvents, selectEvents } from "../event-columns.server";
import type { EventQuery } from "../schema";
import { facetsOf, isCounted, placesOf } from "./facet-walks.server";
import { type EventList, isSearch, sortOf } from "./list-events.server";
import { type ListRequest, readFilters } from "./list-filters.server";
import { isListedPlace, keepsCancelled, readingOf } from "./search-list.server";

/** A query close to one without results, and how many events its list says it has. */
export interface NearQuery {
  query: EventQuery;
  request: ListRequest;
  total: number;
  /** False if more may exist than were counted. */
  isExact: boolean;
  /** Whether its events are of names like the one that was asked for. */
  isAlike: boolean;
}

/** How far away a city is offered instead, km. */
const NEARBY_KM = 400;
const NEARBY_CITIES = 2;
/** The radius that is offered instead of a smaller one, km. */
const WIDE_RADIUS = 100;
/** Maximum number of alternatives. */
const MOST = 4;

/** Parts of a request: kinds of understood filters with their parameters, and the words. */
type Part = Chip["kind"] | "words";

/** Parameters that express a part. */
const UNSET: Partial<Record<Part, Partial<EventQuery>>> = {
  city: { city: null },
  place: { latitude: null, longitude: null, radius: null, bounds: null },
  category: { categories: [], tag: null },
  free: { free: false },
  price: { min: null, max: null },
  audience: { age: null },
  traits: { traits: [], online: false },
  when: { when: null, from: null, to: null, times: [] },
};

const PLACE: readonly Part[] = ["place", "city", "cities", "venue"];

/** Filters besides time and place. */
const CONTENT: readonly Part[] = ["category", "words", "audience", "traits", "intent"];

/** The text without some of its words. @param words folded */
function withoutWords(text: string, words: string): string {
  const left = new Set(words.split(" "));
  const isKept = (piece: string) => {
    const words = searchKey(piece).split(" ");
    // A letter joined to a word is its ending: eid-e fetr.
    return !words.every((word) => left.has(word) || (words.length > 1 && word.length === 1));
  };
  return text.split(/\s+/).filter(Boolean).filter(isKept).join(" ");
}

/** The words as they were read: with their corrections. */
export const textAsRead = ({
  corrected,
  request,
}: Pick<EventList, "corrected" | "request">): string => corrected ?? request.understood.query;

interface Candidate {
  query: EventQuery;
  request: ListRequest;
  isSearch: boolean;
  isAlike: boolean;
  /** Whether each day of a series counts for the days of the list, which is one for any time. */
  isForDays: boolean;
  /** The facet whose counter is the total of its list; null without one. */
  counter: string | null;
}

interface Found {
  /** Times in UTC epoch ms; an event of several dates may be repeated. */
  events: readonly { id: string; startsAt: number; endsAt: number }[];
  /** False if more exist, which start after `knownUntil`. */
  isExact: boolean;
  knownUntil: number;
  /** Number of all of them. */
  total: number;
  /** False if more exist than were counted. */
  totalIsExact: boolean;
}

/**
 * The nearest queries with results to one without: other days there, the same days elsewhere, any
 * price, anything there. Each total is the one of its own list. At most two round trips at once,
 * and one more within a radius; none if the list has results.
 */
export async function findAlternatives(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  query: EventQuery,
  list: Pick<
    EventList,
    "exactTotal" | "total" | "before" | "request" | "corrected" | "knownName" | "isUnmatched"
  >,
): Promise<NearQuery[]> {
  const { request } = list;
  const { past, any } = request.filters;
  if (list.exactTotal > 0 || list.before > 0 || query.cursor !== null || past || any) return [];
  const cities = await listCities(deps);
  const now = deps.clock.now();
  const text = textAsRead(list);
  const { chips, words } = request.understood;
  const ask = (parts: readonly Part[], changes: Partial<EventQuery> = {}): Candidate => {
    const dropped = parts.map((part) =>
      part === "words" ? words : (chips.find(({ kind }) => kind === part)?.matchedText ?? ""),
    );
    const q = dropped.filter(Boolean).reduce(withoutWords, text);
    const changed = {
      ...query,
      ...Object.assign({}, ...parts.map((part) => UNSET[part])),
      ...changes,
      q,
    };
    const read = readFilters(changed, cities, now);
    const isSearched = isSearch(changed, read);
    return {
      query: changed,
      request: read,
      isSearch: isSearched,
      isForDays: false,
      isAlike: false,
      counter: !isSearched && isCounted(read.filters) ? (facetsOf(read.filters)[0] ?? null) : null,
    };
  };
  const has = (...parts: Part[]) => chips.some(({ kind }) => parts.includes(kind));
  const hasTime =
    has("when") ||
    query.from !== null ||
    query.to !== null ||
    (query.when !== null && query.when !== "upcoming") ||
    query.times.length > 0;
  const hasPlace =
    request.city !== null ||
    has("cities") ||
    request.filters.near !== null ||
    request.filters.bounds !== null;
  const hasPrice = has("price", "free") || query.free || query.min !== null || query.max !== null;
  const hasContent =
    has("category", "audience", "traits", "intent") ||
    words !== "" ||
    query.categories.length > 0 ||
    query.tag !== null ||
    query.age !== null ||
    query.traits.length > 0 ||
    query.online;

  const kindred = list.knownName?.category;
  const occasion = occasionDays(words, localDay(now, request.area.timeZone));
  const candidates = {
    alike:
      kindred && !has("category") && query.categories.length === 0
        ? [{ ...ask(["words"], { categories: [kindred] }), isAlike: true }]
        : [],
    // A holy day that no event is named after: what is on then.
    thatDay: occasion && !hasTime ? [ask(["words"], occasion)] : [],
    anyTime: hasTime ? [{ ...ask(["when"]), isForDays: true }] : [],
    elsewhere: hasPlace
      ? elsewhere(query, request, cities).map((changes) => ask(PLACE, changes))
      : [],
    anyPrice: hasPrice ? [ask(["price", "free"])] : [],
    anything: hasContent && (hasTime || hasPlace || hasPrice) ? [ask(CONTENT)] : [],
    there: list.total > 0 ? [] : [ask([...CONTENT, "when", "price", "free"])],
  };
  const searched = wordsOf(request);
  // Words that no event has are found at no other time, place or price.
  const all = Object.values(candidates)
    .flat()
    .filter(({ request: read }) => !list.isUnmatched || wordsOf(read) !== searched);
  const counted = await findEach(deps, all, now, list.knownName?.words ?? null);
  const found = new Map(counted.map((one, index) => [all[index], one]));
  const count = (candidate: Candidate): NearQuery => {
    const { total, totalIsExact: isExact } = found.get(candidate) ?? {
      total: 0,
      totalIsExact: true,
    };
    const { query: asked, request: read, isAlike } = candidate;
    return { query: asked, request: read, total, isExact, isAlike };
  };
  const inTime = candidates.anyTime.flatMap((candidate) =>
    otherTimes(candidate, found.get(candidate), request, now).map(
      ({ changes, total, isExact }) => ({
        ...ask(["when"], changes),
        total,
        isExact,
      }),
    ),
  );
  const alternatives = [
    ...[candidates.thatDay, candidates.alike].flat().map(count),
    ...inTime,
    ...[candidates.elsewhere, candidates.anyPrice, candidates.anything].flat().map(count),
    ...(inTime.length === 0 ? candidates.anyTime.map(count) : []),
  ].filter(({ total }) => total > 0);
  const nearest = alternatives.slice(0, MOST);
  const last =
    nearest.length > 0 ? [] : [...candidates.there.map(count).filter(({ total }) => total > 0)];
  return distinct([...nearest, ...last]).map(
    ({ query: asked, request: read, total, isExact, isAlike }) => ({
      query: asked,
      request: read,
      total,
      isExact,
      isAlike,
    }),
  );
}

/** What a request searches for within its filters. */
const wordsOf = ({ understood: { words, intents } }: ListRequest): string =>
  JSON.stringify([words, intents]);

/** Each query once. */
function distinct(alternatives: readonly NearQuery[]): NearQuery[] {
  return [
    ...new Map(
      alternatives.map((alternative) => [JSON.stringify(alternative.query), alternative]),
    ).values(),
  ];
}

/**
 * Other places to ask for: the rest of the city, a wider circle, near cities, the busiest city of
 * the country, anywhere.
 */
function elsewhere(
  { latitude, longitude }: EventQuery,
  { filters, city, understood }: ListRequest,
  cities: readonly City[],
): Partial<EventQuery>[] {
  const { place, venue } = understood.filters;
  const around = place ?? venue;
  if (around) return [{ city: around.city }];
  if (filters.near)
    return filters.near.radius < WIDE_RADIUS
      ? [{ latitude, longitude, radius: WIDE_RADIUS, city: city?.slug ?? null }]
      : [];
  if (filters.bounds) return [{ bounds: null, city: city?.slug ?? null }];
  if (understood.filters.cities) return [{ city: null }];
  if (!city) return [];
  const others = cities.filter(({ id, upcomingCount }) => id !== city.id && upcomingCount > 0);
  const near = others
    .map((other) => ({ other, km: distanceKm(city, other) }))
    .filter(({ km }) => km <= NEARBY_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, NEARBY_CITIES)
    .map(({ other }) => other);
  const busiest = others.find(({ countryCode }) => countryCode === city.countryCode);
  return [
    ...[...new Set([...near, ...(busiest ? [busiest] : [])])].map(({ slug }) => ({ city: slug })),
    { city: null },
  ];
}

/** The asked day at other hours, or else the nearest day with events; and the next 30 days, of a list for any time. */
function otherTimes(
  candidate: Candidate,
  found: Found | undefined,
  { filters, area, understood }: ListRequest,
  now: number,
) {
  const { timeZone, countryCode } = area;
  const listed = found?.events ?? [];
  const { from, to } = filters.range;
  const wanted = from ?? now;
  const weekdays = understood.filters.when?.weekdays;
  const later = listed.filter(({ startsAt }) => startsAt > now);
  const asked = later.filter(
    ({ startsAt }) =>
      startsAt >= wanted &&
      (to == null || startsAt < to) &&
      (weekdays?.includes(weekdayOf(localDay(startsAt, timeZone))) ?? to != null),
  );
  const [nearest] = (asked.length > 0 ? asked : later).sort(
    (a, b) => Math.abs(a.startsAt - wanted) - Math.abs(b.startsAt - wanted),
  );
  if (!nearest) return [];
  const within = (from: number, to: number) => ({
    total: new Set(
      listed.filter((event) => isListedIn(event, from, to, candidate.isSearch)).map(({ id }) => id),
    ).size,
    isExact: found?.isExact === true || (found?.knownUntil ?? 0) >= to,
  });
  const day = localDay(nearest.startsAt, timeZone);
  const ofDay = within(startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone));
  const month = presetRange("month", now, timeZone, countryCode);
  const ofMonth = month ? within(month.from, month.to) : { total: 0, isExact: true };
  const isLater = month === null || startOfDay(day, timeZone) >= month.to;
  return [
    { changes: { from: day, to: day }, ...ofDay },
    ...(ofMonth.total > ofDay.total || (isLater && ofMonth.total > 0)
      ? [{ changes: { when: "month" as const }, ...ofMonth }]
      : []),
  ].filter(({ total }) => total > 0);
}

/**
 * Whether a list with a range has an event: a search omits short events that began before the range
 * (search/time-frame.ts).
 */
const isListedIn = (
  event: Found["events"][number],
  from: number,
  to: number,
  isSearched: boolean,
): boolean =>
  isSearched ? isListedBetween(event, from, to) : event.startsAt < to && event.endsAt > from;

const TIME_COLUMNS = { id: events.id, startsAt: events.startsAt, endsAt: events.endsAt };
/** Counting stops here: several lists are read at once. */
const MOST_COUNTED = 45;

const PLACE_COLUMNS = {
  id: events.id,
  startsAt: events.startsAt,
  latitude: events.latitude,
  longitude: events.longitude,
};

const readCounters = (db: Database, facets: readonly string[]) =>
  db
    .select({ facet: facetCounts.facet, upcoming: facetCounts.upcoming })
    .from(facetCounts)
    .where(inArray(facetCounts.facet, [...new Set(facets)]));

/**
 * The events of each candidate's list, as far as they are counted.
 * @param name a known name, which begins no other word
 */
async function findEach(
  { db }: Pick<Deps, "db">,
  candidates: readonly Candidate[],
  now: number,
  name: string | null,
): Promise<Found[]> {
  const searched = candidates.filter((candidate) => candidate.isSearch);
  const listed = candidates.filter((candidate) => !candidate.isSearch);
  const statements = listed.map(({ request: { filters }, isForDays }) => {
    const days = isForDays ? { ...filters, range: { from: now } } : filters;
    return selectEvents(
      db,
      TIME_COLUMNS,
      placesOf(days, now, MOST_COUNTED + 1, { perDay: isForDays }),
      "found",
    );
  });
  const facets = candidates.flatMap(({ counter }) => (counter === null ? [] : [counter]));
  const [matches, [counts, ...lists]] = await Promise.all([
    findExactMatches(
      db,
      searched.map(({ query, request }) => ({
        ...readingOf(request),
        isWhole: name !== null && request.understood.words.endsWith(name),
        keepsCancelled: keepsCancelled(sortOf(query, request)),
      })),
      now,
    ),
    listed.length > 0 ? db.batch([readCounters(db, facets), ...statements]) : [[]],
  ]);
  const counters = new Map(counts.map(({ facet, upcoming }) => [facet, upcoming]));
  const positions = new Map<string, { latitude: number | null; longitude: number | null }>();
  const placed = searched.map(({ request: { filters } }) =>
    filters.near || filters.bounds ? filters : null,
  );
  const ids = matches.flatMap((match, index) =>
    placed[index] ? match.events.map(({ id }) => id) : [],
  );
  for (const { id, latitude, longitude } of await eventsInOrder(
    db,
    PLACE_COLUMNS,
    [...new Set(ids)],
    null,
  ))
    positions.set(id, { latitude, longitude });
  return candidates.map((candidate) => {
    const at = listed.indexOf(candidate);
    if (at >= 0) {
      const rows = readEvents(TIME_COLUMNS, lists[at] ?? []).sort(
        (a, b) => a.startsAt - b.startsAt,
      );
      const isExact = rows.length <= MOST_COUNTED;
      const counted =
        candidate.counter === null ? undefined : (counters.get(candidate.counter) ?? 0);
      const total = counted ?? Math.min(new Set(rows.map(({ id }) => id)).size, MOST_COUNTED);
      const events = rows.slice(0, MOST_COUNTED);
      return {
        events,
        isExact,
        knownUntil: events.at(-1)?.startsAt ?? 0,
        total,
        totalIsExact: isExact || counted !== undefined,
      };
    }
    const index = searched.indexOf(candidate);
    const {
      events: found,
      isExact,
      total,
      totalIsExact,
    } = matches[index] ?? { events: [], isExact: true, total: 0, totalIsExact: true };
    const filters = placed[index];
    const isWithin = ({ id }: { id: string }) => {
      const position = positions.get(id);
      return !filters || (position !== undefined && isListedPlace(position, filters));
    };
    const within = found.filter(isWithin);
    const events = within.flatMap(({ id, startsAt, endsAt, dates }) =>
      dates.length > 0
        ? dates.map((date) => ({ id, startsAt: date.startsAt, endsAt: date.endsAt }))
        : [{ id, startsAt, endsAt }],
    );
    const knownUntil = found.at(-1)?.startsAt ?? 0;
    return {
      events,
      isExact,
      knownUntil,
      ...(filters ? { total: within.length, totalIsExact: isExact } : { total, totalIsExact }),
    };
  });
}
