import { titleKey } from "../../../lib/search-text";
import type { ParsedEvent } from "./parsed-event";

/** How many different events of one key an entry is compared with: a flood of the same title stays linear. */
const COMPARED = 40;

/** Fills in `duplicateOf`: an earlier entry of the same title and day, or of the same address, day and hour, and nothing that differs. */
export function markRepeats(events: readonly ParsedEvent[]): void {
  const known = new Map<string, ParsedEvent[]>();
  for (const event of events) {
    const keys = keysOf(event);
    const found = keys.flatMap((key) => known.get(key) ?? []).find((earlier) => fits(earlier, event));
    if (found) {
      event.duplicateOf = found.index;
      continue;
    }
    for (const key of keys) {
      const list = known.get(key) ?? [];
      if (list.length < COMPARED) known.set(key, [...list, event]);
    }
  }
}

function keysOf({ title, titleFa, date, url, time }: ParsedEvent): string[] {
  if (date === null) return [];
  const titles = [title, titleFa].flatMap((text) => (text && titleKey(text) ? [`title ${date} ${titleKey(text)}`] : []));
  const hasPath = url !== null && URL.canParse(url) && new URL(url).pathname.length > 1;
  return [...new Set([...titles, ...(hasPath && time !== null ? [`url ${date} ${time} ${url}`] : [])])];
}

/** What both say must be the same; two hours of one day, or two places, are two events. */
function fits(a: ParsedEvent, b: ParsedEvent): boolean {
  const same = (one: string | null, other: string | null) => one === null || other === null || titleKey(one) === titleKey(other);
  if (a.time !== null && b.time !== null && a.time !== b.time) return false;
  const titles = a.title !== null && b.title !== null && titleKey(a.title) === titleKey(b.title);
  const titlesFa =
    a.titleFa !== null && (titleKey(a.titleFa) === titleKey(b.titleFa ?? "") || titleKey(a.titleFa) === titleKey(b.title ?? ""));
  const crossed = b.titleFa !== null && titleKey(b.titleFa) === titleKey(a.title ?? "");
  if (titles || titlesFa || crossed) return same(a.venue, b.venue) || (a.url !== null && a.url === b.url) || withinVenue(a.venue, b.venue);
  return a.url !== null && a.url === b.url && same(a.venue, b.venue) && shareWords(a.title ?? "", b.title ?? "");
}

/** "Roudaki Hall" and "Roudaki Hall, Main Stage". */
function withinVenue(a: string | null, b: string | null): boolean {
  const [one, other] = [titleKey(a ?? ""), titleKey(b ?? "")];
  return one.length > 4 && other.length > 4 && (one.startsWith(other) || other.startsWith(one));
}

function shareWords(a: string, b: string): boolean {
  const [one, other] = [
    new Set(
      a
        .toLowerCase()
        .split(/\P{L}+/u)
        .filter((word) => word.length > 2),
    ),
    b
      .toLowerCase()
      .split(/\P{L}+/u)
      .filter((word) => word.length > 2),
  ];
  const shared = other.filter((word) => one.has(word)).length;
  return shared >= 2 && shared * 2 >= Math.min(one.size, other.length);
}
