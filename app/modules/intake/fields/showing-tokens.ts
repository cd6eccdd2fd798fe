import { addDays, weekdayOf } from "../../../lib/dates/days";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { remember } from "../text/remember";
import { clockItems } from "./clock-items";
import {
  CITY_CLOCK,
  CLOSING,
  DOORS_AFTER,
  DOORS_BEFORE,
  LONE_HOUR,
  lengthIn,
  OF_NO_SHOWING,
  OTHER_CLOCK,
  OTHER_CLOCK_NEAR,
  RETURN,
  ZONE_NAME,
} from "./clock-words";
import { dayPhrases, type NamedDay, type NamedMonth } from "./day-phrases";
import { CORRECTED, type DayRole, OF_LAST_YEAR, OPENING, PLANNED, roleOf } from "./day-roles";
import { NUMBER_NAMES, numberNamed } from "./number-words";
import { isOrderUnclear, preparedLine } from "./prepared-line";
import { type ExceptedDays, readExceptions } from "./read-exceptions";
import { clockRuns, weakHours } from "./read-time";
import type { StatedClock } from "./stated-clocks";
import { weekdayGroups } from "./weekday-groups";

/** Hours that a text names, with their place in the whole text. */
export interface NamedHours {
  start: string;
  end: string | null;
  at: number;
  isUnclear: boolean;
  /** Whether it is when people are back. */
  isReturn: boolean;
  isOpening: boolean;
  /** Whether it is when the doors open. */
  isDoors?: boolean;
  /** Whether it is when it closes. */
  isClosing?: boolean;
  /** Weekdays that brackets state it of: "7:30pm (Sunday matinee 3pm)". */
  ofWeekdays?: number[];
}

/** Weekdays that a text names. */
export interface NamedWeekdays {
  days: number[];
  at: number;
  to: number;
  isPlural: boolean;
  /** "روزهای عادی", "weekdays": all that no other words name. */
  isRest: boolean;
  /** Whether the words name the weekday of a day that stands beside them. */
  isName: boolean;
}

type ShowingFinding = Extract<
  IssueCode,
  | "ambiguous-date"
  | "several-dates"
  | "several-times"
  | "weekday-mismatch"
  | "impossible-date"
  | "impossible-time"
  | "other-zone"
  | "past"
>;

/** What a text names of days and hours, in order. */
export interface ShowingTokens {
  days: (NamedDay & { at: number; role: DayRole })[];
  months: (NamedMonth & { at: number })[];
  weekdays: NamedWeekdays[];
  hours: NamedHours[];
  except: ExceptedDays;
  /** A day counted from the post: tonight, tomorrow. */
  relative: string | null;
  /** Whether the text names a second such day. */
  isRelativeToo: boolean;
  /** Hours whose zone or city the text names. */
  clocks: StatedClock[];
  isDaily: boolean;
  isEvery: boolean;
  /** Words of exhibitions and fairs, whose hours are those of visits. */
  isVisit: boolean;
  /** Whether hours without their half of the day are those of the morning. */
  isMorning: boolean;
  /** Whether its days are one stay: "3 days and 2 nights". */
  isStay: boolean;
  /** Dates or weeks: "8 sessions". */
  count: { number: number; isWeeks: boolean } | null;
  /** Length of a date, minutes. */
  length: number | null;
  /** The folded text. */
  folded: string;
  /** Figures beside days and hours that are neither, and hours in brackets that explain others. */
  unread: string[];
  findings: ShowingFinding[];
}

/** Whether a place is within brackets. */
const isInBrackets = (line: string, at: number): boolean =>
  line.lastIndexOf("(", at) > line.lastIndexOf(")", at);
/** The clause within brackets around a place: "(Sunday 2 pm, all others 7:30 pm)". */
const clauseAt = (line: string, at: number): string => {
  if (!isInBrackets(line, at)) return "";
  const from = Math.max(...["(", ",", "،"].map((sign) => line.lastIndexOf(sign, at))) + 1;
  const length = line.slice(from).search(/[),،]/u);
  return line.slice(from, length < 0 ? undefined : from + length);
};
/** Clauses of those that no other words name. */
const OF_REST = /(?<!\p{L})(?:others?|the rest|بقیه|سایر)(?!\p{L})/u;
const later = (time: string): string => `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`;

/** Positions of a line begin at a multiple of this. */
const LINE = 10_000;
const LINES = 160;
/** Days since the first date of what goes on. */
const UNDER_WAY = 60;
const TEXT_MAX = 4_000;

const DAILY =
  /(?<!\p{L})(?:daily|nightly|(?:every|each) (?:single )?(?:day|night|evening)|هر ?روز|هر ?شب|روزانه|همه ?روزه|همه ?شب(?: ?ها)?|شبانه)(?!\p{L})/u;
const EVERY = /(?<!\p{L})(?:every|each|weekly|هر|هفتگی)(?!\p{L})/u;
const VISIT =
  /(?<!\p{L})(?:نمایشگاه|گالری|نگارخانه|بازدید|چیدمان|exhibition|exhibit|gallery|galerie|open daily|opening hours|photos|installation)(?!\p{L})/u;
const COUNT = new RegExp(
  `(?<![\\p{L}\\d])(\\d{1,2}|${NUMBER_NAMES}) ?(?:(weeks?|هفته)(?! آینده)|(?:sessions?|classes|lessons?|جلسه|نوبت))(?!\\p{L})`,
  "u",
);
const STAY =
  /\d ?شب و \d ?روز|\d ?روز و \d ?شب|(?:\d|دو|سه|چهار|پنج) ?روزهی?(?!\p{L})|\d ?شب اقامت|\d nights?(?!\p{L})|overnight/u;
const TOMORROW = /(?<!\p{L})(?:فردا|tomorrow)(?!\p{L})/u;
const TONIGHT = /(?<!\p{L})(?:امشب|tonight|فردا شب)(?!\p{L})/u;
/** Words of what begins in the morning. */
const MORNING_KIND =
  /(?<!\p{L})(?:صبح(?:گاهی|انه)?|طلوع|پرنده ?نگری|طبیعت ?گردی|birdwatching|sunrise|morning|breakfast|گلگشت|برگشت|بازگشت|حرکت|کوهنوردی|کوه ?پیمایی|صعود|hike|trek|دوی|دوچرخه|run|10k|5k|marathon)(?!\p{L})/u;
const TODAY = /(?<!\p{L})(?:امروز|امشب|today|tonight)(?!\p{L})/u;
const AFTER_TOMORROW = /(?<!\p{L})پس ?فردا(?!\p{L})/u;

/** Minutes of a day, and those that doors open at most before the event. */
const [DAY, DOORS_MOST] = [24 * 60, 3 * 60];
const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const pad = (value: number): string => String(value).padStart(2, "0");
const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + " ".repeat(Math.max(to - from, 0)) + text.slice(to);

/** Tokens of days and hours in a text of several lines. @param today day of the post */
export const showingTokens = (
  text: string,
  { today, country }: { today: string; country: string },
): Readonly<ShowingTokens> => remembered(text, today, country);

const remembered = remember((text, today = "", country = "") => tokensOf(text, today, country));

function tokensOf(text: string, today: string, country: string): ShowingTokens {
  const folded = foldWords(text, TEXT_MAX);
  const tokens: ShowingTokens = {
    days: [],
    months: [],
    weekdays: [],
    hours: [],
    except: { weekdays: [], days: [], numbers: [], isPartial: false },
    relative: null,
    isRelativeToo: false,
    clocks: [],
    isDaily: false,
    isEvery: false,
    isVisit: false,
    isMorning: MORNING_KIND.test(folded),
    isStay: STAY.test(folded),
    folded,
    count: null,
    length: null,
    unread: [],
    findings: [],
  };
  text
    .split(/\n|[;؛] |(?<=[\u0600-\u06ff]{2})\. (?=[\u0600-\u06ff])/u)
    .slice(0, LINES)
    .forEach((line, place) => {
      if (isOrderUnclear(foldWords(line, TEXT_MAX), country))
        tokens.findings.push("ambiguous-date");
      readLine(preparedLine(line, country), place * LINE, tokens, today, country);
    });
  withClosings(tokens);
  // "Doors open 5:15pm" on a line of its own, beside the hour at which it begins.
  const opens = tokens.hours.find(({ isDoors }) => isDoors)?.start;
  const begins = tokens.hours.find(({ isDoors, isClosing }) => !isDoors && !isClosing)?.start;
  if (opens && begins && (minutesOf(begins) - minutesOf(opens) + DAY) % DAY > DOORS_MOST)
    tokens.findings.push("several-times");
  if (tokens.hours.some(({ isDoors, isClosing }) => !isDoors && !isClosing))
    tokens.hours = tokens.hours.filter(({ isDoors }) => !isDoors);
  for (const day of tokens.days)
    if (day.recent !== null && day.day !== null && day.day > addDays(today, 300)) {
      day.day = day.recent;
      tokens.findings.push("past");
    }
  const isRun = tokens.days.some(({ role, endsRun }) => endsRun || role === "until");
  // "Founded on 3 December 2015": beside days to come, one of the past is told in passing, but
  // those of a course under way stand with the next ones.
  const coming = tokens.days.filter(({ day }) => day !== null && day >= today);
  const lineAt = (at: number) => Math.floor(at / LINE);
  const firstOf = (at: number) =>
    coming.some((one) => lineAt(one.at) === lineAt(at)) ? addDays(today, -UNDER_WAY) : today;
  if (!isRun && coming.length > 0)
    for (const one of tokens.days)
      if (one.role === "listed" && (one.day ?? today) < firstOf(one.at)) {
        one.role = "aside";
        tokens.unread.push(one.day ?? "");
      }
  for (const group of tokens.weekdays)
    for (const day of tokens.days) {
      const isBefore = group.to <= day.at && day.at - group.to <= 3;
      const isAfter = group.at >= day.at && group.at - (day.at + day.to - day.from) <= 3;
      if (group.isPlural || group.days.length !== 1 || !(isBefore || (isAfter && !group.isName)))
        continue;
      if (isAfter && tokens.days.some(({ at }) => at > group.to && at - group.to <= 3)) continue;
      // "5–7 March. Fri 18:00, Sat 14:00": hours of weekdays.
      const isSame = day.day !== null && weekdayOf(day.day) === group.days[0];
      if (
        !isBefore &&
        !isSame &&
        tokens.hours.some(({ at }) => at >= group.to && at - group.to <= 9)
      )
        continue;
      group.isName = true;
      // "Thursday and Friday 12 and 13": each names one of several days.
      const fits = tokens.days.some(
        (one) =>
          lineAt(one.at) === lineAt(group.at) &&
          one.day !== null &&
          weekdayOf(one.day) === group.days[0],
      );
      const isOfSeveral =
        tokens.weekdays.filter(({ at }) => lineAt(at) === lineAt(group.at)).length > 1 && fits;
      if (
        !isOfSeveral &&
        day.day !== null &&
        day.role !== "aside" &&
        weekdayOf(day.day) !== group.days[0]
      )
        tokens.findings.push("weekday-mismatch");
    }
  return tokens;
}

/** "Wed–Sun 11am–6pm, Thursdays until 8pm": an hour of closing, after the opening of the others. */
function withClosings(tokens: ShowingTokens): void {
  for (const [place, one] of tokens.hours.entries()) {
    const usual = tokens.hours[place - 1];
    if (!one.isClosing || one.end !== null || !usual) continue;
    // "Doors 10pm" above "dancing till 4am"; an earlier hour is the end of something else.
    const isLater = one.start > usual.start || one.start < "07:00";
    if (usual.end === null && !usual.isReturn && isLater && one.at - usual.at < 2 * LINE) {
      usual.end = one.start;
      continue;
    }
    if (!usual.end || one.start <= usual.start) continue;
    // "10am–12pm, bar open until 6pm" ends at noon.
    if (!tokens.isVisit && !one.ofWeekdays) {
      tokens.findings.push("several-times");
      continue;
    }
    one.end = one.start;
    one.start = usual.start;
  }
  tokens.hours = tokens.hours.filter(
    (one, place) => !one.isClosing || one.end !== null || !tokens.hours[place - 1]?.end,
  );
}

function readLine(
  folded: string,
  offset: number,
  tokens: ShowingTokens,
  today: string,
  country: string,
): void {
  const isOpening = OPENING.test(folded);
  tokens.length ??= lengthIn(folded);
  const counted = COUNT.exec(folded);
  if (counted?.[1])
    tokens.count ??= {
      number: numberNamed(counted[1]),
      isWeeks: counted[2] !== undefined,
    };
  let line = counted ? blank(folded, counted.index, counted.index + counted[0].length) : folded;
  for (const pattern of OF_NO_SHOWING)
    line = line.replace(pattern, (words) => " ".repeat(words.length));
  line = readExceptions(line, tokens.except, today, country);
  tokens.isDaily ||= DAILY.test(line);
  tokens.isEvery ||= EVERY.test(line);
  tokens.isVisit ||= VISIT.test(line);
  const named = [
    ...(AFTER_TOMORROW.test(line) ? [addDays(today, 2)] : []),
    ...(TODAY.test(line) ? [today] : []),
    ...(TOMORROW.test(line.replace(AFTER_TOMORROW, " ")) ? [addDays(today, 1)] : []),
  ];
  tokens.relative ??= named[0] ?? null;
  tokens.isRelativeToo ||= named.some((day) => day !== tokens.relative);
  const { spoken } = clockItems(line, false, 80);
  const { runs, rest: withoutHours } = clockRuns(line);
  const bracketed = ({ from }: { from: number }) =>
    weekdayGroups(clauseAt(spoken, from), country).groups.flatMap(({ days }) => days);
  const outer = runs.filter(
    (run) =>
      !isInBrackets(spoken, run.from) ||
      bracketed(run).length > 0 ||
      OF_REST.test(clauseAt(spoken, run.from)),
  );
  // Hours in brackets explain others.
  const shown = outer.length > 0 ? outer : runs;
  for (const { start, from, to } of runs)
    if (outer.length > 0 && isInBrackets(spoken, from) && start !== null)
      if (!shown.some((run) => run.from === from) && !OTHER_CLOCK_NEAR.test(spoken.slice(to)))
        tokens.unread.push(start);
  const here = shown.filter(
    ({ to }) => !OTHER_CLOCK.test(spoken.slice(to)) && !PLANNED.test(spoken.slice(to)),
  );
  const clockAt = ({ to }: { to: number }) =>
    (ZONE_NAME.exec(spoken.slice(to)) ?? CITY_CLOCK.exec(spoken.slice(to)))?.[0];
  // A line of clocks alone below the hour on its own: "7 pm Central Europe | 21:30 Tehran".
  const isOtherClocks =
    tokens.clocks.length > 0 &&
    tokens.hours.length > 0 &&
    runs.length > 0 &&
    runs.every((run) => clockAt(run) !== undefined) &&
    /^[^\p{L}\d]*\d/u.test(spoken);
  if (here.length === 0 && shown.length > 0) tokens.findings.push("other-zone");
  // "12 noon PT / 3pm ET": one moment on two clocks.
  const zoned = here.filter(({ to }) => ZONE_NAME.test(spoken.slice(to)));
  const inCities = here.filter(({ to }) => CITY_CLOCK.test(spoken.slice(to)));
  for (const run of runs) {
    const words = clockAt(run);
    if (run.start !== null && words) tokens.clocks.push({ words, start: run.start });
  }
  if (isOtherClocks) {
    tokens.findings.push("other-zone");
    return;
  }
  const isCityTime = ({ to }: { to: number }) =>
    CITY_CLOCK.exec(spoken.slice(to))?.[0].endsWith(" time");
  // The clock of another city than the event's, or of none.
  if (zoned.length === 1 || inCities.some(isCityTime)) tokens.findings.push("other-zone");
  if (zoned.length + inCities.length > 1) {
    tokens.findings.push("other-zone");
    here.splice(1);
  }
  for (const { start, end, codes, from, to } of here.length > 0 ? here : shown) {
    if (codes.includes("impossible-time") || start === null) {
      tokens.findings.push("impossible-time");
      continue;
    }
    const isUnclear = codes.includes("am-or-pm");
    // An hour without its half of the day is more often after noon.
    const hour = Number(start.slice(0, 2));
    const isNight =
      TONIGHT.test(folded) && hour >= 5 && hour < 12 && !/:\d\d/.test(spoken.slice(from, to));
    const shift = isNight || (isUnclear && hour < 9 && !tokens.isMorning);
    tokens.hours.push({
      start: shift ? later(start) : start,
      end: shift && end !== null && Number(end.slice(0, 2)) < 12 ? later(end) : end,
      at: offset + from,
      isUnclear,
      isReturn: RETURN.test(spoken.slice(Math.max(from - 16, 0), from)),
      isOpening,
      isClosing: CLOSING.test(spoken.slice(0, from)),
      isDoors: DOORS_BEFORE.test(spoken.slice(0, from)) || DOORS_AFTER.test(spoken.slice(to)),
      ...(outer.length > 1 && bracketed({ from }).length > 0
        ? { ofWeekdays: bracketed({ from }) }
        : {}),
    });
  }
  const week = weekdayGroups(withoutHours, country);
  const { days, months } = dayPhrases(week.rest, today);
  for (const day of days) {
    const before = week.rest.slice(Math.max(day.from - 40, 0), day.from).trimEnd();
    const role = roleOf(before, week.rest.slice(day.to), day.endsRun, isOpening);
    if (day.day === null) tokens.findings.push("impossible-date");
    if (OF_LAST_YEAR.test(week.rest.slice(day.to)))
      tokens.unread.push(week.rest.slice(day.from, day.to));
    if (CORRECTED.test(week.rest.slice(day.to))) tokens.findings.push("several-dates");
    tokens.days.push({ ...day, at: offset + day.from, role });
  }
  for (const month of months) tokens.months.push({ ...month, at: offset + month.from });
  const parity = /روزهای (زوج|فرد)/u.exec(folded);
  if (parity)
    tokens.weekdays.push({
      days: parity[1] === "زوج" ? [6, 1, 3] : [7, 2, 4],
      at: offset + parity.index,
      to: offset + parity.index + parity[0].length,
      isPlural: true,
      isRest: false,
      isName: false,
    });
  for (const group of week.groups) {
    const word = spoken.slice(group.at, group.to);
    tokens.weekdays.push({
      days: group.days,
      at: offset + group.at,
      to: offset + group.to,
      isPlural:
        /days$|ها?ی?$/u.test(word.trim()) && !/شنبه$|جمعه$|آدینه$/u.test(word.trim())
          ? !/(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(word)
          : group.days.length > 1,
      isRest: /روزهای? (?:کاری|عادی)|weekdays?/u.test(word),
      isName: false,
    });
  }
  let bare = week.rest;
  for (const { from, to } of [...days, ...months]) bare = blank(bare, from, to);
  const weak = weakHours(bare);
  for (const { hours, from } of weak) tokens.hours.push({ ...hours, isOpening, at: offset + from });
  const lone = runs.length + weak.length === 0 ? LONE_HOUR.exec(bare) : null;
  const hour = Number(lone?.[1] ?? Number.NaN);
  if (lone && hour >= 8 && hour <= 23 && days.length > 0)
    tokens.hours.push({
      start: `${pad(hour)}:00`,
      end: null,
      at: offset + lone.index,
      isUnclear: true,
      isReturn: false,
      isOpening,
    });
  tokens.hours.sort((a, b) => a.at - b.at);
  if (days.length + runs.length + weak.length + week.groups.length === 0) return;
  if (lone) bare = blank(bare, lone.index, lone.index + lone[0].length);
  for (const { from, to } of weak) bare = blank(bare, from, to);
  if (IS_PRICED.test(folded)) return;
  for (const [dotted] of bare.matchAll(/(?<![\d.])[012]?\d\.[0-5]\d(?![\d.])/gu))
    tokens.unread.push(dotted);
  for (const match of bare.matchAll(FIGURE)) {
    const number = Number(match[0]);
    // "1. A Night of Kamancheh": the number of an item.
    const isItem = match.index === 0 && /^\d{1,2}[.)]\s/u.test(bare);
    if (number >= 1 && number <= 31 && !isItem) tokens.unread.push(match[0]);
  }
}

/** A figure that may be a day or an hour, not the number of a hall, house, person or age. */
const FIGURE =
  /(?<![\p{L}\d.,:/٫٬+@#€$£-]|[\p{L}\d]-|(?:سالن|شماره|پلاک|طبقه|فاز|واحد|قسمت|جلسه|شب|روز|نفر|بالای|زیر|سن|ردیف|hall|rooms?|no\.?|nr\.?|studio|stage|floor|part|vol\.?|ages?|over|under|lot|unit|warehouse|platform|doors) ?)\d{1,2}(?![\d:%٪]|[.,٫٬/]\d|\+|k(?!\p{L})|\s?(?:سال|ساله|نفر|دقیقه|درصد|ساعت(?!ه)|ساعته|روز|شب|هفته|ماه|جلسه|قسمت|نوبت|اثر|فیلم|هنرمند|کیلومتر|متر|هزار|میلیون|تومان|تومن|years?|yrs|min|hours?|people|persons?|days?|nights?|weeks?|sessions?|spots?|seats|places|km|m(?!\p{L})|tickets?|films?|artists?|courses?|€|\$|£|[a-z]{2,} (?:st|street|rd|road|ave|avenue|blvd|way|lane|sq|square)))(?!,? ?\p{Script=Latin}{3,})/gu;
const IS_PRICED =
  /تومان|تومن|ریال|[€$£]|(?<!\p{L})(?:toman|aed|cad|eur|kr|sek|tl|amd)(?!\p{L})|(?<=\d ?)ت(?!\p{L})/u;
