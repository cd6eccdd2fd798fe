export type Query = Record<
  string,
  string | number | boolean | readonly string[] | null | undefined
>;

/** Names and values that URLs hold as they are. */
const IS_PLAIN = /^[\w.*-]*$/;

/** A path with parameters; empty ones are left out. */
export function withQuery(path: string, query: Query = {}): string {
  const pairs: [name: string, value: string][] = [];
  let plain = path;
  let isPlain = true;
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = item === true ? "1" : String(item);
      plain += `${pairs.length > 0 ? "&" : "?"}${name}=${text}`;
      isPlain &&= IS_PLAIN.test(name) && IS_PLAIN.test(text);
      pairs.push([name, text]);
    }
  }
  // A list has more than a hundred links, and URLSearchParams takes long for the usual values.
  return isPlain ? plain : `${path}?${new URLSearchParams(pairs)}`;
}

export const LEGAL_PAGES = ["terms", "privacy", "eula", "cookies"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Feed formats of an event list. */
export const FEED_FORMATS = ["ics", "atom", "rss", "json"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/**
 * Stands for all cities where a slug is expected: in the parameter `city` and as the reader's
 * choice.
 */
export const ALL_CITIES = "all";
