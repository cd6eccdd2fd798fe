import * as v from "valibot";
import { DATE_PRESETS } from "../../lib/dates/date-presets";
import { isDay } from "../../lib/dates/days";
import { readTypedDay } from "../../lib/dates/jalali";
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type CategoryName,
  findCategory,
} from "../../lib/event/categories";
import { TRAIT_KEYS } from "../../lib/event/event-fields";
import { followTopic } from "../../lib/event/follow-topics";
import { readBounds, writeBounds } from "../../lib/geo/bounds";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { ALL_CITIES } from "../../lib/paths";
import { foldDigits } from "../../lib/text/digits";
import { searchKey } from "../../lib/text/search-text";
import { readAges, UNDERSTOOD_KINDS, writeAges } from "../search/read-query/understood";

export const LIST_LIMIT = 24;
const LIST_LIMIT_MAX = 100;
const QUERY_LENGTH_MAX = 200;
const RADIUS_MAX_KM = 200;
export const DEFAULT_RADIUS_KM = 25;

export const SORTS = ["date", "relevance", "popular", "distance"] as const;
export type Sort = (typeof SORTS)[number];

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 32 || code === 127) return true;
  }
  return false;
}

/** Words to look for; operators and quotes are text like any other. */
const SearchWords = v.pipe(
  v.string(),
  v.check((words) => !hasControls(words), "errors:issue.controls"),
  v.maxLength(QUERY_LENGTH_MAX, "errors:issue.long"),
  v.check((words) => words === "" || searchKey(words) !== "", "errors:issue.words"),
);

/** Years that a listing can sensibly speak of; Temporal takes far more. */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

function isListedDay(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return isDay(day) && year >= YEAR_MIN && year <= YEAR_MAX;
}

/** A day as people type it in either calendar; Gregorian from here on. */
const Day = v.pipe(
  v.string(),
  v.transform(readTypedDay),
  v.string(),
  v.isoDate("errors:issue.day"),
  v.check(isListedDay, "errors:issue.day"),
);

/** Parts left out when a query is read: kinds of understood filters, and corrections. */
const WITHOUT = [...UNDERSTOOD_KINDS, "corrections"] as const;

/** Parses a decimal number, with or without separators of thousands; undefined when invalid. */
const numberIn = (text: string): number | undefined => {
  const folded = foldDigits(text).replace(/(?<=\d)[,٬](?=\d{3})/g, "");
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(folded) ? Number(folded) : undefined;
};

const NumberWithin = (low: number, high: number, message: string) =>
  v.pipe(
    v.string(),
    v.transform(numberIn),
    v.optional(v.pipe(v.number(), v.minValue(low, message), v.maxValue(high, message))),
  );

/** One of these values, case-insensitive; other values are unset. */
const OneOf = <const Names extends readonly string[]>(names: Names) =>
  v.fallback(v.optional(v.pipe(v.string(), v.toLowerCase(), v.picklist(names))), undefined);

/** The known ones of these values; others are ignored. */
const AnyOf = <const Names extends readonly string[]>(names: Names) =>
  v.pipe(
    v.array(v.string()),
    v.transform((values) => names.filter((name) => values.includes(name)) as Names[number][]),
    v.array(v.picklist(names)),
  );

/** Parts of the day that a list may be narrowed to (`DAYPARTS`). */
export const LIST_DAYPARTS = ["morning", "afternoon", "evening", "night"] as const;

const PRICE_MAX = 1_000_000_000;
const Price = NumberWithin(0, PRICE_MAX, "errors:issue.amount");

const YES = ["1", "true", "on", "yes"] as const;
const NO = ["0", "false", "off", "no"] as const;
const CATEGORY_SLUGS = CATEGORIES.map(({ slug }) => slug);
type CategoryWord = CategoryName | (typeof CATEGORY_SLUGS)[number];

/**
 * Text parameters of GET /events and /events (decisions.md §12). Unknown values are ignored;
 * invalid ones are issues with text keys as messages. The last schema of each is the one in
 * openapi.json.
 */
export const EventQueryParameters = v.object({
  q: v.optional(SearchWords),
  city: v.fallback(
    v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9-]{1,80}$/))),
    undefined,
  ),
  category: v.optional(
    v.pipe(
      v.array(v.string()),
      v.transform((names): CategoryWord[] =>
        names.flatMap((name) => findCategory(name)?.name ?? []),
      ),
      v.array(v.picklist([...CATEGORY_NAMES, ...CATEGORY_SLUGS])),
      v.transform((names) => [...new Set(names as CategoryName[])]),
    ),
  ),
  tag: v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(80),
        v.check((tag) => !hasControls(tag)),
      ),
    ),
    undefined,
  ),
  trait: v.optional(
    v.pipe(
      v.array(v.string()),
      v.transform((lists) =>
        lists.flatMap((list) =>
          list
            .toLowerCase()
            .split(",")
            .map((key) => key.trim()),
        ),
      ),
      AnyOf(TRAIT_KEYS),
    ),
  ),
  age: v.optional(
    v.pipe(
      v.string(),
      v.transform(foldDigits),
      v.regex(/^\d{1,2}(\s*[-–]\s*(\d{1,2})?|\s*\+)?$/, "errors:issue.ages"),
      v.check((text) => readAges(text) !== undefined, "errors:issue.ages"),
    ),
  ),
  min: v.optional(Price),
  max: v.optional(Price),
  time: v.optional(AnyOf(LIST_DAYPARTS)),
  when: OneOf(DATE_PRESETS),
  from: v.optional(Day),
  to: v.optional(Day),
  free: OneOf([...YES, ...NO]),
  online: OneOf([...YES, ...NO]),
  lat: v.optional(NumberWithin(-90, 90, "errors:issue.latitude")),
  lng: v.optional(NumberWithin(-180, 180, "errors:issue.longitude")),
  radius: v.optional(NumberWithin(1, RADIUS_MAX_KM, "errors:issue.radius")),
  bbox: v.optional(
    v.pipe(
      v.string(),
      v.transform(foldDigits),
      v.check((text) => readBounds(text) !== null, "errors:issue.bbox"),
      v.string(),
    ),
  ),
  sort: OneOf(SORTS),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200, "errors:issue.cursor"),
      v.regex(/^[\w-]+$/, "errors:issue.cursor"),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.transform(numberIn),
      v.optional(
        v.pipe(
          v.number(),
          v.minValue(1, "errors:issue.limit"),
          v.maxValue(LIST_LIMIT_MAX, "errors:issue.limit"),
          v.transform(Math.floor),
          v.integer(),
        ),
        LIST_LIMIT,
      ),
    ),
  ),
  without: v.optional(AnyOf(WITHOUT)),
});

/** A parsed query. Null, false and empty values are unset. */
export const EventQuery = v.pipe(
  EventQueryParameters,
  v.forward(
    v.partialCheck(
      [["from"], ["to"]],
      ({ from, to }) => from === undefined || to === undefined || from <= to,
      "errors:issue.order",
    ),
    ["to"],
  ),
  v.transform(
    ({
      q = "",
      city = null,
      category = [],
      trait = [],
      lat,
      lng,
      bbox,
      free,
      online,
      age,
      time = [],
      without = [],
      limit = LIST_LIMIT,
      ...rest
    }) => {
      const {
        min = null,
        max = null,
        tag = null,
        when = null,
        from = null,
        to = null,
        radius = null,
        sort = null,
        cursor = null,
      } = rest;
      const hasPosition = lat !== undefined && lng !== undefined;
      return {
        q,
        city: city === ALL_CITIES ? null : city,
        /** Lists all cities, even if the reader has a home city. */
        everywhere: city === ALL_CITIES,
        categories: category,
        /** Confirmed traits and accessibility; an event needs all of them. */
        traits: trait,
        /** Ages that events are for; null for all. */
        age: age === undefined ? null : (readAges(age) ?? null),
        tag,
        /** Prices, both inclusive, in the unit that people of the area name; null for none. */
        min: min || null,
        max,
        /** Parts of the day at which events start; any of them, empty for all. */
        times: time,
        when,
        from,
        to,
        free: YES.some((yes) => yes === free),
        /** Only events that one can take part in online. */
        online: YES.some((yes) => yes === online),
        latitude: hasPosition ? lat : null,
        longitude: hasPosition ? lng : null,
        radius,
        /** The area that a map shows; null for anywhere. */
        bounds: bbox === undefined ? null : readBounds(bbox),
        sort,
        cursor,
        limit,
        without,
      };
    },
  ),
);
export type EventQuery = v.InferOutput<typeof EventQuery>;

/** Whether a parameter's valid value is unknown and so ignored. */
function isUnknownValue(name: string, value: string): boolean {
  if (name === "category") return findCategory(value) === undefined;
  if (name === "without") return !WITHOUT.some((kind) => kind === value);
  if (name === "trait")
    return value
      .split(",")
      .some((key) => !TRAIT_KEYS.some((known) => known === key.trim().toLowerCase()));
  if (name === "limit") return numberIn(value) === undefined;
  const schema = EventQueryParameters.entries[name as keyof typeof EventQueryParameters.entries];
  return v.safeParse(schema, value).output === undefined;
}

const { from, to, cursor, limit } = EventQueryParameters.entries;
/** Parameters of an event's dates: days, of which `to` is included. */
export const OccurrenceParameters = v.object({ from, to, cursor, limit });

interface ParsedEventQuery {
  query: EventQuery;
  /** Invalid values that were ignored. */
  issues: HTTPIssue[];
  /**
   * Values that nothing is called, or that are of another kind: left out too. Pages say no word of
   * them.
   */
  unknown: HTTPIssue[];
}

/** The issue of a search text as a text key. Null for none. */
export function wordsIssue(words: string): string | null {
  return v.safeParse(SearchWords, words, { abortPipeEarly: true }).issues?.[0].message ?? null;
}

const REPEATABLE = new Set(["category", "trait", "time", "without"]);

function unknownIn(asked: Record<string, string | string[]>): HTTPIssue[] {
  return Object.entries(asked)
    .filter(([name, value]) =>
      [value].flat().some((text) => text !== "" && isUnknownValue(name, text)),
    )
    .map(([path]) => ({ path, message: "errors:issue.value" }));
}

/**
 * Parses the query of the event list. Unknown parameters are ignored. Invalid values are dropped:
 * the page reports them and shows the rest; the API answers 400 (decisions.md §12), since they are
 * mistakes of a program.
 */
export function parseEventQuery(params: URLSearchParams): ParsedEventQuery {
  const asked: Record<string, string | string[]> = {};
  for (const name of Object.keys(EventQueryParameters.entries)) {
    if (REPEATABLE.has(name)) asked[name] = params.getAll(name);
    else {
      const text = params.get(name)?.trim();
      if (text) asked[name] = text;
    }
  }
  const issues: HTTPIssue[] = [];
  for (;;) {
    const parsed = v.safeParse(EventQuery, asked, { abortPipeEarly: true });
    if (parsed.success) return { query: parsed.output, issues, unknown: unknownIn(asked) };
    // Drop invalid values first, since the order of the days can only be checked afterwards.
    for (const { path, message } of parsed.issues) {
      const name = String(path?.[0].key);
      issues.push({ path: name, message });
      delete asked[name];
    }
  }
}

/** A query as URL parameters (schema.ts parses them): only set and known ones. */
export function eventQueryParams({
  latitude,
  longitude,
  bounds,
  categories,
  traits,
  age,
  times,
  limit,
  everywhere,
  ...query
}: EventQuery) {
  return {
    ...query,
    city: everywhere ? ALL_CITIES : query.city,
    category: categories.map((name) => findCategory(name)?.slug ?? name),
    trait: traits.length > 0 ? traits.join(",") : null,
    time: times,
    age: age && writeAges(age),
    lat: latitude,
    lng: longitude,
    bbox: bounds && writeBounds(bounds),
    limit: limit === LIST_LIMIT ? null : limit,
  };
}

/**
 * The topic of a list's followers: that of a category of a city, else a saved search, the same for
 * each order of its parameters. Null for lists that nothing new comes to, or that everything does,
 * and for those around a reader's position, which is not kept.
 */
export function topicOfQuery(query: EventQuery): string | null {
  if (query.latitude !== null || query.when === "past") return null;
  const bare = { ...query, cursor: null, sort: null, limit: LIST_LIMIT, everywhere: false };
  const entries = Object.entries(eventQueryParams(bare)).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((item) =>
        item === null || item === false || item === ""
          ? []
          : [[name, item === true ? "1" : String(item)]],
      ),
  );
  const [category] = query.categories;
  if (entries.length === 2 && query.city && category && query.categories.length === 1)
    return followTopic({ kind: "category", city: query.city, category });
  // The city first, by which a merge of cities finds them.
  const rank = ([name = ""]: string[]) => (name === "city" ? "" : name);
  const sorted = entries.sort((a, b) => (`${rank(a)}=${a[1]}` < `${rank(b)}=${b[1]}` ? -1 : 1));
  return sorted.length === 0
    ? null
    : followTopic({ kind: "search", query: new URLSearchParams(sorted).toString() });
}
