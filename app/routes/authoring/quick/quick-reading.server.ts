import { createHash } from "node:crypto";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatOffset,
  formatTime,
  formatTimeZone,
  inOtherCalendar,
  localDay,
} from "~/lib/dates/dates.server";
import { instantOf } from "~/lib/dates/written-times.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { currencyOf, formatPrice, unitName, unitsIn } from "~/lib/text/money";
import { numberInWords } from "~/lib/text/number-in-words";
import {
  type LineDoubt,
  type LinesReading,
  QUICK_NAMES,
  type QuickLines,
} from "~/modules/intake/drafting/read-announcement.server";
import { materialise, takesPlace } from "~/modules/schedule/expand-schedule.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";

export type QuickReadingView = ReturnType<typeof presentReading>;

/** Dates that are listed. */
const DATES = 60;

/** Names lines by their content: what was confirmed of others is not of these. */
export function signOf(lines: QuickLines): string {
  const { city, picture = "", announcement = "" } = lines;
  // Forms send line breaks as CR LF.
  const values = [...QUICK_NAMES.map((name) => lines[name]), city, picture, announcement].map(
    (value) => value.replaceAll("\r\n", "\n").trim(),
  );
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}

/** What was understood of the lines, to be compared with what was written. */
export function presentReading(
  context: SignedInContext,
  lines: QuickLines,
  { values, city, doubts }: LinesReading,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const { ticketUrl, onlineUrl, ageLimit } = values;
  return {
    sign: signOf(lines),
    doubts: doubts.map((doubt) => presentDoubt(doubt, context)),
    ...presentTimes(context, values, city.timeZone),
    city: `${localized({ en: city.nameEn, fa: city.nameFa }, locale)}${t("authoring:quick.reading.zone", zoneOf(context, city.timeZone))}`,
    price: presentPrice(values.price, values.currency ?? currencyOf(city.countryCode), locale),
    ticketUrl,
    onlineUrl,
    age: ageLimit === null ? null : t("authoring:quick.reading.age", { count: ageLimit }),
    isSoldOut: values.soldOut === true,
  };
}

function zoneOf({ deps, locale }: SignedInContext, timeZone: string) {
  const now = deps.clock.now();
  return {
    zone: formatTimeZone(now, timeZone, locale),
    offset: formatOffset(now, timeZone, locale),
  };
}

function presentDoubt({ line, code, words }: LineDoubt, { locale }: SignedInContext) {
  const t = translatorFor(locale);
  return {
    key: `${line} ${code} ${words}`,
    line: t(line === "price" ? "authoring:quick.reading.price" : `authoring:quick.line.${line}`),
    words,
    text: t(`ingestion:finding.${code}`),
  };
}

/** All dates in both calendars, with the sentence of a schedule. */
function presentTimes(
  { deps, locale, calendar }: SignedInContext,
  { schedule, startsAt, endsAt, allDay }: LinesReading["values"],
  timeZone: string,
) {
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const reader = { locale, calendar };
  const instant = (written: string | null) =>
    written === null ? null : instantOf(written, timeZone);
  const start = instant(startsAt);
  const dates = schedule
    ? materialise(schedule, { eventId: "", timeZone }, now).filter(takesPlace)
    : start === null
      ? []
      : [{ startsAt: start, endsAt: instant(endsAt) }];
  const isWhole = schedule ? schedule.allDay : allDay;
  const days = new Set(dates.map((date) => localDay(date.startsAt, timeZone)));
  return {
    count:
      dates.length < 2
        ? null
        : days.size === dates.length
          ? t("authoring:quick.reading.dates", { count: dates.length })
          : t("authoring:quick.reading.showings", { count: dates.length, days: days.size }),
    sentence: schedule && formatSchedule(schedule, { locale, calendar, timeZone, now }),
    dates: dates.slice(0, DATES).map((date) => {
      const own = dateParts(date.startsAt, timeZone, reader);
      const other = dateParts(date.startsAt, timeZone, inOtherCalendar(reader));
      const time = (at: number) => formatTime(at, timeZone, locale);
      return {
        key: date.startsAt,
        day: `${own.weekday} ${own.day} ${own.month}`,
        other: `${other.day} ${other.month}`,
        time: isWhole
          ? ""
          : date.endsAt && date.endsAt > date.startsAt
            ? t("authoring:quick.reading.until", {
                from: time(date.startsAt),
                to: time(date.endsAt),
              })
            : time(date.startsAt),
      };
    }),
    more:
      dates.length > DATES
        ? t("authoring:import.receipt.moreDates", { count: dates.length - DATES })
        : null,
  };
}

/** The price in figures and, where people name it in toman, in words: a slip of a zero is heard. */
function presentPrice(
  price: number | null,
  currency: string,
  locale: SignedInContext["locale"],
): string {
  const t = translatorFor(locale);
  const label = formatPrice(price, currency, locale);
  if (label.kind !== "price") return t(label.kind === "free" ? "events:free" : "events:notStated");
  const unit = unitsIn(currency);
  const words = unit > 1 ? numberInWords((price ?? 0) / unit, locale) : null;
  return words === null
    ? label.text
    : t("authoring:quick.reading.words", {
        price: label.text,
        words: locale === "fa" ? `${words} ${unitName(currency, locale)}` : words,
      });
}
