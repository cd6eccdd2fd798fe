import { type EmbedQuery, LATEST_WEEK, parseEmbedQuery } from "./schema";

const EVENT = /^\/events\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Pages that other sites can embed, and the query of each one's embedded list. */
const PAGES: readonly (readonly [
  path: RegExp,
  params: (...parts: string[]) => Record<string, string>,
])[] = [
  [EVENT, (event) => ({ event })],
  [/^\/events$/, () => ({})],
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
