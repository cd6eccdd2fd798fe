import { formsOf } from "./spoken-forms";
import type { Daypart, WhenRange } from "./understood";

/** A meaning of words about time. */
export type TimeMeaning =
  | { range: WhenRange; cue?: boolean }
  /** Days from today. */
  | { day: number }
  /** Days from today, both inclusive. */
  | { days: readonly [number, number] }
  /** `cue`: a common word too, read only beside what makes it a time. */
  | { weekday: number; cue?: boolean; isNight?: boolean }
  /** None: the working days of the area. */
  | { weekdays: readonly number[] }
  /** A whole week, by its distance from the current one in weeks. */
  | { weeksAhead: number }
  /** A part of the month that follows. */
  | { monthPart: string }
  /**
   * `alone`: a filter without a day too. `hours` if the word means other hours than the part of the
   * day.
   */
  | {
      daypart: Daypart;
      alone: boolean;
      hours?: { from: number; before: number };
      cue?: boolean;
    }
  /** `isName`: a common name too (the Dari ones), which is a month beside any filter. */
  | { jalaliMonth: number; alone: boolean; isName?: boolean }
  | { month: number; alone: boolean }
  | { lunarMonth: number; alone: boolean; isName?: boolean }
  | { lunar: { month: number; day: number; days: number }; alone: boolean }
  | { holiday: Holiday; alone: boolean };

export type Holiday =
  | "nowruz"
  | "nowruz-eve"
  | "yalda"
  | "sizdah"
  | "suri"
  | "official"
  | "christmas"
  | "christmas-eve"
  | "valentine"
  | "halloween"
  | "fajr"
  | "new-year"
  /** A day of a month of each year. */
  | `${"solar" | "gregorian"}:${number}:${number}`;

/** «شب» and night after a day begin when people go out. */
export const NIGHT_OUT = { from: 1020, before: 1680 };
/** «عصر» begins before the evening. */
const ASR = { from: 840, before: 1320 };

const split = (names: string) => names.split("|");

/** Words about time with their meanings. Persian ones may be joined or apart. */
export const TIME_WORDS: readonly (readonly [readonly string[], TimeMeaning])[] = [
  [split("today|امروز|همین امروز|todays|2day"), { range: "today" }],
  [
    split(
      "tonight|tonite|2nite|2night|this evening|today evening|today night|tonights|امشب|همین امشب|امشبی|امروز عصر|امروز شب|شب امروز|عصر امروز|امروز غروب",
    ),
    { range: "tonight" },
  ],
  [split("tomorrow|tommorow|tomorow|tommorrow|tmrw|tomorrows|فردا|فرداها"), { range: "tomorrow" }],
  [split("day after tomorrow|the day after tomorrow|overmorrow|پس فردا|پسفردا"), { day: 2 }],
  [
    split(
      "weekend|this weekend|the weekend|at the weekend|on the weekend|weekends|coming weekend|آخر هفته|این آخر هفته|تعطیلات آخر هفته|آخر این هفته|آخر هفته‌ها|ویکند|پنجشنبه جمعه|پنجشنبه و جمعه",
    ),
    { range: "weekend" },
  ],
  [
    split(
      "next weekend|weekend after|آخر هفته آینده|آخر هفته بعد|آخر هفته بعدی|آخر هفته دیگه|آخر هفته دیگر|آخر هفته ی بعد",
    ),
    { range: "next-weekend" },
  ],
  [
    split(
      "this week|in this week|during this week|next few days|these days|coming days|next 7 days|این هفته|همین هفته|این روزها|این چند روز|چند روز آینده|هفت روز آینده|توی هفته|طی هفته",
    ),
    { range: "week" },
  ],
  [
    split(
      "next week|coming week|هفته آینده|هفته بعد|هفته بعدی|هفته دیگه|هفته دیگر|هفته ی بعد|هفته ی آینده",
    ),
    { range: "next-week" },
  ],
  [
    split(
      "week after next|the week after next|week after that|هفته بعد از هفته بعد|هفته بعدِ هفته بعد|دو هفته بعدش|hafte bad az hafte bad",
    ),
    { weeksAhead: 2 },
  ],
  [
    split("this month|in this month|coming weeks|next 30 days|این ماه|همین ماه|این چند هفته"),
    { range: "month" },
  ],
  [
    split(
      "next month|coming month|ماه آینده|ماه بعد|ماه بعدی|ماه دیگه|ماه دیگر|ماه ی بعد|ماهه آینده",
    ),
    { range: "next-month" },
  ],

  [split("monday|mondays|دوشنبه|دوشنبه‌ها"), { weekday: 1 }],
  [split("tuesday|tuesdays|tues|سه شنبه|سه‌شنبه‌ها"), { weekday: 2 }],
  [split("wednesday|wednesdays|چهارشنبه|چهارشنبه‌ها"), { weekday: 3 }],
  [split("thursday|thursdays|thurs|پنجشنبه|پنج شنبه|پنجشنبه‌ها|۵شنبه|5 شنبه"), { weekday: 4 }],
  [split("friday|fridays|جمعه|جمعه‌ها"), { weekday: 5 }],
  [split("saturday|saturdays|شنبه|شنبه‌ها"), { weekday: 6 }],
  [split("sunday|sundays|یکشنبه|یک شنبه|یکشنبه‌ها|۱شنبه|1 شنبه"), { weekday: 7 }],
  // Thursday night, the eve of Friday; «جمعه شب» is Friday night.
  [
    split("شب جمعه|شبای جمعه|شب‌های جمعه|shab jome|shabe jome|shab jomeh|shabe jomeh|шаби ҷумъа"),
    { weekday: 4, isNight: true },
  ],
  [split("۲شنبه|2 شنبه"), { weekday: 1 }],
  [split("۳شنبه|3 شنبه"), { weekday: 2 }],
  [split("۴شنبه|4 شنبه"), { weekday: 3 }],

  [
    split(
      "morning|mornings|in the morning|early morning|before work|at sunrise|at dawn|crack of dawn|early bird|morning person|sunrise person|early riser|کله سحر|قبل از کار|پیش از کار|صبح|صبح زود|صبحانه‌ای|صبح‌ها|سر صبح|اول صبح|صبحگاه|before noon|قبل از ظهر|پیش از ظهر",
    ),
    { daypart: "morning", alone: true },
  ],
  [
    split("noon|midday|at noon|lunchtime|lunch time|ظهر|سر ظهر|وقت ناهار|ظهرها"),
    { daypart: "noon", alone: true },
  ],
  [
    split(
      "afternoon|afternoons|in the afternoon|after noon|بعد از ظهر|بعدازظهر|بعد ظهر|بعد از ظهرها|پس از ظهر",
    ),
    { daypart: "afternoon", alone: true },
  ],
  [
    split("in the evening|in the evenings|evenings|after work|غروب|سر شب|بعد از کار|دم غروب"),
    { daypart: "evening", alone: true },
  ],
  [split("evening|eve"), { daypart: "evening", alone: false }],
  [split("عصر|عصرگاه"), { daypart: "evening", alone: false, hours: ASR }],
  [split("عصرها|عصری"), { daypart: "evening", alone: true, hours: ASR }],
  [
    split("late night|late at night|آخر شب|نیمه شب|نصفه شب|midnight|دیروقت"),
    { daypart: "night", alone: true },
  ],
  [
    split("at night|at nights|شب‌ها|nights out"),
    { daypart: "night", alone: true, hours: NIGHT_OUT },
  ],
  [split("night|شب|شبی"), { daypart: "night", alone: false, hours: NIGHT_OUT }],

  [split("فروردین|farvardin|فروردین ماه"), { jalaliMonth: 1, alone: true }],
  [split("اردیبهشت|ordibehesht|اردیبهشت ماه"), { jalaliMonth: 2, alone: true }],
  [split("خرداد|khordad|خرداد ماه"), { jalaliMonth: 3, alone: true }],
  [split("تیر|tir"), { jalaliMonth: 4, alone: false }],
  [split("تیر ماه|tir mah"), { jalaliMonth: 4, alone: true }],
  [split("مرداد|mordad|مرداد ماه"), { jalaliMonth: 5, alone: true }],
  [split("شهریور|shahrivar|شهریور ماه"), { jalaliMonth: 6, alone: true }],
  [split("مهر|mehr"), { jalaliMonth: 7, alone: false }],
  [split("مهر ماه|mehr mah"), { jalaliMonth: 7, alone: true }],
  [split("آبان|aban|آبان ماه"), { jalaliMonth: 8, alone: true }],
  [split("آذر|azar"), { jalaliMonth: 9, alone: false }],
  [split("آذر ماه|azar mah"), { jalaliMonth: 9, alone: true }],
  [split("دی|dey"), { jalaliMonth: 10, alone: false }],
  [split("دی ماه|dey mah"), { jalaliMonth: 10, alone: true }],
  [split("بهمن|bahman"), { jalaliMonth: 11, alone: false }],
  [split("بهمن ماه|bahman mah"), { jalaliMonth: 11, alone: true }],
  [split("اسفند|esfand|اسفند ماه"), { jalaliMonth: 12, alone: true }],

  [split("january|ژانویه"), { month: 1, alone: true }],
  [split("jan"), { month: 1, alone: false }],
  [split("february|فوریه"), { month: 2, alone: true }],
  [split("feb"), { month: 2, alone: true }],
  [split("march|mar|مارس"), { month: 3, alone: false }],
  [split("april|آوریل"), { month: 4, alone: false }],
  [split("apr"), { month: 4, alone: true }],
  [split("may|مه|می"), { month: 5, alone: false }],
  [split("june|ژوئن|jun"), { month: 6, alone: false }],
  [split("july|ژوئیه|جولای|jul"), { month: 7, alone: false }],
  [split("august|aug|اوت|آگوست"), { month: 8, alone: false }],
  [split("september|سپتامبر"), { month: 9, alone: true }],
  [split("sep|sept"), { month: 9, alone: true }],
  [split("october|اکتبر"), { month: 10, alone: true }],
  [split("oct"), { month: 10, alone: true }],
  [split("november|نوامبر"), { month: 11, alone: true }],
  [split("nov"), { month: 11, alone: true }],
  [split("december|دسامبر"), { month: 12, alone: true }],
  [split("dec"), { month: 12, alone: true }],

  [
    split("nowruz|norooz|noruz|nowrooz|newroz|نوروز|عید نوروز"),
    { holiday: "nowruz", alone: false },
  ],
  [
    split(
      "nowruz holidays|norooz holidays|nowruz holiday|nowruz break|persian new year holidays|تعطیلات نوروز|تعطیلات عید|ایام نوروز|ایام عید|تعطیلات نوروزی",
    ),
    { holiday: "nowruz", alone: true },
  ],
  [
    split(
      "persian new years day|iranian new years day|persian new year day|afghan new years day|kurdish new years day",
    ),
    { holiday: "solar:1:1", alone: true },
  ],
  [split("yalda|shab e yalda|یلدا|شب یلدا|شب چله"), { holiday: "yalda", alone: false }],
  [split("sizdah bedar|سیزده بدر|سیزده به در|13 بدر"), { holiday: "sizdah", alone: false }],
  [split("chaharshanbe suri|chaharshanbe soori|چهارشنبه سوری"), { holiday: "suri", alone: false }],
  [
    split(
      "official holidays|public holidays|public holiday|bank holiday|holidays|روزهای تعطیل|روز تعطیل|تعطیلات رسمی|تعطیلات|تعطیلی",
    ),
    { holiday: "official", alone: true },
  ],
  [split("christmas eve|xmas eve|شب کریسمس"), { holiday: "christmas-eve", alone: true }],
  [split("christmas|xmas|کریسمس"), { holiday: "christmas", alone: false }],
  [
    split(
      "christmas week|xmas week|week of christmas|christmas holidays|xmas holidays|christmas break|هفته کریسمس|تعطیلات کریسمس",
    ),
    { holiday: "christmas", alone: true },
  ],
  [
    split("new years day|new year day|روز اول ژانویه|اولین روز سال میلادی"),
    { holiday: "gregorian:1:1", alone: true },
  ],
  [
    split("new years eve|new year eve|سال نو میلادی|شب سال نو|شب سال نو میلادی|سال نوی میلادی"),
    { holiday: "new-year", alone: true },
  ],
];

/** Holidays that are the theme of events as much as their day. */
const THEMES = new Set(["yalda", "nowruz", "suri", "sizdah", "christmas"]);

/** Letters of short names of weekdays, with their dot. */
const LONGEST_SHORT = 4;

const numbersOf = (text: string) => text.split(/[,:]/).map(Number);

/** The meanings of short and spoken forms about time (`data/abbreviations.tsv`). */
export function* spokenTimes(): Generator<[readonly string[], TimeMeaning, script: string]> {
  const read: Record<string, (meaning: string, cue: boolean) => TimeMeaning> = {
    weekday: (meaning, cue) => ({ weekday: Number(meaning), cue }),
    weekdays: (meaning) => ({ weekdays: meaning === "work" ? [] : numbersOf(meaning) }),
    range: (meaning, cue) => ({ range: meaning as WhenRange, cue }),
    day: (meaning) => ({ day: Number(meaning) }),
    days: (meaning) => {
      const [from = 0, to = from] = numbersOf(meaning);
      return { days: [from, to] };
    },
    daypart: (meaning, cue) => ({
      daypart: meaning as Daypart,
      alone: false,
      cue,
      ...(meaning === "night" ? { hours: NIGHT_OUT } : null),
    }),
    "jalali-month": (meaning, cue) => ({ jalaliMonth: Number(meaning), alone: !cue }),
    "dari-month": (meaning, cue) => ({ jalaliMonth: Number(meaning), alone: !cue, isName: true }),
    month: (meaning, cue) => ({ month: Number(meaning), alone: !cue }),
    "month-part": (meaning) => ({ monthPart: meaning }),
    "lunar-month": (meaning, cue) => ({ lunarMonth: Number(meaning), alone: !cue, isName: cue }),
    "lunar-day": (meaning, cue) => {
      const [month = 1, day = 1, days = 1] = numbersOf(meaning);
      return { lunar: { month, day, days }, alone: !cue };
    },
    holiday: (meaning, cue) => ({
      holiday: meaning as Holiday,
      alone: !cue && !THEMES.has(meaning),
    }),
  };
  for (const [kind, meaningOf] of Object.entries(read))
    for (const { names, script, meaning, isCued } of formsOf(kind)) {
      const isShort = (name: string) =>
        kind === "weekday" && script === "en" && name.length <= LONGEST_SHORT;
      // Three letters are other words too: mon amour.
      yield [names.filter(isShort), meaningOf(meaning, true), script];
      yield [names.filter((name) => !isShort(name)), meaningOf(meaning, isCued), script];
    }
}

/** Words before a month, a holiday or a daypart that make it a time. */
export const TIME_CUES = new Set(split("in|on|during|over|در|برای|توی|تو|ایام|طی|واسه"));
/** Words before a weekday: the coming one. */
export const THIS_CUES = new Set(split("this|coming|این|همین"));
/** Words beside a weekday: the one of the next week. */
export const NEXT_CUES = new Set(split("next|بعد|بعدی|آینده|اینده|دیگه|دیگر"));
export const AFTER_WORDS = new Set(split("after|from|since|بعد|پس|از"));
export const BEFORE_WORDS = new Set(split("before|until|till|by|قبل|پیش|تا"));
