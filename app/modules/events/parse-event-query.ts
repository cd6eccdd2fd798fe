import { DATE_PRESETS } from "../../lib/date-presets";
import type { HTTPIssue } from "../../lib/http-issue";
import { searchKey } from "../../lib/search-text";
import { type CategoryName, findCategory } from "./categories";
import {
  type EventQuery,
  LIST_LIMIT,
  LIST_LIMIT_MAX,
  type ParsedEventQuery,
  QUERY_LENGTH_MAX,
  RADIUS_MAX_KM,
  SORTS,
  UNDERSTOOD_KINDS,
} from "./schema";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SLUG = /^[a-z0-9-]{1,80}$/;
/** Years that a listing can sensibly speak of; Temporal takes far more. */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

const ASCII_DIGITS: Record<string, string> = Object.fromEntries([..."۰۱۲۳۴۵۶۷۸۹"].map((digit, value) => [digit, String(value)]));
const withAsciiDigits = (text: string) => text.replace(/[۰-۹]/g, (digit) => ASCII_DIGITS[digit] ?? digit);

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 32 || code === 127) return true;
  }
  return false;
}

/** What is wrong with words to search for, as a text key; operators and quotes are text like any other. Null for none or good ones. */
export function wordsIssue(words: string): string | null {
  if (words === "") return null;
  if (hasControls(words)) return "errors:issue.controls";
  if (words.length > QUERY_LENGTH_MAX) return "errors:issue.long";
  return searchKey(words) === "" ? "errors:issue.words" : null;
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  const year = Number(text.slice(0, 4));
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && year >= YEAR_MIN && year <= YEAR_MAX;
}

/**
 * Reads the query of the list of events. Unknown values are ignored and the rest kept; absurd ones are left out
 * too and named in `issues`: the API answers those with 400, the page says so and shows the rest.
 */
export function parseEventQuery(params: URLSearchParams): ParsedEventQuery {
  const issues: HTTPIssue[] = [];
  const reject = (path: string, message: string) => {
    issues.push({ path, message });
    return null;
  };
  const text = (name: string) => params.get(name)?.trim() || null;

  const number = (name: string, low: number, high: number, message: string): number | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = Number(withAsciiDigits(value));
    if (Number.isNaN(parsed)) return null;
    return parsed >= low && parsed <= high ? parsed : reject(name, message);
  };
  const day = (name: string): string | null => {
    const value = text(name);
    if (value === null) return null;
    return isDay(withAsciiDigits(value)) ? withAsciiDigits(value) : reject(name, "errors:issue.day");
  };

  const q = params.get("q")?.trim() ?? "";
  const wrong = wordsIssue(q);
  const words = wrong ? reject("q", wrong) : q;
  const city = text("city");
  const tag = text("tag");
  const from = day("from");
  let to = day("to");
  if (from && to && to < from) to = reject("to", "errors:issue.order");
  const latitude = number("lat", -90, 90, "errors:issue.latitude");
  const longitude = number("lng", -180, 180, "errors:issue.longitude");
  const limit = number("limit", 1, LIST_LIMIT_MAX, "errors:issue.limit");
  const cursor = text("cursor");
  const hasPosition = latitude !== null && longitude !== null;

  const categories = params
    .getAll("category")
    .map((name) => findCategory(name)?.name)
    .filter((name): name is CategoryName => name !== undefined);

  const query: EventQuery = {
    q: words ?? "",
    city: city && SLUG.test(city) ? city : null,
    categories: [...new Set(categories)],
    tag: tag && tag.length <= 80 && !hasControls(tag) ? tag : null,
    when: DATE_PRESETS.find((preset) => preset === text("when")) ?? null,
    from,
    to,
    free: ["1", "true", "on", "yes"].includes(params.get("free") ?? ""),
    latitude: hasPosition ? latitude : null,
    longitude: hasPosition ? longitude : null,
    radius: number("radius", 1, RADIUS_MAX_KM, "errors:issue.radius"),
    sort: SORTS.find((sort) => sort === text("sort")) ?? null,
    cursor: cursor && (cursor.length > 200 || !/^[\w-]+$/.test(cursor)) ? reject("cursor", "errors:issue.cursor") : cursor,
    limit: Math.floor(limit ?? LIST_LIMIT),
    without: UNDERSTOOD_KINDS.filter((kind) => params.getAll("without").includes(kind)),
  };
  return { query, issues };
}
