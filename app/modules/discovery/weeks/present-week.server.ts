import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts, formatDate, type Reader, startOfDay } from "../../../lib/dates/dates.server";
import { formatNumber } from "../../../lib/text/money";
import type { City } from "../../cities/queries.server";
import type { NumberedWeek } from "./numbered-week";

/**
 * A text that an editor wrote in one or both languages, in the reader's if there; null for none.
 */
export function editorText(
  texts: { en: string | null; fa: string | null },
  locale: Locale,
): { text: string; lang: Locale } | null {
  const lang = texts[locale] ? locale : locale === "fa" ? "en" : "fa";
  const text = localized({ en: texts.en ?? texts.fa ?? "", fa: texts.fa }, locale);
  return text === "" ? null : { text, lang };
}

/** The days of a week: "14 – 20 November", "30 October – 5 November". */
export function weekDays(
  { first, last }: Pick<NumberedWeek, "first" | "last">,
  { timeZone }: Pick<City, "timeZone">,
  reader: Reader,
): string {
  const [from, to] = [first, last].map((day) => startOfDay(day, timeZone)) as [number, number];
  const [start, end] = [dateParts(from, timeZone, reader), dateParts(to, timeZone, reader)];
  return translatorFor(reader.locale)("weeks:page.range", {
    from:
      start.month === end.month
        ? start.day
        : formatDate(from, timeZone, reader, { weekday: false, year: false }),
    to: formatDate(to, timeZone, reader, { weekday: false, year: false }),
  });
}

/** "Week 35 of 1405", in the reader's digits. */
export const weekNumber = ({ number, year }: NumberedWeek, locale: Locale): string =>
  translatorFor(locale)("weeks:page.number", {
    number,
    year: formatNumber(year, locale).replace(/[,٬]/g, ""),
  });
