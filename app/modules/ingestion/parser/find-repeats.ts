import { titleKey } from "../../../lib/search-text";
import type { ParsedEvent } from "./parsed-event";

/** How many different events of one key an entry is compared with: a flood of the same title stays linear. */
const COMPARED = 40;

/** An entry with its texts as they are compared. */
interface Keyed {
  event: ParsedEvent;
  title: string;
  titleFa: string;
  venue: string;
}

const keyed = (event: ParsedEvent): Keyed => ({
  event,
  title: titleKey(event.title ?? ""),
  titleFa: titleKey(event.titleFa ?? ""),
  venue: titleKey(event.venue ?? ""),
});

/** Fills in `duplicateOf`: an earlier entry of the same title and day, or of the same address, day and hour, and nothing that differs. */
export function markRepeats(events: readonly ParsedEvent[]): void {
  const known = new Map<string, Keyed[]>();
  for (const event of events) {
    if (event.date === null) continue;
    const entry = keyed(event);
    const keys = keysOf(entry);
    const found = keys.flatMap((key) => known.get(key) ?? []).find((earlier) => fits(earlier, entry));
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
  if (url !== null && time !== null && URL.canParse(url) && new URL(url).pathname.length > 1) keys.add(`url ${date} ${time} ${url}`);
  return [...keys];
}

/** What both say must be the same; two hours of one day, or two places, are two events. */
function fits(a: Keyed, b: Keyed): boolean {
  if (a.event.time !== null && b.event.time !== null && a.event.time !== b.event.time) return false;
  const isSameUrl = a.event.url !== null && a.event.url === b.event.url;
  const isSameVenue = a.venue === "" || b.venue === "" || a.venue === b.venue;
  const titles = [a.title, a.titleFa].filter(Boolean);
  if (titles.includes(b.title) || (b.titleFa !== "" && titles.includes(b.titleFa)))
    return isSameVenue || isSameUrl || isWithin(a.venue, b.venue);
  return isSameUrl && isSameVenue && shareWords(a.event.title ?? "", b.event.title ?? "");
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

function shareWords(a: string, b: string): boolean {
  const [one, other] = [new Set(wordsOf(a)), wordsOf(b)];
  const shared = other.filter((word) => one.has(word)).length;
  return shared >= 2 && shared * 2 >= Math.min(one.size, other.length);
}
