import type { EventCardView } from "../../lib/pages/views";
import type { BrowseView } from "./browse-events.server";

type Listed = Pick<BrowseView, "groups" | "seen" | "more">;

/** A series is listed on each of its days, any other event once. */
const keyOf = ({ id, startsAt, more }: EventCardView) => (more ? `${id} ${startsAt}` : id);

/**
 * Appends the next page to a list. Merges a day split across pages and drops events that are
 * already listed.
 */
export function appendPage({ groups, seen }: Listed, next: Listed): Listed {
  const known = new Set(groups.flatMap(({ events }) => events.map(keyOf)));
  const merged = [...groups];
  for (const group of next.groups) {
    const events = group.events.filter((event) => !known.has(keyOf(event)));
    const at = merged.findIndex(({ key }) => key === group.key);
    const same = merged[at];
    if (same) merged[at] = { ...same, events: [...same.events, ...events] };
    else if (events.length > 0) merged.push({ ...group, events });
  }
  return {
    groups: merged,
    seen: {
      ...next.seen,
      before: seen.before,
      count: next.seen.before + next.seen.count - seen.before,
    },
    more: next.more,
  };
}
