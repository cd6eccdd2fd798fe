import { foldWords } from "../text/fold-words";
import {
  FOREIGN_WEEKDAYS,
  GERMAN_DAYS,
  GERMAN_ROW,
  GREGORIAN_MONTHS,
  JALALI_MONTHS,
  monthPattern,
  monthsNamed,
} from "./calendar-words";
import { withMarkedHours } from "./weekday-groups";

/** Longest line that is read, characters. */
const LINE_MAX = 500;

export const blanks = (words: string): string => " ".repeat(words.length);

/** Persian words in Latin letters: "doshanbe 30 azar saat 9 shab". */
const IN_LATIN: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})sa['’]?ate?(?= ?\d)/gu, "ساعت"],
  [/(?<=\d ?)sobh(?!\p{L})/gu, "صبح"],
  [/(?<=\d ?)(?:asr)(?!\p{L})/gu, "عصر"],
  [/(?<=\d ?)shab(?!\p{L})/gu, "شب"],
  [/(?<=\d ?)zohr(?!\p{L})/gu, "ظهر"],
  [/(?<=\d ?(?:صبح |عصر |ظهر |شب )?)ta(?= (?:ساعت )?\d)/gu, "تا"],
  [/(?<![\d/.:–-]|(?:ساعت|تا|الی) ?)1 ?(?:shanbe|شنبه)(?!\p{L})/gu, "یکشنبه"],
  [/(?<![\d/.:–-]|(?:ساعت|تا|الی) ?)2 ?(?:shanbe|شنبه)(?!\p{L})/gu, "دوشنبه"],
  [/(?<![\d/.:–-]|(?:ساعت|تا|الی) ?)3 ?(?:shanbe|شنبه)(?!\p{L})/gu, "سه شنبه"],
  [/(?<![\d/.:–-]|(?:ساعت|تا|الی) ?)4 ?(?:shanbe|شنبه)(?!\p{L})/gu, "چهارشنبه"],
  [/(?<![\d/.:–-]|(?:ساعت|تا|الی) ?)5 ?(?:shanbe|شنبه)(?!\p{L})/gu, "پنجشنبه"],
  [/(?<!\p{L})yek ?shanbe(?:h|ha)?(?!\p{L})/gu, "یکشنبه"],
  [/(?<!\p{L})do ?shanbe(?:h|ha)?(?!\p{L})(?=,? (?:\d|saat|ساعت))/gu, "دوشنبه"],
  [/(?<!\p{L})se ?shanbe(?:h|ha)?(?!\p{L})/gu, "سه شنبه"],
  [/(?<!\p{L})cha?har ?shanbe(?:h|ha)?(?!\p{L}| su?o?ri)/gu, "چهارشنبه"],
  [/(?<!\p{L})panj ?shanbe(?:h|ha)?(?!\p{L})/gu, "پنجشنبه"],
  [/(?<!\p{L})shanbe(?:h)?(?= \d)/gu, "شنبه"],
  [/(?<!\p{L})jom['’]?eh?(?= \d)/gu, "جمعه"],
  [/(?<=\d )dey(?!\p{L})/gu, "دی"],
];
/** Weekdays of other languages where a day stands beside them; "So" and "Do" are words as well. */
const WEEKDAYS_ELSEWHERE: readonly (readonly [string, string])[] = [
  ["mo(?=[.,]? ?\\d)", "monday"],
  ["di(?=[.,]? ?\\d)", "tuesday"],
  ["mi(?=[.,]? ?\\d)", "wednesday"],
  ["do(?=[.,]? ?\\d)", "thursday"],
  ["fr(?=[.,]? ?\\d)", "friday"],
  ["sa(?=[.,]? ?\\d)", "saturday"],
  ["so(?=[.,]? ?\\d{1,2}\\.)", "sunday"],
];
const inOneLanguage = (row: string): string =>
  row
    .replace(/(?<!\p{L})(?:mo|di|mi|do|fr|sa|so)(?!\p{L})\.?/gu, (day) => {
      const [, name = day] = WEEKDAYS_ELSEWHERE[GERMAN_DAYS.indexOf(day.slice(0, 2))] ?? [];
      return name;
    })
    .replace(/ bis /gu, " – ");
const ELSEWHERE = [...WEEKDAYS_ELSEWHERE, ...FOREIGN_WEEKDAYS].map(
  ([words, name]) => [new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})\\.?`, "gu"), name] as const,
);
const inEnglish = (line: string): string =>
  ELSEWHERE.reduce(
    (text, [pattern, name]) => text.replace(pattern, name),
    line
      .replace(GERMAN_ROW, inOneLanguage)
      .replace(/(?<=\d ?)uur(?!\p{L})/gu, "uhr")
      .replace(/(?<=\d(?: ?uhr)? )(?:tot|til)(?= (?:kl\.? )?\d)/gu, "bis"),
  );
const withPersianLetters = (line: string): string =>
  IN_LATIN.reduce((text, [pattern, word]) => text.replace(pattern, word), line);

/** «پکیج سه شب», "three nights": how many, no hour. */
const NIGHTS =
  /(?<!ساعت |\d|[\p{L}])(?:[2-5]|دو|سه|چهار|پنج) شب(?!\p{L})|(?<=(?<!\p{L})(?:پکیج|فقط|طی|به مدت) )(?:\d|شش|هفت|ده) شب(?!\p{L})/gu;
const END_OF_MONTH = new RegExp(
  `(?<!\\p{L})(?:(?:the )?end of|آخر|پایان|انتهای|اواخر) (${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?: ?ماه)?(?!\\p{L})`,
  "gu",
);

/** When the doors open, beside the hour at which it begins. */
const DOORS_OPEN =
  /(?:درب?(?: ?های)?|درها)(?: سالن)? (?:از |در )?ساعت \d{1,2}(?::\d\d)? باز[^\d\n]{0,16}(?=[^\n]*\d)|(?:insläpp|einlass|zaal open|deuren(?: open)?|dørene(?: åpne[rs])?|portes|doors? open)(?: ab)?:? ?\d{1,2}(?:[:.]\d\d)?(?: uhr)?(?=[^\n]*\d)/gu;
/** When people have to be there, beside the hour at which it begins: «حضور ۷ صبح، شروع ۷:۳۰». */
const PRESENT_AT =
  /(?<!\p{L})(?:حضور|پذیرش|تجمع|تحویل کیت|check-?in|registration|arrivals?)(?: (?:از|در|from|at))?(?: ساعت)? ?:? ?\d{1,2}(?::\d\d)?(?: ?(?:صبح|عصر|شب|ظهر|[ap]\.?m\.?))?(?=[^\n]*(?:شروع|آغاز|start|begin)[^\n]*\d)/gu;
/** "Doors 7 / show 8": an evening's hours without their half of the day. */
const DOORS_AND_SHOW =
  /(?<!\p{L})doors?(?: open)?(?: at)? ?:? ?\d{1,2} ?[/,|·–] ?(?:show|music|start|stage|concert)s?(?: at)? ?:? ?(\d{1,2})(?![\d:.]| ?[ap]\.?m)/gu;
const later = (hour: string): number => (Number(hour) < 12 ? Number(hour) + 12 : Number(hour));
/** "21.30" behind a day: no day of a month is written with such minutes. */
const DOTTED_HOUR =
  /(?<=\d[^€$£\n]{0,40}[,،|–-] ?|(?:\p{L}{3}|th|st|nd|rd),? )([01]?\d|2[0-3])\.(00|15|30|45)(?![\d.,]| ?(?:[€$£]|eur|usd|gbp|aed|cad|sek|kr|tl|میلیون|هزار|تومان|تومن))/gu;
/** "Fri 2/19": a day and month behind a weekday. */
const SLASHED =
  /(?<!\p{L})((?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:\p{L}+ ?)?شنبه|جمعه)[,،]? (\d{1,2})\/(\d{1,2})(?![\d/])/gu;

/** A day and month in the order of a country, as words. */
function slashedDay(a: number, b: number, country: string): string {
  const isMonthFirst = b > 12 || (a <= 12 && ["US", "CA", "IR"].includes(country));
  const [month, day] = isMonthFirst ? [a, b] : [b, a];
  const names = country === "IR" ? JALALI_MONTHS : GREGORIAN_MONTHS;
  return `${day} ${names[month - 1]?.split(" ")[0] ?? ""}`;
}

/** Day, month and year with slashes, where either order is a day. */
const SLASHED_YEAR = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(20[2-9]\d)(?![\d/])/gu;

/** Whether a line has a date whose day and month may be exchanged in a country. */
export const isOrderUnclear = (folded: string, country: string): boolean =>
  ["", "CA", "IR"].includes(country) &&
  [...folded.matchAll(SLASHED_YEAR)].some(
    ([, a, b]) => a !== b && Number(a) <= 12 && Number(b) <= 12,
  );

/** «دو اجرا: ۱۷ و ۲۰»: hours, unless a month follows. */
const TWO_SHOWS = new RegExp(
  `((?:سانس|نوبت|(?:دو|2) (?:اجرا|برنامه|سئانس))(?: ?ها(?:ی)?)? ?:? ?)(\\d{1,2}) و (\\d{1,2})(?!\\d|:| ?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?!\\p{L}))`,
  "gu",
);

/** The last day that each year's month has. */
function monthLength(name: string): number {
  const named = monthsNamed({ gregorian: GREGORIAN_MONTHS, jalali: JALALI_MONTHS })(name);
  if (!named) return 28;
  if (named.calendar === "jalali") return named.month <= 6 ? 31 : named.month < 12 ? 30 : 29;
  return [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][named.month - 1] ?? 28;
}

/** A label before a bare hour: "Time: 8", not «شروع: ۱۷ آذر». */
const CLOCK_LABEL = new RegExp(
  `(?:(?:ساعت|شروع|(?<!run(?:ning)? ?)time|starts?(?: at)?)(?: (?:برگزاری|شروع|اجرا|نمایش|برنامه))? ?: ?|(?:⏰|⏱|⌚|🕐|🕑|🕒|🕓|🕔|🕕|🕖|🕗|🕘|🕙|🕚|🕛|🕜|🕝|🕞|🕟|🕠|🕡|🕢|🕣|🕤|🕥|🕦|🕧)\\uFE0F? ?)(?=\\d{1,2}(?![\\d./])(?! ?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?!\\p{L})))`,
  "gu",
);

/** A line with its hours in the forms that the readers of hours know. */
export function preparedLine(line: string, country: string): string {
  const folded = inEnglish(withPersianLetters(foldWords(line, LINE_MAX)))
    .replace(/سئانس/gu, "سانس")
    .replace(/(سانس )(?=(?:1[3-9]|2[0-3])(?![\d:.]| ?(?:و|تا|ام|[،,] ?\d)))/gu, "$1ساعت ")
    .replace(CLOCK_LABEL, "ساعت ")
    .replace(
      /زمان(?: (?:برگزاری|اجرا|شروع))? ?: ?(?=\d{1,2}(?::\d\d)?\s*(?:$|[|،,](?!\s*\d{1,2}(?![\d:]))|(?:تا|الی|–) ?\d{1,2}(?::\d\d)?\s*$))/gu,
      "ساعت ",
    )
    .replace(/(ساعت ?)(\d{1,2})\/(\d{2})(?!\d|\/)/gu, "$1$2:$3")
    .replace(/(?<=\/ ?)(\d{1,2})(?= به ?وقت \p{L})/gu, "ساعت $1")
    .replace(/هر ?شب|همه ?شب ?ها/gu, (words) => "هر روز".padEnd(words.length))
    .replace(SLASHED, (words, weekday: string, a: string, b: string) =>
      `${weekday} ${slashedDay(Number(a), Number(b), country)}`.padEnd(words.length),
    )
    .replace(SLASHED_YEAR, (words, a: string, b: string, year: string) => {
      const isMonthFirst = Number(b) > 12 || (Number(a) <= 12 && country === "US");
      const [month, day] = isMonthFirst ? [a, b] : [b, a];
      const name = GREGORIAN_MONTHS[Number(month) - 1]?.split(" ")[0];
      return name ? `${day} ${name} ${year}` : words;
    })
    .replace(/ساعت (?:همان|شروع|شروع اجرا|اجرا|برگزاری) (?=\d)/gu, "ساعت ")
    .replace(/(?:همان|همین) ساعت \(?(\d{1,2}(?::\d\d)?)\)?/gu, "ساعت $1 ")
    .replace(PRESENT_AT, blanks)
    .replace(
      /((?:سانس|نوبت) (?:اول|دوم|سوم|یک|دو|سه) ?:? ?)(?:ساعت )?(\d{1,2})(?![\d:])/gu,
      "$1ساعت $2 ،",
    )
    .replace(NIGHTS, blanks)
    .replace(
      /(?<![\d.])(\d{1,2})\.(00|15|30|45)(?= ?(?:–|-|to|till|bis) ?\d{1,2}\.(?:00|15|30|45))/gu,
      "$1:$2",
    )
    .replace(/(?<=\d:\d\d ?(?:–|-|to|till|bis) ?)(\d{1,2})\.(00|15|30|45)(?![\d.])/gu, "$1:$2")
    .replace(
      /\.? (?<!\p{L})curfew(?: at| is)? ?:?(?= ?\d)|^curfew(?: at| is)? ?:?(?= ?\d)/gu,
      ", dancing until ",
    )
    .replace(DOORS_OPEN, blanks)
    .replace(DOORS_AND_SHOW, (_, show: string) => `${later(show)}:00`)
    .replace(/(?<![\d.])(\d{1,2})\.(00|15|30|45)(?=\s?[ap]\.?m)/gu, "$1:$2")
    .replace(DOTTED_HOUR, "$1:$2")
    .replace(END_OF_MONTH, (words, month: string) =>
      `${monthLength(month)} ${month}`.padEnd(words.length),
    )
    // Amounts and lengths of stays are no hours.
    .replace(/(?:\d{1,3}|\p{L}+) و (?:نیم|ربع)(?= ?(?:میلیون|هزار|ساعت))/gu, blanks)
    .replace(/یک شب (?:و|اقامت)/gu, blanks)
    .replace(/\d+[٫.,]\d+(?= ?(?:میلیون|هزار|میلیارد|million|m(?!\p{L})))/gu, blanks)
    .replace(/\d{1,2} ?شب (?:و|اقامت)|شب و \d{1,2} روز|\d{1,2} ?روز و/gu, blanks)
    .replace(/(?<![\d:])(\d{1,2}) (و|and|&) (?=\d{1,2}:\d\d)/gu, "$1:00 $2 ")
    .replace(/(\d{1,2}:\d\d) (و|and|&) (\d{1,2})(?![\d:.]| ?\p{L})/gu, "$1 $2 $3:00")
    .replace(/((?:شنبه|جمعه) ?ها:? ?)(\d{1,2})(?= ?(?:[،,؛;]|$))/gu, "$1ساعت $2")
    .replace(/(ها ?)(\d{1,2}) و (\d{1,2})(?![\d:.]| ?\p{L})/gu, "$1ساعت $2 ، ساعت $3")
    .replace(
      /((?:روزانه|هر ?روز|همه ?روزه|daily)(?: از| from)? )(\d{1,2})(?![\d:./]| ?(?:تا|الی|–|[ap]m)| \p{L}{2,} ?ماه)/gu,
      "$1ساعت $2",
    )
    .replace(/(شروع(?: اجرا| برنامه| نمایش)?) (\d{1,2})(?![\d:./]| ?\p{L})/gu, "$1 ساعت $2")
    .replace(/(شنبه|جمعه) ?ی(?!\p{L})/gu, "$1")
    .replace(
      /(برگشت|بازگشت)(?: ?:)? (?:(?:حدود|حوالی|تقریبا) )?(?:ساعت )?(\d{1,2})(?![\d:])/gu,
      "$1 ساعت $2",
    )
    .replace(TWO_SHOWS, "$1 ساعت $2 ، ساعت $3")
    // "6:30 for 7pm": the second is when it begins.
    .replace(/(\d{1,2}(?::\d\d)?) for (\d{1,2})(?=:|\s?[ap]m)/gu, "doors $1, show $2");
  return withMarkedHours(folded);
}
