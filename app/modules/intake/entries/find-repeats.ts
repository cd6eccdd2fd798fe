import { titleKey } from "../../../lib/text/search-text";
import type { ParsedEvent } from "./parsed-event";

/** Maximum events compared per key: keeps a flood of equal titles linear. */
const COMPARED = 40;

/** An entry with its texts prepared for comparison. */
interface Keyed {
  event: ParsedEvent;
  title: string;
  titleFa: string;
  venue: string;
  words: ReadonlySet<string>;
}

const keyed = (event: ParsedEvent): Keyed => ({
  event,
  title: titleKey(event.title ?? ""),
  titleFa: titleKey(event.titleFa ?? ""),
  venue: titleKey(event.venue ?? ""),
  words: new Set(wordsOf(event.title ?? "")),
});

/**
 * Sets `duplicateOf`: an earlier entry with the same title and day, or the same URL, day and hour,
 * and no contradiction.
 */
export function markRepeats(events: readonly ParsedEvent[]): void {
  const known = new Map<string, Keyed[]>();
  for (const event of events) {
    if (event.date === null) continue;
    const entry = keyed(event);
    const keys = keysOf(entry);
    const found = keys
      .flatMap((key) => known.get(key) ?? [])
      .find((earlier) => fits(earlier, entry));
    if (found) {
      event.duplicateOf = found.event.index;
      continue;
    }
    for (const key of keys) {
      const list = known.get(key);
      if (!list) known.set(key, [entry]);
      else if (list.length < COMPARED) list.push(entry);
    }
  }
}

function keysOf({ event: { date, url, time }, title, titleFa }: Keyed): string[] {
  const keys = new Set([title, titleFa].filter(Boolean).map((key) => `title ${date} ${key}`));
  if (url !== null && time !== null && URL.canParse(url) && new URL(url).pathname.length > 1)
    keys.add(`url ${date} ${time} ${url}`);
  return [...keys];
}

/** Known values must agree; another hour or place is another event. */
function fits(a: Keyed, b: Keyed): boolean {
  if (a.event.time !== null && b.event.time !== null && a.event.time !== b.event.time) return false;
  const isSameUrl = a.event.url !== null && a.event.url === b.event.url;
  const isSameVenue = a.venue === "" || b.venue === "" || a.venue === b.venue;
  const titles = [a.title, a.titleFa].filter(Boolean);
  if (titles.includes(b.title) || (b.titleFa !== "" && titles.includes(b.titleFa)))
    return isSameVenue || isSameUrl || isWithin(a.venue, b.venue);
  return isSameUrl && isSameVenue && shareWords(a.words, b.words);
}

/** "Roudaki Hall" and "Roudaki Hall, Main Stage". */
function isWithin(one: string, other: string): boolean {
  return one.length > 4 && other.length > 4 && (one.startsWith(other) || other.startsWith(one));
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\P{L}+/u)
    .filter((word) => word.length > 2);

function shareWords(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of other) if (one.has(word)) shared += 1;
  return shared >= 2 && shared * 2 >= Math.min(one.size, other.size);
}
