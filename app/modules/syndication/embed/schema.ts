import * as v from "valibot";
import { LOCALES } from "../../../i18n/locale";
import { findCategory } from "../../../lib/event/categories";
import { foldDigits } from "../../../lib/text/digits";

export const EMBED_THEMES = ["auto", "light", "dark"] as const;

/** `week` of the latest published picks. */
export const LATEST_WEEK = "latest";

const LIMIT = 6;
const LIMIT_MAX = 24;

const EmbedQuery = v.object({
  lang: v.fallback(v.nullable(v.picklist(LOCALES)), null),
  theme: v.fallback(v.picklist(EMBED_THEMES), "auto"),
  limit: v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => Number(foldDigits(text))),
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(LIMIT_MAX),
    ),
    LIMIT,
  ),
  city: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))), null),
  /** A slug. */
  category: v.fallback(
    v.nullable(
      v.pipe(
        v.string(),
        v.check((name) => findCategory(name) !== undefined),
        v.transform((name) => findCategory(name)?.slug as string),
      ),
    ),
    null,
  ),
  /** The id of a single event; it takes the place of all else. */
  event: v.fallback(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** The id of an account: its public events; it takes the place of city and category. */
  by: v.fallback(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** `<city>/<slug>` of a venue; it takes the place of city and category. */
  venue: v.fallback(
    v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}\/[a-z0-9-]{1,80}$/))),
    null,
  ),
  /**
   * The latest picks of the city, or those of a week by its key; they take the place of its events.
   */
  week: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^(latest|\d{4}-\d{2})$/))), null),
  /** The slug of an organizer. */
  organizer: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))), null),
  /** Six hexadecimal digits, as they are written into the style sheet. */
  accent: v.fallback(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform((color) => color.replace(/^#/, "").toLowerCase()),
        v.string(),
        v.regex(/^[0-9a-f]{6}$/),
      ),
    ),
    null,
  ),
});
export type EmbedQuery = v.InferOutput<typeof EmbedQuery>;

/**
 * Parses the query of an embedded list; ignores invalid values, since the list is part of another
 * site.
 */
export function parseEmbedQuery(params: URLSearchParams): EmbedQuery {
  const asked = Object.fromEntries(
    Object.keys(EmbedQuery.entries).map((name) => [name, params.get(name) || null]),
  );
  return v.parse(EmbedQuery, asked);
}

/** The parameters that say it, and nothing that is usual anyway. */
export function embedParams({ limit, theme, ...query }: EmbedQuery) {
  return {
    ...query,
    limit: limit === LIMIT ? null : limit,
    theme: theme === "auto" ? null : theme,
  };
}

const EVENT = /^\/events\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Pages that other sites can embed, and the query of each one's embedded list. */
const PAGES: readonly (readonly [
  path: RegExp,
  params: (...parts: string[]) => Record<string, string>,
])[] = [
  [EVENT, (event) => ({ event })],
  [/^\/events$/, () => ({})],
  [/^\/users\/([0-9a-f-]{36})$/, (by) => ({ by })],
  [/^\/cities\/([a-z0-9-]+)$/, (city) => ({ city })],
  [/^\/cities\/([a-z0-9-]+)\/week$/, (city) => ({ city, week: LATEST_WEEK })],
  [/^\/cities\/([a-z0-9-]+)\/week\/(\d{4}-\d{2})$/, (city, week) => ({ city, week })],
  [/^\/categories\/([a-z0-9-]+)$/, (category) => ({ category })],
  [/^\/venues\/([a-z0-9-]+\/[a-z0-9-]+)$/, (venue) => ({ venue })],
  [/^\/organizers\/([a-z0-9-]+)$/, (organizer) => ({ organizer })],
];

/**
 * The embedded list of a page's address; null for addresses that are none of ours, or of another
 * page.
 */
export function readOembedUrl(address: string, origin: string): EmbedQuery | null {
  if (!URL.canParse(address)) return null;
  const { origin: host, pathname, searchParams } = new URL(address);
  if (host !== origin) return null;
  const path = pathname.replace(/(?<=.)\/$/, "");
  for (const [form, params] of PAGES) {
    const found = form.exec(path);
    if (!found) continue;
    const asked = params(...found.slice(1));
    const query = parseEmbedQuery(
      new URLSearchParams({ ...Object.fromEntries(searchParams), ...asked }),
    );
    // The parser drops an unknown category.
    return Object.keys(asked).every((name) => query[name as keyof EmbedQuery] !== null)
      ? query
      : null;
  }
  return null;
}
