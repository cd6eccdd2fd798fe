import type { IssueCode } from "../issue-table";
import { foldWords, wholeWord } from "../text/fold-words";
import { remember } from "../text/remember";
import { UNKNOWN_WORDS } from "./calendar-words";
import { type ClockItem, clockItems } from "./clock-items";
import { ALL_DAY, DOORS, SHOW, UNKNOWN_TIME, VAGUE } from "./clock-words";

/** Start and end hours of a text, HH:MM. */
export interface ReadTimes {
  start: string | null;
  end: string | null;
  confidence: number;
  codes: IssueCode[];
  /** The folded text without the hours. */
  rest: string;
  /** Whether it is the midnight at the end of the day. */
  isNextDay?: boolean;
}

const RANGE =
  /^[\s,.]*(?:–|-|~|to|until|till|til|bis|through|تا|الی|لغایت|and ends at|ends?(?: at)?|پایان)\s?:?\s*(?:ساعت\s?|at\s|about\s|around\s|حدود\s)?$/u;
const LOOSE_RANGE = /^[\s,.]*(?:–|-|to|until|till|تا|الی)\s.{0,40}$/u;
const UNKNOWN = new RegExp(`^(?:${UNKNOWN_WORDS}|${UNKNOWN_TIME})[.!]*$`, "u");
const ALL = wholeWord(ALL_DAY, "u");
const VAGUE_WHOLE = new RegExp(`^(?:in the |the |at |در )?(?:${VAGUE})[.!]*$`, "u");
const DOORS_BEFORE = new RegExp(
  `(?:${DOORS})(?:\\s(?:at|open|opens|from|از|ساعت))*[\\s:,–-]*$`,
  "u",
);
const SHOW_BEFORE = new RegExp(`(?:${SHOW})(?:\\s(?:at|from|از|ساعت))*[\\s:,–-]*$`, "u");
const DOORS_AFTER = new RegExp(
  `^\\s*\\(?(?:${DOORS})(?![\\p{L}])(?!\\s*(?:at|from|از|ساعت)?[\\s:–-]*\\d| (?:open )?(?:an?|one|half) )`,
  "u",
);
const SHOW_AFTER = new RegExp(`^\\s*\\(?(?:${SHOW})(?![\\p{L}])`, "u");
const ZONE = /(?<![\p{L}])(utc|gmt)(?![\p{L}])/u;

/** Characters examined per text. */
const LONGEST = 160;
/** Text immediately before an hour. */
const lastWords = (text: string): string => text.slice(-40);
const pad = (value: number) => String(value).padStart(2, "0");
const nothing = (rest: string, codes: IssueCode[] = []): ReadTimes => ({
  start: null,
  end: null,
  confidence: 0,
  codes,
  rest,
});

/**
 * Reads the hours of a text, in 12 or 24 hours, in English or Persian.
 * @param isAlone whether the text contains only a time, so that "19" is an hour; in "5 December
 * 19:30" it must be marked as one
 */
export const readTimes = (text: string, isAlone: boolean): ReadTimes =>
  isAlone ? readAlone(text) : readBeside(text);

const readAlone = remember((text) => read(text, true));
const readBeside = remember((text) => read(text, false));

function read(text: string, isAlone: boolean): ReadTimes {
  const folded = foldWords(text, LONGEST);
  if (folded === "") return nothing("");
  if (isAlone && UNKNOWN.test(folded)) return nothing("", ["unknown-time"]);
  const { items, spoken } = clockItems(folded, isAlone);
  if (ALL.test(spoken)) return { ...nothing(spoken.replace(ALL, " ")), confidence: 1 };
  if (items.length === 0)
    return isAlone
      ? nothing(spoken, [VAGUE_WHOLE.test(folded) ? "vague-time" : "unreadable-time"])
      : nothing(spoken);
  return chosen(items, spoken);
}

function chosen(items: readonly ClockItem[], text: string): ReadTimes {
  let rest = text;
  for (const { from, to } of items)
    rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
  const place = showOf(items, text);
  const first = items[place];
  if (!first) return nothing(rest);
  const next = items[place + 1];
  const between = next ? text.slice(first.to, next.from) : "";
  const isClose = next !== undefined && RANGE.test(between);
  // "5 February at 8 pm to 6 February at 1 am": the end's day is between the hours.
  const isRange =
    isClose || (items.length === 2 && next !== undefined && LOOSE_RANGE.test(between));
  const codes: IssueCode[] = [];
  const before = text.slice(0, first.from);
  const isDoors = DOORS_BEFORE.test(lastWords(before)) || DOORS_AFTER.test(text.slice(first.to));
  if (isDoors) codes.push("doors-only");
  if (items.length > place + (isRange ? 2 : 1) && !isDoorsList(items, text))
    codes.push("several-times");
  const start = isRange ? withSharedHalf(first, next) : first;
  const end = isRange ? endOf(start, next) : null;
  if (!isPossible(start) || (end && !isPossible(end)))
    return { ...nothing(rest, ["impossible-time"]) };
  if (isHalfUnknown(start) && !(end && end.half === null && end.hour > 12)) codes.push("am-or-pm");
  if (ZONE.test(text)) codes.push("other-zone");
  return {
    start: written(start),
    ...(hourOf(start) === 24 && { isNextDay: true }),
    end: end ? written(end) : null,
    confidence: codes.length > 0 ? 0.5 : confidenceOf(start),
    codes,
    rest: isClose
      ? rest.slice(0, first.to) + " ".repeat(next.from - first.to) + rest.slice(next.from)
      : rest,
  };
}

/** Hours within a text: one, or a range. */
export interface ClockRun extends Pick<ReadTimes, "start" | "end" | "codes"> {
  from: number;
  to: number;
}

/** Before the hour at which something ends. */
const UNTIL = /(?<!\p{L})(?:till?|until|bis|تا)\s(?:ساعت\s)?$/u;
/** What an hour behind "until" may be of, other than the event. */
const UNTIL_OF_OTHER =
  /ورود|ثبت ?نام|فروش|مهلت|پذیرش|early ?bird|doors?(?!\p{L})|entry|regist|tickets?(?!\p{L})|rsvp|sale/u;
/** Maximum number of hours of a list. */
const LISTED = 80;

/**
 * All hours of a folded text that lists several, and the text without them, at the same positions.
 * Doors are no showing.
 */
export function clockRuns(folded: string): { runs: ClockRun[]; rest: string } {
  const { items, spoken } = clockItems(folded, false, LISTED);
  let rest = spoken;
  for (const { from, to } of items)
    rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
  const runs: ClockRun[] = [];
  const isDoors = isDoorsList(items, spoken);
  for (let place = isDoors ? showOf(items, spoken) : 0; place < items.length; place += 1) {
    const first = items[place];
    const next = items[place + 1];
    if (!first) break;
    const isRange = next !== undefined && RANGE.test(spoken.slice(first.to, next.from));
    const start = isRange ? withSharedHalf(first, next) : first;
    const end = isRange ? endOf(start, next) : null;
    const to = (isRange ? next : first).to;
    if (isRange) rest = rest.slice(0, first.to) + " ".repeat(to - first.to) + rest.slice(to);
    const isClock = isPossible(start) && (!end || isPossible(end));
    const isUnclear = isHalfUnknown(start) && !(end && end.half === null && end.hour > 12);
    runs.push({
      start: isClock ? written(start) : null,
      end: isClock && end ? written(end) : null,
      codes: isClock ? (isUnclear ? ["am-or-pm"] : []) : ["impossible-time"],
      from: first.from,
      to,
    });
    if (isRange) place += 1;
    else {
      // "Dinner 7:30pm, dancing till 1am".
      const [end, until] = [items[place + 1], runs.at(-1)];
      if (
        end &&
        until &&
        isPossible(end) &&
        UNTIL.test(lastWords(spoken.slice(0, end.from))) &&
        !UNTIL_OF_OTHER.test(spoken.slice(first.to, end.from))
      ) {
        until.end = written(endOf(start, end));
        until.to = end.to;
        place += 1;
      }
    }
    if (isDoors) break;
  }
  return { runs, rest };
}

/** Index of the start: the show, if both doors and show are given. */
function showOf(items: readonly ClockItem[], text: string): number {
  if (items.length < 2) return 0;
  const show = items.findIndex(({ from }) => SHOW_BEFORE.test(lastWords(text.slice(0, from))));
  if (show >= 0) return show;
  const after = items.findIndex(({ to }) => SHOW_AFTER.test(text.slice(to)));
  if (after >= 0) return after;
  const isDoors = ({ from, to }: ClockItem) =>
    DOORS_BEFORE.test(lastWords(text.slice(0, from))) || DOORS_AFTER.test(text.slice(to));
  // "Doors 10pm, dancing till 4am": when it ends is no start.
  const isEnd = ({ from }: ClockItem) => UNTIL.test(lastWords(text.slice(0, from)));
  return Math.max(
    items.findIndex((item) => !isDoors(item) && !isEnd(item)),
    0,
  );
}

const isDoorsList = (items: readonly ClockItem[], text: string): boolean =>
  items.some(
    ({ from, to }) =>
      DOORS_BEFORE.test(lastWords(text.slice(0, from))) || DOORS_AFTER.test(text.slice(to)),
  );

/**
 * "7 to 9 pm": the end's part of the day applies to the start, unless the start would then follow
 * the end.
 */
function withSharedHalf(start: ClockItem, end: ClockItem): ClockItem {
  if (start.half !== null || end.half === null || start.hour > 12) return start;
  const shared = { ...start, half: end.half };
  if (minutesOf(shared) < minutesOf(end) || end.half === "night") return shared;
  return { ...start, half: end.half === "morning" ? "afternoon" : "morning" };
}

/** "7 pm to 9": the first such hour after the start. */
function endOf(start: ClockItem, end: ClockItem): ClockItem {
  // Working hours: "9 to 5".
  const isWorkday =
    end.half === null &&
    start.half === null &&
    !end.isExact &&
    !start.isExact &&
    end.hour < 12 &&
    minutesOf(end) <= minutesOf(start);
  if (isWorkday && start.hour <= 12) return { ...end, half: "afternoon" };
  if (end.half !== null || start.half === null || end.hour > 12 || end.isExact) return end;
  const later = { ...end, half: "afternoon" as const };
  return minutesOf({ ...end, half: "morning" }) > minutesOf(start)
    ? { ...end, half: "morning" }
    : minutesOf(later) > minutesOf(start)
      ? later
      : { ...end, half: "morning" };
}

/** Hour on a 24-hour clock; 24 is the midnight at the end of the day. */
function hourOf({ hour, half }: ClockItem): number {
  if (half === "morning") return hour === 12 ? 0 : hour;
  if (half === "afternoon") return hour < 12 ? hour + 12 : hour;
  if (half === "noon") return hour < 10 ? hour + 12 : hour;
  if (half === "night") return hour === 12 ? 24 : hour >= 5 && hour < 12 ? hour + 12 : hour;
  return hour;
}

const minutesOf = (item: ClockItem): number => hourOf(item) * 60 + item.minute;
const written = (item: ClockItem): string => `${pad(hourOf(item) % 24)}:${pad(item.minute)}`;
const isPossible = (item: ClockItem): boolean =>
  item.minute <= 59 && (hourOf(item) <= 23 || (hourOf(item) === 24 && item.minute === 0));
/** Whether am or pm is unknown, for hours before nine: the evening is likelier. */
const isHalfUnknown = ({ half, hour, isExact }: ClockItem): boolean =>
  half === null && !isExact && hour >= 1 && hour <= 12 && hour !== 12 && hour < 9;

function confidenceOf({ half, isExact, hour }: ClockItem): number {
  if (isExact || half !== null) return 1;
  return hour > 12 ? 0.95 : 0.8;
}

const WEAK_RANGE =
  /(?<![\d.,:/٫٬+–-]|[€$£]\s?)(\d{1,2})(?::(\d\d))?\s?(?:–|-|~|تا|الی|لغایت|to|until)\s?(\d{1,2})(?::(\d\d))?(?![\d:/%]|[.,٫٬]\d|\s?(?:سال|ساله|هزار|میلیون|تومان|تومن|ت(?!\p{L})|ریال|نفر|دقیقه|min|ماه|روز|شب|years?|yrs?|€|\$|£|k(?!\p{L})|toman|eur|aed|dhs|sek))/gu;
const IS_AGES = /(?:سن|ages?|aged|ویژه|kids|years|سال|بزرگسال|کودک)/u;

/** Hours of a bare range; of "2–6" the half of the day is not stated. */
interface WeakHours {
  start: string;
  end: string;
  isUnclear: boolean;
  isReturn: false;
  isOpening: false;
}

/** Bare ranges of hours in a line without dates: "۲۰ تا ۲۲", "10–4". */
export function weakHours(rest: string): { hours: WeakHours; from: number; to: number }[] {
  return [...rest.matchAll(WEAK_RANGE)].flatMap((match) => {
    const [whole, from = "", fromMinute = "00", to = "", toMinute = "00"] = match;
    const before = rest.slice(Math.max(match.index - 14, 0), match.index);
    let [first, last] = [Number(from), Number(to)];
    if (first > 24 || last > 24 || first === last || IS_AGES.test(before)) return [];
    const isTwelve = last < first && first <= 12;
    if (isTwelve) last += 12;
    // "2–6" of a visit is the afternoon.
    const isAfternoon = !isTwelve && first < 7 && last <= 12;
    if (isAfternoon) [first, last] = [first + 12, last + 12];
    return [
      {
        from: match.index,
        to: match.index + whole.length,
        hours: {
          start: `${pad(first % 24)}:${fromMinute}`,
          end: `${pad(last % 24)}:${toMinute}`,
          isUnclear: isAfternoon,
          isReturn: false,
          isOpening: false,
        },
      },
    ];
  });
}
