import { addDays } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import { type Calendar, dayOf, isJalaliYear } from "./calendar-days";
import {
  GREGORIAN_MONTHS,
  JALALI_MONTHS,
  monthPattern,
  monthsNamed,
  ordinalOf,
  ordinalPattern,
} from "./calendar-words";

/** A day that a line names, with its place in the line. */
export interface NamedDay {
  /** YYYY-MM-DD, Gregorian; null for a day that its month does not have. */
  day: string | null;
  from: number;
  to: number;
  /** Whether it ends a run that the day before it begins. */
  endsRun: boolean;
  hasYear: boolean;
  /** The same day of the weeks before the post, for one without a year; null for none. */
  recent: string | null;
}

/** A month that a line names without a day. */
export interface NamedMonth {
  first: string;
  last: string;
  from: number;
  to: number;
}

const monthOfName = monthsNamed({ gregorian: GREGORIAN_MONTHS, jalali: JALALI_MONTHS });

const MONTH = monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS);
const COUNTED =
  "(?!\\s?(?:days?|nights?|weeks?|hours?|hrs?|min|sessions?|years?|yrs?|people|شب(?!\\p{L})|روز|هفته|ساعت|سانس|نفر|جلسه|سال|دقیقه|ماه(?!\\p{L})|هزار|میلیون|تومان|تومن|ت(?!\\p{L})|ریال|%|€|\\$|£|k))";
const TOKEN = new RegExp(
  [
    "(?<ymd>(?<!\\d)(?:1[34]\\d\\d|20[2-9]\\d)\\s?[-/.]\\s?\\d{1,2}\\s?[-/.]\\s?\\d{1,2}(?!\\d))",
    "(?<dmy>(?<!\\d)\\d{1,2}\\s?[-/.]\\s?\\d{1,2}\\s?[-/.]\\s?(?:1[34]\\d\\d|20[2-9]\\d)(?!\\d)|(?<![\\d.])\\d{1,2}\\.\\s?\\d{1,2}\\.\\s?2[4-9](?![\\d.,:]))",
    "(?<dm>(?<![\\d.])\\d{1,2}\\.(?:0?[1-9]|1[0-2])\\.(?!\\d))",
    "(?<year>(?<![\\d+.,٬/])(?:20[2-9]\\d|1[34]\\d\\d)(?![\\d]|[.,٬/]\\d))",
    `(?<ordinal>(?<!\\p{L})(?:${ordinalPattern})(?= (?:${MONTH})(?: ?ماه)?(?!\\p{L})))`,
    `(?<month>(?<!\\p{L})(?:${MONTH})(?:\\s?ماه)?(?!\\p{L}))`,
    `(?<day>(?<![\\d:/.,٫٬+@#€$£-])\\d{1,2}(?![\\d:%]|[.,٫٬/]\\d))(?:st|nd|rd|th|\\.|ام(?!\\p{L})|م(?!\\p{L}))?${COUNTED}`,
    "(?<day2>(?<=[–-])\\d{1,2}(?![\\d:%]|[.,٫٬/]\\d))(?:st|nd|rd|th|\\.)?",
  ].join("|"),
  "gu",
);
const RANGE = /^[\s,،.]*(?:–|-|~|to|until|till|through|thru|bis|au|تا|الی|لغایت)[\s,،]*$/u;
/** What may stand between the days of a list. */
const LIST = /^[\s,،&+/]*(?:and|و|und)?[\s,،&+/]*$/u;
const CALENDAR_WORDS = /^[\s,،]*(?:of|the|ماه)?[\s,،]*$/u;

const NAMED_PLACE =
  /(?<!\p{L})(?:سالن|میدان|خیابان|بلوار|ورزشگاه|استادیوم|دانشگاه|مدرسه|سینما|پارک|تالار|کوی|شهرک|پل|بیمارستان|حوزه|فرهنگسرای) ?$/u;

interface Token {
  kind: "number" | "month" | "year" | "full";
  value: number;
  month: number;
  calendar: Calendar;
  day: string | null;
  from: number;
  to: number;
}

/** Numeric dates state their month themselves. */
function fullDay(text: string, kind: "ymd" | "dmy" | "dm", today: string): string | null {
  const [a = 0, b = 0, c = 0] = text.split(/\s?[-/.]\s?/).map(Number);
  if (kind === "dm") return nextDay(b, a, "gregorian", today);
  const [year, month, day] = kind === "ymd" ? [a, b, c] : [c < 100 ? c + 2_000 : c, b, a];
  const calendar: Calendar = isJalaliYear(year) ? "jalali" : "gregorian";
  return dayOf(year, month, day, calendar);
}

/** The next day of a month and number that is not before another day; null for none. */
function nextDay(month: number, day: number, calendar: Calendar, since: string): string | null {
  const year = calendar === "jalali" ? jalaliOf(since).year : Number(since.slice(0, 4));
  const days = [0, 1, 2, 3, 4].flatMap((more) => dayOf(year + more, month, day, calendar) ?? []);
  return days.find((one) => one >= since) ?? null;
}

function tokensOf(line: string, today: string): Token[] {
  return [...line.matchAll(TOKEN)].map((match) => {
    const groups = match.groups ?? {};
    const place = {
      from: match.index,
      to: match.index + match[0].length,
      month: 0,
      value: 0,
      calendar: "gregorian" as Calendar,
      day: null,
    };
    const kind = (["ymd", "dmy", "dm"] as const).find((name) => groups[name] !== undefined);
    if (kind) return { ...place, kind: "full", day: fullDay(groups[kind] ?? "", kind, today) };
    if (groups.year) return { ...place, kind: "year", value: Number(groups.year) };
    const ordinal = groups.ordinal;
    if (ordinal)
      return {
        ...place,
        kind: "number",
        value: ordinalOf(ordinal),
      };
    const named = groups.month ? monthOfName(groups.month) : undefined;
    if (named) return { ...place, kind: "month", month: named.month, calendar: named.calendar };
    return { ...place, kind: "number", value: Number(groups.day ?? groups.day2) };
  });
}

interface Phrase {
  numbers: Token[];
  month: Token;
  year: Token | null;
}

/** The numbers of a month: those that lead to it, else those behind it. */
function phrasesOf(tokens: readonly Token[], line: string): Phrase[] {
  const phrases: Phrase[] = [];
  const used = new Set<Token>();
  const between = (a: Token, b: Token) => line.slice(a.to, b.from);
  tokens.forEach((month, place) => {
    if (month.kind !== "month") return;
    const numbers: Token[] = [];
    const isOne = (token: Token | undefined): token is Token =>
      token?.kind === "number" && token.value >= 1 && token.value <= 31 && !used.has(token);
    let next: Token = month;
    for (let at = place - 1; at >= 0; at -= 1) {
      const token = tokens[at];
      if (!isOne(token)) break;
      const gap = between(token, next);
      const isBeside =
        next === month ? CALENDAR_WORDS.test(gap) : LIST.test(gap) || RANGE.test(gap);
      if (!isBeside) break;
      numbers.unshift(token);
      next = token;
    }
    // "Sat 13 March 10–4, Sun 14 March": what stands right behind a month is its hours.
    const before = tokens[tokens.indexOf(numbers[0] ?? month) - 1];
    if (before?.kind === "month" && /^ *$/u.test(between(before, numbers[0] ?? month)))
      while (numbers.length > 1) {
        const [lead, following] = numbers;
        numbers.shift();
        if (lead && following && !RANGE.test(between(lead, following))) break;
      }
    if (numbers.length === 0)
      for (let at = place + 1, last: Token = month; at < tokens.length; at += 1) {
        const token = tokens[at];
        if (!isOne(token)) break;
        const gap = between(last, token);
        const isBeside =
          last === month ? /^[\s,.]*(?:the )?$/u.test(gap) : LIST.test(gap) || RANGE.test(gap);
        // "Dec 30, Jan 2": a number before the next month's name is that month's in day-first texts.
        if (!isBeside) break;
        numbers.push(token);
        last = token;
      }
    for (const number of numbers) used.add(number);
    const end = Math.max(month.to, numbers.at(-1)?.to ?? 0);
    const year = tokens.find(
      (token) =>
        token.kind === "year" &&
        token.from >= end &&
        /^[\s,،'’]*$/u.test(line.slice(end, token.from)),
    );
    phrases.push({ numbers, month, year: year ?? null });
  });
  return phrases;
}

/** Days and bare months that a folded line names, in order, after `today`. */
export function dayPhrases(
  line: string,
  today: string,
): { days: NamedDay[]; months: NamedMonth[] } {
  const tokens = tokensOf(line, today);
  const phrases = phrasesOf(tokens, line);
  const yearOf = (place: number): { value: number; crosses: boolean } | null => {
    const own = phrases[place]?.year;
    if (own) return { value: own.value, crosses: false };
    const later = phrases.slice(place + 1).find(({ year }) => year !== null);
    const here = phrases[place]?.month;
    if (!later?.year || !here) return null;
    return { value: later.year.value, crosses: later.month.month < here.month };
  };
  const days: NamedDay[] = [];
  const months: NamedMonth[] = [];
  phrases.forEach(({ numbers, month, year }, place) => {
    // «سالن ۲۹ بهمن» is the name of a place.
    if (NAMED_PLACE.test(line.slice(0, numbers[0]?.from ?? month.from))) return;
    const stated = yearOf(place);
    const fits =
      stated !== null && isJalaliYear(stated.value) === (month.calendar === "jalali")
        ? stated
        : null;
    const find = (number: number): string | null =>
      fits
        ? dayOf(fits.value - (fits.crosses ? 1 : 0), month.month, number, month.calendar)
        : nextDay(month.month, number, month.calendar, today);
    if (numbers.length === 0) {
      const first = find(1) ?? "";
      const isNow = fits === null && first > addDays(today, 330);
      const start = isNow ? lastStart(month, today) : first;
      if (start)
        months.push({
          first: start,
          last: monthEnd(start, month.calendar),
          from: month.from,
          to: month.to,
        });
      return;
    }
    for (const number of numbers) {
      const isLast = number === numbers.at(-1);
      const isFirst = number === numbers[0];
      days.push({
        day: find(number.value),
        from: isFirst ? Math.min(number.from, month.from) : number.from,
        to: isLast ? Math.max(number.to, month.to, year?.to ?? 0) : number.to,
        endsRun: false,
        hasYear: fits !== null,
        recent: fits ? null : recentDay(month.month, number.value, month.calendar, today),
      });
    }
  });
  tokens.forEach((token, place) => {
    const { kind, day, from, to } = token;
    if (kind !== "full") return;
    days.push({ day, from, to, endsRun: false, hasYear: true, recent: null });
    // "17.-20.12.2026", "18., 19. und 20.2.": days of the month that the last one states.
    for (let at = place - 1, next = from; at >= 0 && day !== null; at -= 1) {
      const before = tokens[at];
      const gap = before ? line.slice(before.to, next) : "";
      const isLed = /\.$/u.test(line.slice(0, before?.to)) && (RANGE.test(gap) || LIST.test(gap));
      if (before?.kind !== "number" || !isLed || before.value < 1 || before.value > 31) break;
      const own = `${day.slice(0, 8)}${String(before.value).padStart(2, "0")}`;
      days.push({ ...before, day: own, endsRun: false, hasYear: true, recent: null });
      next = before.from;
    }
  });
  days.sort((a, b) => a.from - b.from);
  days.forEach((one, place) => {
    const before = days[place - 1];
    one.endsRun = before !== undefined && RANGE.test(line.slice(before.to, one.from));
  });
  return { days, months };
}

/** Days back in which a date without a year may be of the past. */
const RECENT = 21;

function recentDay(month: number, day: number, calendar: Calendar, today: string): string | null {
  const found = nextDay(month, day, calendar, addDays(today, -RECENT));
  return found !== null && found < today ? found : null;
}

/** The start of the month that a day is in, if it is the named one. */
function lastStart(month: Token, today: string): string | null {
  const year = month.calendar === "jalali" ? jalaliOf(today).year : Number(today.slice(0, 4));
  return dayOf(year, month.month, 1, month.calendar);
}

function monthEnd(first: string, calendar: Calendar): string {
  const monthOf = (day: string) =>
    calendar === "jalali" ? jalaliOf(day).month : Number(day.slice(5, 7));
  let last = addDays(first, 27);
  while (monthOf(addDays(last, 1)) === monthOf(first)) last = addDays(last, 1);
  return last;
}
