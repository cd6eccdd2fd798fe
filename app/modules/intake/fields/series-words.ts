import { ordinalPattern, WEEKDAYS } from "./calendar-words";

// Patterns for folded texts (fold-words.ts): no joiners, ASCII digits.

/** Words for a recurrence. */
export const EVERY =
  "every|each|weekly|daily|nightly|monthly|bi-?weekly|fortnightly|هر|هرروز|هرشب|هفتگی|روزانه|شبانه|همه ?روزه|ماهانه|ماهیانه|یک هفته در میان|هفته در میان";
export const DAILY =
  "daily|nightly|(?:every|each) (?:single )?(?:day|night|evening)|هر ?روز|هر ?شب|روزانه|همه ?روزه|شبانه";
export const WEEKLY =
  "weekly|every week|each week|bi-?weekly|fortnightly|هفتگی|هر ?هفته|یک هفته در میان|هفته در میان|هر \\d هفته";
export const MONTHLY = "monthly|(?:every|each) month|ماهانه|ماهیانه|هر ?ماه";
/** Every second week. */
export const EVERY_SECOND =
  "every (?:other|second)|bi-?weekly|fortnightly|every fortnight|یک (?:هفته|روز|ماه)? ?در ?میان|هفته در میان|روز در میان|هر دو هفته(?: یک ?بار)?";
export const EVERY_FEW =
  "(?:every|each|هر) (\\d{1,2})(?:nd|rd|th)? (weeks?|days?|months?|هفته|روز|ماه)(?: یک ?بار)?";
/** Working days and days off, by country. */
export const WORKDAYS = "(?:every )?(?:weekdays?|working days?)|روزهای? (?:کاری|عادی)";
export const WEEKENDS = "(?:every )?weekends?|آخر ?هفته ?ها";

/** Before dates that are left out. */
export const EXCEPT =
  "except(?: for| on)?|excluding|but not(?: on)?|not on|no (?:class|classes|shows?|sessions?|performances?|concerts?)(?: on)?|به ?جز(?: در)?|جز|به ?غیر از|غیر از|بدون";
export const UNTIL =
  "until|till|til|through|thru|to|ending|ends?(?: on)?|up to|and|–|-|تا|الی|لغایت|و";
/** "The end of" before the name of a month. */
export const END_OF = "(?:the )?end of|پایان|آخر|انتهای";
export const FROM =
  "from|starting(?: on| from)?|beginning(?: on)?|starts?(?: on)?|since|as of|از|شروع(?: از)?|آغاز(?: از)?";
/** Hours of visits rather than of performances. */
export const OPEN =
  "open|opens|closed|opening hours|visiting hours|gallery hours|visits?|باز|باز است|بازدید|تعطیل|ساعات? کار|گشایش";
export const CLOSED_BEFORE = "closed(?: on)?";
export const CLOSED_AFTER = "closed|تعطیل(?: است| هستیم)?";

/** Numbers of dates or weeks: "8 sessions", "for six weeks". */
const NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
export const COUNT_WORDS: readonly string[] = NUMBERS.split("|");
const PERSIAN_NUMBERS = "یک|دو|سه|چهار|پنج|شش|هفت|هشت|نه|ده|یازده|دوازده";
export const PERSIAN_COUNT_WORDS: readonly string[] = PERSIAN_NUMBERS.split("|");
export const COUNT = `(?<count>\\d{1,3}|${NUMBERS}|${PERSIAN_NUMBERS})[ -]?(?:(?<weeks>weeks?|هفته)|(?:sessions?|classes|lessons?|meetings?|times|dates|performances|shows|evenings|جلسه|نوبت|بار|اجرا|سانس))`;

const NTH: readonly (readonly [number, string])[] = [
  [1, "first|1st|اولین|نخستین"],
  [2, "second|2nd|دومین"],
  [3, "third|3rd|سومین"],
  [4, "fourth|4th|چهارمین"],
  [5, "fifth|5th|پنجمین"],
  [-1, "last|final|آخرین"],
];
/** "شنبه اول": after the weekday. */
const NTH_AFTER: readonly (readonly [number, string])[] = [
  [1, "اول"],
  [2, "دوم"],
  [3, "سوم"],
  [4, "چهارم"],
  [-1, "آخر"],
];

/** "The last Friday", «آخرین جمعه», «جمعه آخر»: a weekday of a month. */
export const NTH_WEEKDAYS = WEEKDAYS.flatMap((words, index) => [
  ...NTH.map(([nth, which]) => ({
    nth,
    weekday: index + 1,
    pattern: `(?:the )?(?:${which}) (?:${words})`,
  })),
  ...NTH_AFTER.map(([nth, which]) => ({
    nth,
    weekday: index + 1,
    pattern: `(?:${words}) (?:${which})(?= (?:هر|این|از|در|و)|$)`,
  })),
]);

/** "The 5th of every month", «پنجم هر ماه», «روز ۱۵ هر ماه». */
export const MONTH_DAY = `(?:on )?(?:the )?(?:روز )?(?:(?<figure>\\d{1,2})(?:st|nd|rd|th|م|ام)?|(?<ordinal>${ordinalPattern}))(?: day)? (?:of )?(?:every|each|the|هر) ?(?:month|ماه)`;

/** Of two weeks, one: "every other Sunday". */
export const OTHER_WEEK =
  /(?<!\p{L})(?:every (?:other|second|two)(?! hour)|fortnightly|bi-?weekly|alternate|in alternation|(?:یک|1) ?هفته ?در ?میان|(?:هر )?(?:دو|2) هفته (?:یک|1) ?(?:بار|جلسه)|هر دو هفته|alle (?:zwei|2) wochen|varannan|un \p{L}+ sur deux)(?!\p{L})/u;
