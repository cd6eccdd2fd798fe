import * as v from "valibot";
import { findCategory } from "../../../lib/event/categories";
import { followTopic } from "../../../lib/event/follow-topics";
import { writeBounds } from "../../../lib/geo/bounds";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { ALL_CITIES } from "../../../lib/paths";
import { writeAges } from "../../search/read-query/understood";
import {
  EventQuery,
  EventQueryParameters,
  isUnknownValue,
  LIST_LIMIT,
  SearchWords,
} from "../schema";

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
