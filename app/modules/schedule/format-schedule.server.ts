import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { addDays } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import type {
  MonthWeekday,
  RecurrenceRule,
  Schedule,
  ScheduleOfKind,
  WallPeriod,
} from "../../lib/event/schedule";
import { localDigits } from "../../lib/text/digits";
import { usualOccurrences, type WallOccurrence, wallOccurrences } from "./expand-schedule.server";
import {
  allOf,
  clockText,
  dayText,
  formatOpeningHours,
  monthName,
  periodTexts,
  type ScheduleReader,
  todayOf,
  weekdayName,
  weekdaysInOrder,
} from "./format-opening-hours.server";
import { firstKeyFrom } from "./rule-days.server";
import { dayOfWall, timeOfWall, wallDaysBetween, wallDuration } from "./wall-time";

/** Dates that are named one by one, at most. */
const NAMED = 3;

/**
 * A series that starts later than one of its periods from now names its start. Days; daily ones count as
 * weekly.
 */
const PERIOD = { daily: 7, weekly: 7, monthly: 31, yearly: 366 } as const;

const LAST_COMMON_DAY = 28;

const NTH = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", [-1]: "last" } as const;

const nthText = ({ nth, weekday }: MonthWeekday, reader: ScheduleReader): string =>
  translatorFor(reader.locale)(`schedule:nthWeekday.${NTH[nth as keyof typeof NTH]}`, {
    weekday: weekdayName(weekday, reader),
  });

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

function monthDayText(day: number, { locale }: ScheduleReader): string {
  const t = translatorFor(locale);
  if (day === -1) return t("schedule:monthDay.last");
  return t(`schedule:monthDay.${ordinals.select(day) as "one" | "two" | "few" | "other"}`, { day });
}

/** A text within a sentence. */
export const lowerFirst = (text: string, locale: Locale): string =>
  text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1);

/** Days by which a rule's occurrences lie off its original days. */
const shiftOf = ({ start, moved }: RecurrenceRule): number =>
  moved ? wallDaysBetween(start, moved.start) : 0;

/** Month days after a shift, where every month has them; null where the shift has no such form. */
function shiftedMonthDays(
  { monthDays, monthWeekdays }: RecurrenceRule,
  days: number,
): number[] | null {
  const isSayable =
    monthWeekdays.length === 0 &&
    monthDays.every(
      (day) => day > 0 && day + days > 0 && Math.max(day, day + days) <= LAST_COMMON_DAY,
    );
  return isSayable ? monthDays.map((day) => day + days) : null;
}

/** Days of a yearly rule: "1 Farvardin and 15 Mehr", "the last Friday of March". */
function yearlyDays(
  { months, monthDays, monthWeekdays, calendar }: RecurrenceRule,
  reader: ScheduleReader,
): string {
  const t = translatorFor(reader.locale);
  const days = months.flatMap((number) => {
    const month = monthName(number, calendar, reader);
    const numbered = monthDays.map((day) =>
      day === -1
        ? t("schedule:ofMonth.lastDay", { month })
        : t("schedule:ofMonth.day", { day: localDigits(String(day), reader.locale), month }),
    );
    return [
      ...numbered,
      ...monthWeekdays.map((nth) =>
        t("schedule:ofMonth.weekday", { weekday: nthText(nth, reader), month }),
      ),
    ];
  });
  return allOf(days, reader.locale);
}

/** The days of a rule: "Every Tuesday", "On the last Friday of every month". */
function patternText(rule: RecurrenceRule, reader: ScheduleReader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const { frequency, interval: count, weekdays, monthDays, monthWeekdays } = rule;
  const shift = shiftOf(rule);
  const say = (
    key: "daily" | "weekly" | "monthDays" | "monthWeekdays" | "yearly",
    values: Record<string, string> = {},
  ) =>
    count === 1
      ? t(`schedule:every.${key}`, values)
      : t(`schedule:everyFew.${key}`, { ...values, count });
  if (frequency === "daily") return say("daily");
  if (frequency === "weekly") {
    const shown = new Set(weekdays.map((weekday) => ((((weekday - 1 + shift) % 7) + 7) % 7) + 1));
    const names = weekdaysInOrder(locale).flatMap((weekday) =>
      shown.has(weekday) ? weekdayName(weekday, reader) : [],
    );
    return names.length === 7 && count === 1
      ? say("daily")
      : say("weekly", { days: allOf(names, locale) });
  }
  const days = shift === 0 ? monthDays : shiftedMonthDays(rule, shift);
  const said = { ...rule, monthDays: days ?? monthDays };
  // Last days come last, though they are written as -1.
  const ordered = [...said.monthDays].sort((a, b) => (a < 0 ? 99 : a) - (b < 0 ? 99 : b));
  const calendar = rule.calendar === reader.calendar ? "own" : rule.calendar;
  const values = {
    month: t(`schedule:month.${calendar}`),
    months: t(`schedule:months.${calendar}`),
    days: allOf(
      monthWeekdays.length > 0
        ? monthWeekdays.map((nth) => nthText(nth, reader))
        : ordered.map((day) => monthDayText(day, reader)),
      locale,
    ),
  };
  const when =
    frequency === "yearly"
      ? say("yearly", { days: yearlyDays({ ...said, monthDays: ordered }, reader) })
      : say(monthWeekdays.length > 0 ? "monthWeekdays" : "monthDays", values);
  if (days || shift === 0) return when;
  return shift > 0
    ? t("schedule:later", { when, count: shift })
    : t("schedule:earlier", { when, count: -shift });
}

/** The days of the rules that are not over: "Every Tuesday", and whether all are at one hour. */
export function rulePattern(
  { rules, allDay }: Pick<ScheduleOfKind<"rule">, "rules" | "allDay">,
  reader: ScheduleReader,
): { days: string; isOneTime: boolean } {
  const today = todayOf(reader);
  const current = rules.filter((rule) => !isOver(rule, today));
  const shown = current.length > 0 ? current : rules.slice(-1);
  const [first = "", ...others] = new Set(shown.map((rule) => patternText(rule, reader)));
  const days = allOf(
    [first, ...others.map((text) => lowerFirst(text, reader.locale))],
    reader.locale,
  );
  const times = new Set(shown.map((rule) => timeOfWall((rule.moved ?? rule).start)));
  return { days, isOneTime: !allDay && times.size === 1 };
}

/** A text with the hours of a period; long ones say how many days. */
function withHours(
  when: string,
  { start, end }: WallPeriod,
  allDay: boolean,
  { locale }: ScheduleReader,
): { text: string; hasEnd: boolean } {
  const t = translatorFor(locale);
  const days = end === null ? 0 : wallDuration(start, end) / DAY;
  const at = allDay ? when : t("schedule:at", { when, time: clockText(timeOfWall(start), locale) });
  if (days > 1)
    return { text: t("schedule:lasting", { when: at, count: Math.ceil(days) }), hasEnd: true };
  if (allDay || end === null) return { text: at, hasEnd: false };
  return {
    text: t("schedule:hours", {
      when,
      from: clockText(timeOfWall(start), locale),
      to: clockText(timeOfWall(end), locale),
    }),
    hasEnd: true,
  };
}

/** A rule with its hours, beginning and end. */
function ruleText(rule: RecurrenceRule, allDay: boolean, reader: ScheduleReader): string {
  const t = translatorFor(reader.locale);
  const { text: when, hasEnd } = withHours(
    patternText(rule, reader),
    rule.moved ?? rule,
    allDay,
    reader,
  );
  const shift = shiftOf(rule);
  const key = firstKeyFrom(rule, rule.start);
  const first = key && addDays(dayOfWall(key), shift);
  const from =
    first && first > addDays(todayOf(reader), PERIOD[rule.frequency] * rule.interval)
      ? first
      : null;
  const until = rule.ends && "until" in rule.ends ? addDays(rule.ends.until, shift) : null;
  if (from && until) return t("schedule:fromUntil", { when, ...periodTexts(from, until, reader) });
  if (until)
    return t(hasEnd ? "schedule:hoursUntil" : "schedule:until", {
      when,
      day: dayText(until, reader),
    });
  const text = from ? t("schedule:from", { when, day: dayText(from, reader) }) : when;
  return rule.ends && "count" in rule.ends
    ? t("schedule:times", { when: text, count: rule.ends.count })
    : text;
}

const isOver = ({ ends }: RecurrenceRule, today: string): boolean =>
  ends !== null && "until" in ends && ends.until < today;

/** Several rules: those that follow on each other by "then", others by "and". */
function rulesText({ rules, allDay }: ScheduleOfKind<"rule">, reader: ScheduleReader): string {
  const { locale } = reader;
  const current = rules.filter((rule) => !isOver(rule, todayOf(reader)));
  const [first, ...others] = (current.length > 0 ? current : rules.slice(-1)).map((rule) => ({
    rule,
    text: ruleText(rule, allDay, reader),
  }));
  if (!first) return "";
  let previous = first.rule;
  return others.reduce((when, { rule, text }) => {
    const isNext = isOver(previous, dayOfWall(rule.start));
    previous = rule;
    const next = lowerFirst(text, locale);
    const t = translatorFor(locale);
    return isNext
      ? t("schedule:then", { when, next })
      : t("schedule:and", { all: when, last: next });
  }, first.text);
}

/** Exceptions to the rules, from today on: "not on 8 December", "also on 10 December at 10:00". */
function withChanges(
  text: string,
  schedule: ScheduleOfKind<"rule">,
  reader: ScheduleReader,
): string {
  const t = translatorFor(reader.locale);
  const today = todayOf(reader);
  const listed = (days: readonly string[]) =>
    allOf(
      [...new Set(days)].map((day) => dayText(day, reader)),
      reader.locale,
    );
  const dropped = schedule.dropped.map(dayOfWall).filter((day) => day >= today);
  const keys = schedule.dates.map(({ originalStart }) => dayOfWall(originalStart)).sort();
  const usual = usualOccurrences(schedule, { from: keys[0] ?? today, to: keys.at(-1) ?? today });
  const added = schedule.dates
    .filter(({ originalStart, start }) => start !== null && !usual.has(originalStart))
    .map(({ start, originalStart }) => dayOfWall(start ?? originalStart))
    .filter((day) => day >= today);
  const without =
    dropped.length === 0
      ? text
      : dropped.length > NAMED
        ? t("schedule:exceptMany", { when: text, count: dropped.length })
        : t("schedule:except", { when: text, days: listed(dropped) });
  if (added.length === 0) return without;
  return added.length > NAMED
    ? t("schedule:alsoMany", { when: without, count: added.length })
    : t("schedule:also", { when: without, days: listed(added) });
}

/** Dates in words: each, with its hours, of a few; else their number and days. */
function datesText(
  dates: readonly WallOccurrence[],
  allDay: boolean,
  reader: ScheduleReader,
): string {
  const t = translatorFor(reader.locale);
  const days = [...new Set(dates.map(({ start }) => dayOfWall(start)))];
  const [from = "", to = from] = [days[0], days.at(-1)];
  if (dates.length > NAMED && days.length > 1)
    return t("schedule:dates", { count: dates.length, ...periodTexts(from, to, reader) });
  const texts = days.map((day) => {
    const ofDay = dates.filter(({ start }) => dayOfWall(start) === day);
    const when = dayText(day, reader, { weekday: true });
    const [only, ...others] = ofDay;
    if (only && others.length === 0) return withHours(when, only, allDay, reader).text;
    const times = ofDay.map(({ start }) => clockText(timeOfWall(start), reader.locale));
    return t("schedule:at", { when, time: allOf(times, reader.locale) });
  });
  return allOf(texts, reader.locale);
}

function withStatuses(
  text: string,
  dates: readonly WallOccurrence[],
  { locale }: ScheduleReader,
): string {
  const t = translatorFor(locale);
  const of = (status: string) => dates.filter((date) => date.status === status).length;
  const soldOut = of("sold-out");
  const cancelled = of("cancelled");
  const first = soldOut > 0 ? t("schedule:soldOut", { when: text, count: soldOut }) : text;
  return cancelled > 0 ? t("schedule:cancelled", { when: first, count: cancelled }) : first;
}

/**
 * A schedule in one sentence without a full stop, in the reader's language and calendar: "Every
 * Tuesday at 18:00 until 2 Dey", «هر سه‌شنبه ساعت ۱۸ تا ۲ دی». Days of monthly and yearly rules
 * stay in the calendar that they are counted in.
 */
export function formatSchedule(schedule: Schedule, reader: ScheduleReader): string {
  if (schedule.kind === "openingHours") return formatOpeningHours(schedule, reader);
  if (schedule.kind === "rule") return withChanges(rulesText(schedule, reader), schedule, reader);
  const dates = wallOccurrences(schedule, { from: todayOf(reader), to: todayOf(reader) });
  const text = datesText(dates, schedule.allDay, reader);
  return schedule.kind === "single" ? text : withStatuses(text, dates, reader);
}
