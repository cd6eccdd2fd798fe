import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, readerOf } from "../../../lib/dates/dates.server";
import type { City } from "../../cities/queries.server";
import { type IcsEvent, locationLine } from "../../events/ics/event-ics.server";
import { priceText } from "../../events/present/event-facts.server";
import {
  eventDays,
  formatDays,
  formatHours,
  stateSentence,
} from "../../events/present/event-times.server";
import { statedTitle } from "../../events/present/present-event.server";
import { takesPlace } from "../../schedule/expand-schedule.server";
import { formatSchedule } from "../../schedule/format-schedule.server";

/** Feed readers may fail on control characters, and XML 1.0 cannot contain them (§2.2). */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .replace(/[\uFFFE\uFFFF]/g, " ");

/** Dates of a series that a text names. */
const NEXT_DATES = 2;

/** When a series takes place, and its next dates. @param now UTC epoch ms */
function seriesText(
  { schedule, occurrences = [], timeZone, startsAt }: IcsEvent,
  locale: Locale,
  now: number,
): string[] {
  const reader = readerOf(locale);
  const dates = occurrences
    .filter((one) => one.startsAt >= startsAt && takesPlace(one))
    .slice(0, NEXT_DATES);
  const texts = dates.map((one) =>
    listOf(locale, [
      formatDate(one.startsAt, timeZone, reader),
      formatHours({ ...one, timeZone, allDay: false }, locale),
    ]),
  );
  const t = translatorFor(locale);
  return [
    ...(schedule ? [formatSchedule(schedule, { ...reader, timeZone, now })] : []),
    ...(texts.length > 0
      ? [t("schedule:nextDates", { dates: texts.join(locale === "fa" ? "؛ " : "; ") })]
      : []),
  ];
}

/** An event as plain text for feed readers. @param now UTC epoch ms */
export function feedText(event: IcsEvent, city: City | undefined, locale: Locale, now: number) {
  const reader = readerOf(locale);
  const title = statedTitle(event, locale).replace(/\s+/g, " ");
  const when = event.schedule
    ? seriesText(event, locale, now)
    : eventDays(event).count > 1 || event.allDay
      ? [formatDays(event, reader, { weekday: true })]
      : [
          listOf(locale, [
            formatDate(event.startsAt, event.timeZone, reader),
            formatHours(event, locale),
          ]),
        ];
  const facts = [
    stateSentence(event, city, { ...reader, timeZone: "unknown" }),
    ...when,
    ...(event.soldOut ? [translatorFor(locale)("pages:event.notice.soldOut")] : []),
    locationLine(event, city, locale),
    event.price === null ? null : priceText(event, locale),
  ].filter((fact) => fact !== null);
  const description = localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale);
  return {
    title: printable(title),
    summary: printable(facts.join(" · ")),
    content: printable([facts.join("\n"), description].filter(Boolean).join("\n\n")),
  };
}
