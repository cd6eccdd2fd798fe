import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatNumber } from "../../lib/text/money";
import type { CategoryCounts } from "../../modules/events/list/facet-counts.server";
import { isByDay } from "../../modules/events/list/facet-walks.server";
import type { EventList } from "../../modules/events/list/list-events.server";
import { searchTexts } from "../../modules/events/list/list-texts.server";
import type { EventQuery } from "../../modules/events/schema";

/**
 * The number of events that match everything, and of those listed if they are fewer; with the words
 * that were searched, which are others than the typed ones where nothing matched those.
 */
export function summaryText(
  { q }: EventQuery,
  list: EventList,
  near: string | null,
  total: string,
  locale: Locale,
): string {
  const say = searchTexts(locale);
  if (q && list.exactTotal === 0) return say("search:nothingFor", { words: q });
  const listed = listedOfMore(list);
  const words = list.corrected ?? q;
  const found = q ? translatorFor(locale)("events:list.found", { total, words }) : total;
  return (
    near ??
    (listed === null
      ? found
      : say("search:listedOf", { found, count: formatNumber(listed, locale) }))
  );
}

/** "12", "12+" when counting stopped early; empty for unknown counts. */
export function categoryCountText(
  { of, isExact }: CategoryCounts,
  name: string,
  locale: Locale,
): string {
  const count = of.get(name) ?? 0;
  if (isExact) return formatNumber(count, locale);
  return count === 0
    ? ""
    : translatorFor(locale)("events:list.countAtLeast", { count: formatNumber(count, locale) });
}

/**
 * Number of the matches that a search lists, where more match: it ranks the soonest ones. Null where
 * all are listed.
 */
function listedOfMore({
  parts,
  exactTotal,
  totalIsExact,
}: Pick<EventList, "parts" | "exactTotal" | "totalIsExact">): number | null {
  const all = parts.find(({ kind }) => kind === "all")?.total;
  return all !== undefined && (exactTotal > all || !totalIsExact) ? all : null;
}

/**
 * The range of a page. Counting stops at a limit, which a reader may have passed. `note` says at
 * the end of a search that more match.
 */
export function pageExtent(list: EventList, count: number, locale: Locale) {
  const { before, total, totalIsExact, nextCursor, sort, parts, filters } = list;
  const reached = before + count;
  const isByDate = sort === "date" && filters !== null && isByDay(filters);
  if (parts.length > 0) {
    const listed = listedOfMore(list);
    const note =
      listed === null
        ? null
        : searchTexts(locale)("search:soonest", { count: formatNumber(listed, locale) });
    return {
      before,
      count,
      total: Math.max(total, reached),
      exact: true,
      isByDate,
      note: nextCursor === null ? note : null,
    };
  }
  // A series has a row for each of its days; the total is of events.
  if (isByDate) return { before, count, total, exact: totalIsExact, isByDate, note: null };
  const isEnd = sort === "date" && nextCursor === null && totalIsExact;
  return {
    before,
    count,
    total: isEnd ? reached : Math.max(total, reached),
    exact: totalIsExact,
    isByDate,
    note: null,
  };
}
