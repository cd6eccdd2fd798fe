import { createHash } from "node:crypto";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatOffset,
  formatTime,
  formatTimeZone,
  inOtherCalendar,
  localDay,
} from "~/lib/dates/dates.server";
import { instantOf } from "~/lib/dates/written-times.server";
import { takesPlace } from "~/lib/event/schedule";
import type { SignedInContext } from "~/lib/http/request-context";
import { localDigits } from "~/lib/text/digits";
import { currencyOf, formatPrice, unitName, unitsIn } from "~/lib/text/money";
import { numberInWords } from "~/lib/text/number-in-words";
import { markWords, type WordMark } from "~/modules/intake/drafting/mark-words";
import type {
  LineDoubt,
  LinesReading,
  QuickLines,
} from "~/modules/intake/drafting/read-announcement.server";
import { ageLine } from "~/modules/intake/fields/read-age-limit";
import { materialise } from "~/modules/schedule/expand-schedule.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";

export type QuickReadingView = ReturnType<typeof presentReading>;
export type ReadFact = QuickReadingView["clear"][number];
export type ReadDoubt = ReadFact["doubts"][number];

/** Dates that are listed. */
const DATES = 60;

/** Facts of an announcement, in the order in which they are numbered. */
const FACTS = ["title", "when", "city", "where", "price", "tickets", "online", "ages"] as const;
type FactName = (typeof FACTS)[number];

/** Facts that a line's doubts are about; of the description those that it states alone. */
const FACT_OF: Record<LineDoubt["line"], FactName | null> = {
  title: "title",
  when: "when",
  where: "where",
  price: "price",
  about: null,
};

/**
 * Names a doubt by its cause and the line that it is about, so that an answer holds as long as that
 * line stays.
 */
export function doubtKey(
  { line, code, words }: Pick<LineDoubt, "line" | "code" | "words">,
  lines: QuickLines,
): string {
  // Forms send line breaks as CR LF.
  const written = lines[line].replaceAll("\r\n", "\n").trim();
  return createHash("sha256")
    .update(JSON.stringify([line, code, words, written, lines.city]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * What was understood of the lines, beside what was written: doubts first, each to be answered by a
 * tap. @param answered keys of the doubts that are answered
 */
export function presentReading(
  context: SignedInContext,
  lines: QuickLines,
  { values, city, doubts, hasEnd, isLowestPrice }: LinesReading,
  answered: ReadonlySet<unknown>,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const { ticketUrl, onlineUrl, ageLimit } = values;
  const inLocale = ({ en, fa }: { en: string | null; fa: string | null }) =>
    localized({ en: en ?? fa ?? "", fa }, locale);
  const price = presentPrice(values.price, values.currency ?? currencyOf(city.countryCode), locale);
  const read: Record<FactName, string | null> = {
    title: lines.title,
    when: "",
    city: `${inLocale({ en: city.nameEn, fa: city.nameFa })}${t("authoring:quick.reading.zone", zoneOf(context, city.timeZone))}`,
    where: [inLocale(values.venue), inLocale(values.address)].filter(Boolean).join(DOT) || null,
    price: isLowestPrice ? t("events:facts.priceFrom", { price }) : price,
    tickets: ticketUrl,
    online: onlineUrl,
    ages: ageLimit === null ? null : t("authoring:quick.reading.age", { count: ageLimit }),
  };
  const present = (doubt: LineDoubt) => presentDoubt(context, doubt, lines, answered);
  const facts = FACTS.flatMap((name, index) => {
    const text = read[name];
    if (text === null) return [];
    return {
      name: name as string,
      number: localDigits(String(index + 1), locale),
      term: t(`authoring:quick.reading.fact.${name}`),
      text,
      isAddress: name === "tickets" || name === "online",
      times: name === "when" ? presentTimes(context, values, city.timeZone, hasEnd) : null,
      field: FIELD_OF[name] ?? name,
      doubts: doubts.filter(({ line }) => FACT_OF[line] === name).map(present),
    };
  });
  const unused = doubts
    .filter(({ line }) => FACT_OF[line] === null)
    .map((doubt, index) => ({
      name: `unused-${index}`,
      number: "?",
      term: t(
        doubt.code === "unused-words"
          ? "authoring:quick.reading.unused"
          : "authoring:quick.line.about",
      ),
      text: doubt.words === null ? "" : t("authoring:quick.reading.quoted", { words: doubt.words }),
      isAddress: false,
      times: null,
      field: "about",
      doubts: [present(doubt)],
    }));
  const all = [...facts, ...unused];
  const doubtful = all.filter((fact) => fact.doubts.length > 0);
  const isSoldOut = values.soldOut === true;
  return {
    /** Changes with the reading, so that the page's state of taps begins anew. */
    key: all.flatMap((fact) => fact.doubts.map(({ key }) => key)).join(" "),
    parts: presentText(lines, { values, city, doubts }, all),
    doubtful,
    clear: all.filter((fact) => fact.doubts.length === 0),
    left: doubtful.flatMap((fact) => fact.doubts).filter(({ isAnswered }) => !isAnswered).length,
    state: isSoldOut ? t("authoring:quick.reading.soldOut") : null,
  };
}

/** Between parts of a fact. */
const DOT = " · ";

/** The line in which a fact is corrected, where it has another name. */
const FIELD_OF: Partial<Record<FactName, string>> = {
  tickets: "about",
  online: "about",
  ages: "about",
};

function zoneOf({ deps, locale }: SignedInContext, timeZone: string) {
  const now = deps.clock.now();
  return {
    zone: formatTimeZone(now, timeZone, locale),
    offset: formatOffset(now, timeZone, locale),
  };
}

/** Name of the field that tells how a doubt is to be read. */
export const readingName = (key: string): string => `reading.${key}`;

/** Words in which people ask, such as a day that the reader names by its date. */
function presentDoubt(
  { locale, calendar }: SignedInContext,
  doubt: LineDoubt,
  lines: QuickLines,
  answered: ReadonlySet<unknown>,
) {
  const t = translatorFor(locale);
  const { code, words, readings = [] } = doubt;
  const key = doubtKey(doubt, lines);
  const isDay = words !== null && /^\d{4}-\d{2}-\d{2}$/.test(words);
  const said = isDay
    ? formatDate(Date.parse(`${words}T12:00Z`), "UTC", { locale, calendar }, { weekday: false })
    : words;
  return {
    key,
    name: readingName(key),
    isAnswered: answered.has(key),
    text: t(`ingestion:finding.${code}`),
    /** The possible readings; the reader picks one. */
    readings: readings.map(({ to }, index) => ({ value: String(index), label: to })),
    wrote: said && t("authoring:quick.reading.wrote", { words: `\u2068${said}\u2069` }),
  };
}

/** The text with the words that gave each fact; doubts take theirs first. */
function presentText(
  lines: QuickLines,
  { values, city, doubts }: Pick<LinesReading, "values" | "city" | "doubts">,
  facts: readonly { name: string; number: string; doubts: readonly unknown[] }[],
) {
  const { title, when, where, price, about } = lines;
  const text = lines.announcement || [title, when, where, price, about].filter(Boolean).join("\n");
  const { ticketUrl, onlineUrl, ageLimit } = values;
  const marks: WordMark[] = [
    ...doubts
      .filter(({ line }) => FACT_OF[line] === null)
      .map(({ words }, index) => ({ name: `unused-${index}`, words: words ?? "" })),
    { name: "title", words: title },
    { name: "when", words: when },
    ...when.split(/[;؛]\s*/).map((words) => ({ name: "when", words })),
    { name: "where", words: where },
    ...where.split(/\s*[,،]\s*/).map((words) => ({ name: "where", words })),
    ...[city.nameFa, city.nameEn].map((words) => ({ name: "city", words: words ?? "" })),
    { name: "price", words: price },
    ...linkWords("tickets", ticketUrl),
    ...linkWords("online", onlineUrl),
    ...(ageLimit === null ? [] : [{ name: "ages", words: ageLine(text) ?? "" }]),
  ];
  return markWords(text, marks).map((part, index) => {
    const fact = facts.find(({ name }) => name === part.name);
    return {
      key: String(index),
      text: part.text,
      name: fact?.name ?? null,
      number: fact?.number ?? "",
      isDoubtful: fact !== undefined && fact.doubts.length > 0,
    };
  });
}

/** An address as people write it: whole, or without its protocol. */
const linkWords = (name: FactName, url: string | null): WordMark[] =>
  url === null
    ? []
    : [url, url.replace(/\/$/, ""), url.replace(/^https?:\/\/(?:www\.)?|\/$/g, "")].map(
        (words) => ({ name, words }),
      );

/** All dates in both calendars, with the sentence of a schedule. */
function presentTimes(
  { deps, locale, calendar }: SignedInContext,
  { schedule, startsAt, endsAt, allDay }: LinesReading["values"],
  timeZone: string,
  hasEnd: boolean,
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
    noEnd: hasEnd || isWhole ? null : t("authoring:quick.reading.noEnd"),
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
          : hasEnd && date.endsAt && date.endsAt > date.startsAt
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
