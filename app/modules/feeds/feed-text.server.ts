import { type Locale, listOf, localized } from "../../i18n/locale";
import { formatDate, readerOf } from "../../lib/dates/dates.server";
import type { City } from "../cities/queries.server";
import { type IcsEvent, locationLine } from "../events/event-ics.server";
import { eventDays, formatDays, formatHours } from "../events/event-times.server";
import { priceText, statedTitle } from "../events/present-event.server";
import { stateSentence } from "../events/state-sentence.server";

/** Feed readers may fail on control characters, and XML 1.0 cannot contain them (§2.2). */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .replace(/[\uFFFE\uFFFF]/g, " ");

/** An event as plain text for feed readers. */
export function feedText(event: IcsEvent, city: City | undefined, locale: Locale) {
  const reader = readerOf(locale);
  const title = statedTitle(event, locale).replace(/\s+/g, " ");
  const when =
    eventDays(event).count > 1 || event.allDay
      ? formatDays(event, reader, { weekday: true })
      : listOf(locale, [formatDate(event.startsAt, event.timeZone, reader), formatHours(event, locale)]);
  const facts = [
    stateSentence(event, city, { ...reader, timeZone: "unknown" }),
    when,
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
