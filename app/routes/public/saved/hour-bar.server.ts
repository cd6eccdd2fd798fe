import { type Locale, localized } from "~/i18n/locale";
import { formatTime, localDay, startOfDay } from "~/lib/dates/dates.server";
import { HOUR } from "~/lib/dates/durations";
import { findCategory } from "~/lib/event/categories";
import type { SavedEntry } from "~/modules/saved/queries.server";

/**
 * The hours of a day with its events, for days with more than one: each on the first line where
 * none before it is still on. Places are percents of the bar.
 */
export function hourBar(entries: readonly SavedEntry[], locale: Locale) {
  const [first] = entries;
  if (!first || entries.length < 2) return null;
  const { timeZone } = first;
  const begin = startOfDay(localDay(first.startsAt, timeZone), timeZone);
  const from = begin + Math.floor((first.startsAt - begin) / HOUR) * HOUR;
  const end = Math.max(...entries.map(({ endsAt }) => endsAt));
  const hours = Math.max(1, Math.ceil((end - from) / HOUR));
  const step = Math.ceil(hours / 6);
  const percent = (at: number) => ((at - from) / (hours * HOUR)) * 100;
  const lines: number[] = [];
  return {
    hours: Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => {
      const at = from + index * step * HOUR;
      return { at: percent(at), text: formatTime(at, timeZone, locale) };
    }),
    spans: entries.map(({ id, at, titleEn, titleFa, startsAt, endsAt, categories }) => {
      const free = lines.findIndex((until) => until <= startsAt);
      const line = free === -1 ? lines.length : free;
      lines[line] = endsAt;
      return {
        key: `${id} ${at}`,
        title: localized({ en: titleEn, fa: titleFa }, locale),
        family: findCategory(categories[0] ?? "")?.family ?? null,
        line,
        from: percent(startsAt),
        length: percent(endsAt) - percent(startsAt),
      };
    }),
  };
}
