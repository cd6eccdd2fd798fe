import { GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS, monthPattern } from "./calendar-words";
import { AFTERNOON, HOUR_WORDS, MORNING, NIGHT, NOON } from "./clock-words";

export type Half = "morning" | "afternoon" | "night" | "noon";

/** An hour in a text and its position. */
export interface ClockItem {
  hour: number;
  minute: number;
  half: Half | null;
  /** Written on a 24-hour clock: 07:30, 19:30. */
  isExact: boolean;
  from: number;
  to: number;
}

/** Maximum number of hours read per text. */
const ITEMS_MAX = 12;

const HALF = `(?<morning>${MORNING})|(?<afternoon>${AFTERNOON})|(?<night>${NIGHT})|(?<noon>${NOON})`;
const HALF_AFTER = new RegExp(`^\\s?(?:(?:${HALF})(?![\\p{L}]))`, "u");
const HALF_BEFORE = new RegExp(
  `(?<![\\p{L}])(?:${HALF})\\s?[,،]?\\s?(?:ساعت|at|از|از ساعت)?\\s?$`,
  "u",
);
const NUMBER =
  /(?<![\d/])(?<hour>\d{1,2})(?!\d)(?:\s?(?:[:٫]|[.h](?=\d\d(?!\d)))\s?(?<minute>\d{1,2})(?::\d{2}(?:\.\d+)?)?(?!\d| ?[€$£]))?(?<unit>\s?(?:hrs?|h|uhr|o'?clock)(?![\p{L}\d]))?/gu;
const COMPACT = /^(?<hour>[01]\d|2[0-4])(?<minute>[0-5]\d)\s?(?:hrs?|h|hours?)?$/u;
const HALF_PAST = /^\s?و\s?(?:(?<half>نیم)|(?<quarter>ربع)|(?<minutes>\d{1,2})\s?دقیقه)(?!\p{L})/u;
const SAYS_HOUR = /(?:ساعت|(?<![\p{L}])(?:at|from|@|kl\.?|um|از ساعت|تا ساعت))\s?$/u;
const LINKS = /^\s*(?:–|-|~|to|until|till|til|bis|تا|الی|لغایت)\s*(?:ساعت\s?)?$/u;
const MONTH_AFTER = new RegExp(
  `^\\s?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS)})(?!\\p{L})`,
  "u",
);
const IS_DAY_OF_MONTH = /^(?:(?:st|nd|rd|th|ام|م)(?!\p{L})|[-–/.]\d{1,4}[-–/.]\d|[/.]\d)/u;
/** "From 1 to 10 December". */
const FROM = /(?<!\p{L})from\s?$/u;
const DAYS_AFTER = new RegExp(
  `^\\s?(?:–|-|to|until|till|through)\\s?\\d{1,2}(?:st|nd|rd|th)?\\s?(?:of )?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS)})(?!\\p{L})`,
  "u",
);
const IS_LENGTH = /^\s?(?:min|mins|minutes?|hours?|ساعت(?!\s?\d)|دقیقه|سانس|نفر|%)/u;

const HOUR_PATTERNS = HOUR_WORDS.map((words, index) => ({
  hour: index + 1,
  // A number word is an hour after "ساعت", or before a part of the day or "و نیم".
  before: new RegExp(
    `(?<=(?:ساعت|(?<![\\p{L}])(?:at|from|to|تا)) )(?:${words})(?![\\p{L}])(?!-)(?! و \\p{L}+م(?!\\p{L}))`,
    "gu",
  ),
  after: new RegExp(
    `(?<![\\p{L}])(?:${words})(?! nights?(?!\\p{L}))(?= ?(?:و ?(?:نیم|ربع)|${MORNING}|${AFTERNOON}|${NIGHT}|ظهر|o'?clock|thirty|(?:تا|to) \\d{1,2})(?![\\p{L}]))`,
    "gu",
  ),
})).reverse();
const NAMED = [
  {
    pattern: /(?<![\p{L}])(?:12 )?(?:noon|midday)(?![\p{L}])|(?<!\d ?|\p{L})ظهر(?![\p{L}])/gu,
    clock: "12:00",
  },
  { pattern: /(?<![\p{L}])(?:12 )?midnight(?![\p{L}])/gu, clock: "24:00" },
  { pattern: /(?<!\d ?|\p{L})نیمه ?شب(?![\p{L}])/gu, clock: "24:00" },
] as const;

/**
 * Replaces words for hours by figures: "هفت و نیم عصر" → "7 و نیم عصر", "half past seven" → "7:30",
 * "noon" → "12:00".
 */
function inFigures(text: string): string {
  let spoken = text.replace(/(?<=\d)ish(?!\p{L})/gu, "");
  for (const { hour, before, after } of HOUR_PATTERNS)
    spoken = spoken.replace(before, String(hour)).replace(after, String(hour));
  spoken = spoken
    .replace(/half past (\p{L}+|\d{1,2})/gu, (_, hour: string) => `${numberOf(hour)}:30`)
    .replace(/quarter past (\p{L}+|\d{1,2})/gu, (_, hour: string) => `${numberOf(hour)}:15`)
    .replace(/(?:یک )?ربع (?:مانده )?به (\p{L}+|\d{1,2})/gu, (said, word: string) => {
      const hour = Number(numberOf(word));
      return Number.isNaN(hour) ? said : `${hour === 1 ? 12 : hour - 1}:45`;
    })
    .replace(/(?<![\d:])(\d{1,2}) thirty(?!\p{L})/gu, "$1:30");
  if (
    /\d{1,2}(?::\d\d)?\s?(?:بعد ?از ?|قبل ?از ?|پیش ?از ?)?ظهر|(?:بعد|قبل|پیش) ?از ?ظهر/u.test(
      spoken,
    )
  )
    return midnight(spoken);
  for (const { pattern, clock } of NAMED) spoken = spoken.replace(pattern, clock);
  return spoken;
}

const midnight = (text: string): string =>
  NAMED.slice(1).reduce(
    (spoken, { pattern, clock }) => spoken.replace(pattern, clock),
    text.replace(/(?<![\p{L}])(?:12 )?(?:noon|midday)(?![\p{L}])/gu, "12:00"),
  );

function numberOf(word: string): string {
  const place = HOUR_WORDS.findIndex((words) => words.split("|").includes(word));
  return place < 0 ? word : String(place + 1);
}

const halfOf = (groups: Record<string, string | undefined> | undefined): Half | null =>
  (["morning", "afternoon", "night", "noon"] as const).find(
    (name) => groups?.[name] !== undefined,
  ) ?? null;

/**
 * All hours of a folded text in order, at most `most`, and the text with figures that their
 * positions refer to.
 */
export function clockItems(
  text: string,
  isAlone: boolean,
  most = ITEMS_MAX,
): { items: ClockItem[]; spoken: string } {
  const compact = isAlone ? COMPACT.exec(text)?.groups : undefined;
  if (compact)
    return {
      items: [
        {
          hour: Number(compact.hour),
          minute: Number(compact.minute),
          half: null,
          isExact: true,
          from: 0,
          to: text.length,
        },
      ],
      spoken: text,
    };
  const spoken = inFigures(text);
  const items: ClockItem[] = [];
  for (const match of spoken.matchAll(NUMBER)) {
    const item = itemOf(match, spoken, isAlone, items.at(-1));
    if (item) items.push(item);
    if (items.length >= most) break;
  }
  return { items, spoken };
}

function itemOf(
  match: RegExpExecArray,
  text: string,
  isAlone: boolean,
  last: ClockItem | undefined,
): ClockItem | null {
  const { hour = "", minute, unit } = match.groups ?? {};
  let to = match.index + match[0].length;
  const rest = text.slice(to);
  const before = text.slice(Math.max(match.index - 30, 0), match.index);
  if (
    IS_DAY_OF_MONTH.test(rest) ||
    (minute === undefined && (MONTH_AFTER.test(rest) || IS_LENGTH.test(rest)))
  )
    return null;
  if (minute === undefined && FROM.test(before) && DAYS_AFTER.test(rest)) return null;
  // 2026-12-05 and 1,500 are not hours.
  if (/\d[-/.,]$/.test(before) && minute === undefined && !(last && last.to >= match.index - 1))
    return null;
  const past = minute === undefined ? HALF_PAST.exec(rest) : null;
  if (past) to += past[0].length;
  const after = HALF_AFTER.exec(text.slice(to));
  if (after) to += after[0].length;
  const half =
    halfOf(after?.groups) ??
    (SAYS_HOUR.test(before) || minute !== undefined
      ? halfOf(HALF_BEFORE.exec(before)?.groups)
      : null);
  const isLinked = last !== undefined && LINKS.test(text.slice(last.to, match.index));
  const isPlain =
    minute !== undefined ||
    unit !== undefined ||
    past !== null ||
    half !== null ||
    SAYS_HOUR.test(before) ||
    isLinked;
  // The first hour of a range needs no mark of its own: "7 to 9 pm".
  const leadsOn =
    /^\s*(?:–|-|~|to|until|till|bis|تا|الی|لغایت)\s*(?:\d{1,2}:\d\d|\d{1,2}\s?(?:[ap]\.?m|صبح|عصر|شب|ظهر|بعد|uhr|h(?!\p{L})))/u.test(
      rest,
    ) &&
    (!/\p{L}\s?$/u.test(before) ||
      /(?:\d (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|ها|شنبه|جمعه|(?<!\p{L})از|days?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\s?$/u.test(
        before,
      ));
  if (!isAlone && !isPlain && !leadsOn) return null;
  // "5.12." without context is a day.
  const isDotted = minute !== undefined && /^\d{1,2}\s?\./.test(match[0]);
  if (
    !isAlone &&
    isDotted &&
    unit === undefined &&
    half === null &&
    !SAYS_HOUR.test(before) &&
    !isLinked
  )
    return null;
  // «فردا شب ۷»; behind «ساعت» it is an hour: «فردا شب ساعت ۷ و نیم».
  const isSaid = past !== null || SAYS_HOUR.test(before);
  if (!isAlone && minute === undefined && half === "night" && after === null && !isSaid)
    return null;
  return {
    hour: Number(hour),
    minute: past?.groups?.half
      ? 30
      : past?.groups?.quarter
        ? 15
        : Number(past?.groups?.minutes ?? minute ?? 0),
    half,
    isExact:
      (minute !== undefined || unit !== undefined) &&
      half === null &&
      (hour.length === 2 || Number(hour) === 0) &&
      !(minute?.length === 1),
    from: match.index,
    to,
  };
}
