import { and, eq, inArray } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "../../../../db/client";
import { events } from "../../../../db/schema";
import { LOCALES, type Locale, parseLocale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts, formatDate, type Reader, readerOf } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import type { SuggestionsView } from "../../../lib/pages/views";
import { rememberedFor } from "../../../lib/runtime/remembered";
import { searchKey } from "../../../lib/text/search-text";
import { type City, listCities } from "../../cities/queries.server";
import { type ListRequest, meantQuery, readFilters } from "../../events/list/list-filters.server";
import { chipLabel } from "../../events/list/request-text.server";
import type { EventQuery } from "../../events/schema";
import { parseEventQuery } from "../../events/schema";
import { isMonth, timeTable } from "../../search/read-query/named-days";
import { filterWords } from "../../search/read-query/read-names";
import { priceTables } from "../../search/read-query/read-price";
import type { Chip } from "../../search/read-query/understood";
import { typedWords } from "../../search/read-query/understood";
import { type Vocabulary, vocabularyOf } from "../../search/read-query/vocabulary";
import { WEAK_WORDS } from "../../search/stop-words";
import type { SuggestionIndex, SuggestionKind, WantedWords } from "./suggestion-index";
import { evidenceFor, inOtherLayout, spelledWords, suggestionWords } from "./suggestion-readings";

const Language = v.picklist(LOCALES);

const InterpretationJson = v.pipe(
  v.object({ query: v.string(), chips: v.array(v.string()), words: v.string() }),
  v.metadata({ ref: "Interpretation" }),
);
const SuggestedEventJson = v.pipe(
  v.object({
    id: v.string(),
    title: v.string(),
    language: Language,
    day: v.string(),
    city: v.string(),
    picture: v.string(),
  }),
  v.metadata({ ref: "SuggestedEvent" }),
);
const SuggestedVenueJson = v.pipe(
  v.object({
    name: v.string(),
    language: Language,
    citySlug: v.string(),
    city: v.string(),
    slug: v.string(),
  }),
  v.metadata({ ref: "SuggestedVenue" }),
);
const SuggestedOrganizerJson = v.pipe(
  v.object({ name: v.string(), language: Language, slug: v.string() }),
  v.metadata({ ref: "SuggestedOrganizer" }),
);
const SuggestedCityJson = v.pipe(
  v.object({ slug: v.string(), name: v.string(), country: v.string() }),
  v.metadata({ ref: "SuggestedCity" }),
);
const SuggestedCategoryJson = v.pipe(
  v.object({ slug: v.string(), name: v.string() }),
  v.metadata({ ref: "SuggestedCategory" }),
);

/** Answer of GET /suggestions, in one language; at most 4 kB. */
export const SuggestionsJson = v.pipe(
  v.object({
    interpretation: v.nullable(InterpretationJson),
    events: v.array(SuggestedEventJson),
    venues: v.array(SuggestedVenueJson),
    organizers: v.array(SuggestedOrganizerJson),
    cities: v.array(SuggestedCityJson),
    categories: v.array(SuggestedCategoryJson),
  }),
  v.metadata({ ref: "Suggestions" }),
) satisfies v.GenericSchema<SuggestionsView>;

export type SuggestionsJson = v.InferOutput<typeof SuggestionsJson>;

/** Suggestions of each kind. */
const MOST = { event: 4, venue: 3, organizer: 2, city: 3, category: 3 } as const satisfies Record<
  SuggestionKind,
  number
>;
/** Events read for these: some are over, and some repeat a title. */
const EVENTS_READ = 24;
/** Letters of an unfinished word that becomes a filter; of a city beside another filter. */
const SHORTEST_BEGUN = 3;
const SHORTEST_CITY = 2;
const PERSIAN = /[\u0600-\u06ff]/;
/** Names tried for an unfinished word. */
const COMPLETIONS = 3;

/** Order of the chips: what, where, when, price. */
const CHIP_ORDER: readonly Chip["kind"][] = [
  "category",
  "not",
  "traits",
  "audience",
  "intent",
  "near",
  "venue",
  "place",
  "city",
  "cities",
  "when",
  "free",
  "price",
];

type Found = ReturnType<SuggestionIndex["find"]>;

interface SuggestInput {
  /** As typed. */
  q: string;
  locale: Locale;
  index: SuggestionIndex;
  /**
   * Whether events may have been hidden since the index was built: then D1 decides which are
   * listed.
   */
  isStale: boolean;
}

const queryOf = (q: string): EventQuery => parseEventQuery(new URLSearchParams({ q })).query;
const wholeWords = (words: readonly string[]): WantedWords => words.map((word) => [word]);

/**
 * Suggestions for an unfinished query: its interpretation, and public events, venues, organizers,
 * cities and categories.
 */
export async function suggest(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  { q, locale, index, isStale }: SuggestInput,
): Promise<SuggestionsJson> {
  const cities = await listCities({ db, memo });
  const now = clock.now();
  const reading = read(q, index, cities, now);
  const meant = begun(q, reading.request, cities, now) ?? reading.request;
  // As the list reads the query that is offered.
  const request = readFilters(queryOf(meant.understood.query), cities, now);
  const found = withoutUnwanted(request, reading.found, index);
  const shown = await listedEvents(db, found.event, now, isStale);
  const reader = readerOf(locale);
  const language = (code: string | undefined) => parseLocale(code) ?? "en";
  return {
    interpretation: shown.some(([, , , , title = ""]) => isTitle(request, title))
      ? null
      : interpretationOf(request, locale),
    events: shown.map(
      ([
        id = "",
        startsAt,
        endsAt,
        timeZone = "UTC",
        title = "",
        titleLanguage,
        city = "",
        picture = "",
      ]) => ({
        id,
        title,
        language: language(titleLanguage),
        day: dayText(Number(startsAt), Number(endsAt), timeZone, now, reader),
        city,
        picture,
      }),
    ),
    venues: found.venue.map(([name = "", code, citySlug = "", city = "", slug = ""]) => ({
      name,
      language: language(code),
      citySlug,
      city,
      slug,
    })),
    organizers: found.organizer.map(([name = "", code, slug = ""]) => ({
      name,
      language: language(code),
      slug,
    })),
    cities: found.city.map(([slug = "", name = "", country = ""]) => ({ slug, name, country })),
    categories: found.category.map(([slug = "", name = ""]) => ({ slug, name })),
  };
}

/** The day of the start; of an event that is on for more than a day, until when. */
function dayText(
  startsAt: number,
  endsAt: number,
  timeZone: string,
  now: number,
  reader: Reader,
): string {
  if (startsAt <= now && endsAt - startsAt > DAY) {
    const date = formatDate(endsAt, timeZone, reader, { weekday: false, year: false });
    return translatorFor(reader.locale)("events:until", { date });
  }
  const { weekdayShort, day, monthShort } = dateParts(startsAt, timeZone, reader);
  return `${weekdayShort} ${day} ${monthShort}`;
}

/**
 * The query as read, and what the first reading with matches finds: as typed, in the other layout,
 * corrected, in the other script.
 */
function read(
  q: string,
  index: SuggestionIndex,
  cities: City[],
  now: number,
): { found: Found; request: ListRequest } {
  const vocabulary: Vocabulary = vocabularyOf(cities);
  const find = (wanted: WantedWords | null) =>
    index.find(wanted ?? [], { ...MOST, event: EVENTS_READ });
  const isEmpty = (found: Found) => Object.values(found).every((list) => list.length === 0);
  const words = suggestionWords(q);
  const requestOf = (text: string) => readFilters(queryOf(text), cities, now);
  const typed = requestOf(q);
  const asTyped = find(wholeWords(words));
  if (!isEmpty(asTyped)) return { found: asTyped, request: typed };
  const completed = begun(q, typed, cities, now);
  if (completed)
    return {
      found: find(wholeWords(suggestionWords(completed.understood.query))),
      request: completed,
    };
  const swapped = inOtherLayout(q, vocabulary, index);
  if (swapped !== null) {
    const found = find(wholeWords(suggestionWords(swapped)));
    if (!isEmpty(found)) return { found, request: requestOf(swapped) };
  }
  const evidence = evidenceFor(typed.understood.query, typed.understood.lookups, vocabulary, index);
  const meant = evidence.mistyped.length > 0 ? meantQuery(queryOf(q), cities, now, evidence) : null;
  if (meant) {
    const found = find(wholeWords(suggestionWords(meant.understood.query)));
    if (isLikelier(meant, typed, !isEmpty(found))) return { found, request: meant };
  }
  return { found: find(spelledWords(words, index)), request: typed };
}

/**
 * Whether a corrected reading is better than the typed one: it says what is asked for, and all that
 * the typed one said but its kind, which a phrase may tell more exactly (music, classical music).
 * Persian letters mean no Latin word.
 */
function isLikelier(
  { understood: meant }: ListRequest,
  { understood: typed }: ListRequest,
  isFound: boolean,
): boolean {
  const said = new Set(meant.chips.map(({ kind, value }) => JSON.stringify([kind, value])));
  return (
    (isFound || (meant.words === "" && meant.chips.length > 0)) &&
    (meant.chips.length > 0 || typed.chips.length > 0) &&
    typed.chips.every(
      ({ kind, value }) =>
        said.has(JSON.stringify([kind, value])) || (isFound && kind === "category"),
    ) &&
    !meant.corrections.some(
      ({ kind, from, to }) => kind === "transliteration" && PERSIAN.test(from) && !PERSIAN.test(to),
    )
  );
}

/** What is found, or where something is not wanted, what the other words find. */
function withoutUnwanted(
  { understood: { chips, query } }: ListRequest,
  found: Found,
  index: SuggestionIndex,
): Found {
  const not = chips.find(({ kind }) => kind === "not");
  if (!not) return found;
  const unwanted = new Set(not.matchedText.split(" "));
  const words = suggestionWords(query).filter((word) => !unwanted.has(word));
  return index.find(wholeWords(words), { ...MOST, event: EVENTS_READ });
}

/** Events that may be shown, one for each title in a city. */
async function listedEvents(
  db: Database,
  found: readonly string[][],
  now: number,
  isStale: boolean,
): Promise<string[][]> {
  const seen = new Set<string>();
  const candidates = found.filter(([, , endsAt, , title, , city]) => {
    const key = `${title}\n${city}`;
    if (Number(endsAt) <= now || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  if (!isStale || candidates.length === 0) return candidates.slice(0, MOST.event);
  const ids = candidates.map(([id = ""]) => id);
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, ids), eq(events.isListed, true)));
  const listed = new Set(rows.map(({ id }) => id));
  return candidates.filter(([id = ""]) => listed.has(id)).slice(0, MOST.event);
}

/**
 * The request with its last word completed to the name of a filter: "concert tehr"; null if it
 * names none.
 */
function begun(
  q: string,
  { understood }: ListRequest,
  cities: City[],
  now: number,
): ListRequest | null {
  const pieces = understood.query.split(/\s+/).filter(Boolean);
  const last = searchKey(pieces.at(-1) ?? "");
  const isCity = last.length < SHORTEST_BEGUN;
  const isUnfinished =
    !/\s$/.test(q) &&
    last.length >= SHORTEST_CITY &&
    // A word of its own: "night" is no unfinished nightlife.
    !WEAK_WORDS.has(last) &&
    (!isCity || (understood.chips.length > 0 && understood.corrections.length === 0)) &&
    (understood.words.split(" ").at(-1) === last || isUnwanted(understood, last));
  if (!isUnfinished) return null;
  const known = isCity ? namesOf(cities) : filterNamesOf(cities);
  const names = known.filter((word) => word !== last && word.startsWith(last));
  for (const name of names.slice(0, COMPLETIONS)) {
    const request = readFilters(queryOf([...pieces.slice(0, -1), name].join(" ")), cities, now);
    const read = request.understood;
    const ending = name.split(" ").at(-1) ?? "";
    const isFilter = read.chips.some(({ matchedText }) => matchedText.split(" ").includes(ending));
    if (isFilter && !isContrary(read) && !read.words.includes(name) && !isUnwanted(read, name))
      return request;
  }
  return null;
}

const shortestFirst = (names: readonly string[]) =>
  [...new Set(names)].sort((a, b) => a.length - b.length);

/** Cities that a completion may name: one without events leads to an empty list. */
const withEvents = rememberedFor((cities: readonly City[]) =>
  cities.filter(({ upcomingCount }) => upcomingCount > 0),
);
const namesOf = rememberedFor((cities: readonly City[]) =>
  shortestFirst(
    withEvents(cities).flatMap(({ nameEn, nameFa }) => [
      searchKey(nameEn),
      searchKey(nameFa ?? ""),
    ]),
  ),
);
/** The names of all filters that a word may begin, the shortest first. */
const filterNamesOf = rememberedFor((cities: readonly City[]) =>
  shortestFirst([
    ...namesOf(cities),
    ...filterWords(withEvents(cities)),
    ...dayNames(),
    ...priceTables().units.keys(),
  ]),
);

/** Whether a query leaves out the city that it asks for. */
const isContrary = ({ filters: { city, not } }: ListRequest["understood"]): boolean =>
  not?.cities?.some(({ slug }) => slug === city) ?? false;

/** Whether a word is left out as a word: it names no filter. */
const isUnwanted = ({ filters }: ListRequest["understood"], word: string): boolean =>
  filters.not?.words?.includes(word) ?? false;

/** The names of weekdays and months in both languages, folded; none that is a common word too. */
const dayNames = (): string[] =>
  [...timeTable().keys()].filter((name) => {
    const meaning = timeTable().get(name);
    const isCommon = meaning !== undefined && "isName" in meaning && meaning.isName;
    return meaning !== undefined && !isCommon && ("weekday" in meaning || isMonth(meaning));
  });

/** Whether a time or an exclusion with words is a part of a title, as the list takes it. */
function isTitle({ understood: { query, chips, words, filters } }: ListRequest, title: string) {
  if (words === "" && !filters.not?.words) return false;
  if (!chips.some(({ kind }) => kind === "when" || kind === "not")) return false;
  const own = new Set(searchKey(title).split(" "));
  return searchKey(query)
    .split(" ")
    .every((word) => own.has(word));
}

/** Reading of the words; null if they stay as typed. */
function interpretationOf(
  { understood, city }: ListRequest,
  locale: Locale,
): SuggestionsJson["interpretation"] {
  const { query, chips, corrections, words } = understood;
  if (chips.length === 0 && corrections.length === 0) return null;
  const reader = readerOf(locale);
  const inOrder = CHIP_ORDER.flatMap((kind) => chips.filter((chip) => chip.kind === kind));
  return {
    query,
    chips: inOrder.map((chip) => chipLabel(chip, city, reader)),
    words: words && typedWords(query, words),
  };
}
