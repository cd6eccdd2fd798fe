import { localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatDate, inOtherCalendar, type Reader } from "../../lib/dates/dates.server";
import type { EventValues } from "../../lib/event/event-fields";
import { currencyOf } from "../../lib/text/money";
import type { City } from "../../modules/cities/queries.server";
import { priceText } from "../../modules/events/present/event-facts.server";
import { cityName } from "../../modules/events/present/present-event.server";

interface Known {
  city: City | undefined;
  /** As the reader's calendar and clock say it; null where it is missing. */
  when: string | null;
  /** UTC epoch ms; null where it is missing. */
  start: number | null;
  timeZone: string;
}

/**
 * What a decision looks at first: title, date, city, venue and price. `null` is a missing value;
 * the note says it in the other language or calendar.
 */
export function presentCaseFacts(
  values: EventValues,
  { city, when, start, timeZone }: Known,
  { locale, calendar }: Reader,
) {
  const t = translatorFor(locale);
  const { venue, title } = values;
  const other = locale === "fa" ? "en" : "fa";
  const noteOf = (text: EventValues["venue"]) =>
    text[other] !== null && text[other] !== text[locale] && text[locale] !== null
      ? { text: text[other], lang: other }
      : null;
  const currency = values.currency ?? currencyOf(city?.countryCode ?? "");
  return {
    otherTitle: noteOf(title),
    rows: [
      {
        name: "when",
        label: t("moderation:facts.when"),
        text: when,
        note:
          start === null
            ? null
            : {
                text: formatDate(start, timeZone, inOtherCalendar({ locale, calendar })),
                lang: locale,
              },
      },
      {
        name: "city",
        label: t("moderation:facts.city"),
        text: cityName(city, locale) || null,
        note: null,
      },
      {
        name: "venue",
        label: t("moderation:facts.venue"),
        text:
          values.attendance === "online" && venue.en === null && venue.fa === null
            ? t("moderation:facts.online")
            : localized({ en: venue.en ?? "", fa: venue.fa }, locale) || venue.fa,
        note: noteOf(venue),
      },
      {
        name: "price",
        label: t("moderation:facts.price"),
        text: priceText({ price: values.price, currency }, locale),
        note: null,
      },
    ] as const,
  };
}
