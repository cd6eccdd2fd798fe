import { addDays, daysBetween, weekdayOf } from "../../../lib/dates/days";
import { KEY_TIME } from "../../../lib/event/schedule";
import { readSchedule } from "../../schedule/schedule-schema";
import { wallTime } from "../../schedule/wall-time";
import type { IssueCode } from "../issue-table";
import {
  type AnnouncedShowing,
  type AnnouncedTimes,
  laterBy,
  listedTimes,
  NO_TIMES_ANNOUNCED,
} from "./listed-times";
import { type Hours, isLong, openingHours } from "./opening-hours";
import { OTHER_WEEK } from "./series-words";
import {
  type NamedHours,
  type NamedWeekdays,
  type ShowingTokens,
  showingTokens,
} from "./showing-tokens";
import { isHalfKnown } from "./stated-clocks";

export interface ShowingContext {
  /** Day of the post in its city. */
  today: string;
  /** Hour of the post there. */
  clock: string;
  country: string;
}

/** Showings of some weekdays beside the usual ones. */
const EXTRA =
  /(?<!\p{L})(?:matin[eé]es?|extra shows?|additional shows?|سانس (?:اضافه|فوق ?العاده)|اجرای (?:اضافه|فوق ?العاده))(?!\p{L})|(?<=(?:days|sat|sun|fri),? )(?:also|too)(?= (?:at )?\d)/u;
const THIS_WEEK = /این هفته|this week/u;

/** Days that a run may have. */
const LONGEST = 400;
/** Days of a fair or festival that are listed one by one. */
const FEW_DAYS = 5;

function daysOfRun(from: string, to: string): string[] {
  const length = Math.min(daysBetween(from, to) + 1, LONGEST);
  return length < 1 ? [] : Array.from({ length }, (_, place) => addDays(from, place));
}

/** Hours behind each place, up to the next; else those of a later place, an earlier one, or before. */
function hoursAt(places: readonly number[], hours: readonly NamedHours[]): Hours[][] {
  const own = places.map((at, place) => {
    const next = places[place + 1] ?? Number.POSITIVE_INFINITY;
    return hours.filter((one) => one.at > at && one.at < next);
  });
  const leading = hours.filter((one) => one.at < (places[0] ?? 0));
  return places.map(
    (_, place) =>
      own.slice(place).find((list) => list.length > 0) ??
      own.slice(0, place).findLast((list) => list.length > 0) ??
      leading,
  );
}

/** Hours of weekdays: by the words that name them, else the same for all. */
function hoursByWeekday(
  groups: readonly NamedWeekdays[],
  hours: readonly NamedHours[],
): ReadonlyMap<number, Hours[]> | null {
  if (groups.length === 0) return null;
  const found = new Map<number, Hours[]>();
  const lists = hoursAt(
    groups.map(({ at }) => at),
    hours,
  );
  groups.forEach(({ days, isRest }, place) => {
    if (!isRest) for (const day of days) found.set(day, lists[place] ?? []);
  });
  groups.forEach(({ isRest }, place) => {
    if (isRest)
      for (const day of [1, 2, 3, 4, 5, 6, 7])
        if (!found.has(day)) found.set(day, lists[place] ?? []);
  });
  return found;
}

/** A day at its hours, or as a whole: hours of its weekday, where some are stated. */
function showingsOn(day: string, hours: readonly Hours[]): AnnouncedShowing[] {
  const own = hours.filter(({ ofWeekdays }) => ofWeekdays?.includes(weekdayOf(day)));
  const usual = hours.filter(({ ofWeekdays }) => !ofWeekdays);
  const here = own.length > 0 ? own : usual;
  return here.length > 0
    ? here.map(({ start, end }) => ({ day, start, end }))
    : [{ day, start: null, end: null }];
}

const isLeftOut = (day: string, { except }: ShowingTokens): boolean =>
  except.weekdays.includes(weekdayOf(day)) ||
  except.days.includes(day) ||
  except.numbers.includes(Number(day.slice(8)));

function ofRun(
  from: string,
  to: string,
  tokens: ShowingTokens,
  groups: readonly NamedWeekdays[],
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const byWeekday = hoursByWeekday(groups, tokens.hours);
  // "Daily at 18, Fridays at 16 and 19": hours before the weekdays are those of the others.
  const first = Math.min(...groups.map(({ at }) => at));
  const others = tokens.hours.filter(({ at }) => at < first);
  // "10–13 December, 8pm. Matinee Sat & Sun 3pm".
  const isExtra =
    others.length > 0 &&
    EXTRA.test(tokens.folded) &&
    !/(?<!\p{L})only(?!\p{L})|فقط/u.test(tokens.folded);
  const isAnyDay = (tokens.isDaily || isExtra) && (others.length > 0 || !byWeekday);
  const usual = byWeekday ? (isAnyDay ? others : null) : tokens.hours;
  const hoursOf = (day: string): Hours[] => {
    if (isLeftOut(day, tokens)) return [];
    const own = byWeekday?.get(weekdayOf(day));
    return isExtra && own ? [...others, ...own] : (own ?? usual ?? []);
  };
  const days = daysOfRun(from, to);
  const open = days.filter(
    (day) => !isLeftOut(day, tokens) && (usual !== null || byWeekday?.has(weekdayOf(day))),
  );
  if (tokens.hours.length === 0)
    return groups.length > 0 || open.length < days.length
      ? listedTimes(
          open.map((day) => ({ day, start: null, end: null })),
          null,
          findings,
        )
      : {
          ...NO_TIMES_ANNOUNCED,
          showings: [{ day: from, start: null, end: null }],
          lastDay: to,
          allDay: true,
          findings: [...findings],
        };
  const isOpen =
    tokens.hours.some(isLong) || (tokens.isVisit && tokens.hours.every(({ end }) => end !== null));
  if (isOpen && days.length > (tokens.isVisit ? 2 : FEW_DAYS)) {
    const visit = openingHours(days, hoursOf, tokens, findings);
    if (visit) return visit;
  }
  return listedTimes(
    open.flatMap((day) => hoursOf(day).map(({ start, end }) => ({ day, start, end }))),
    tokens.length,
    findings,
  );
}

/** A weekly rule from a day on, without an end. */
function openRule(
  from: string,
  groups: readonly NamedWeekdays[],
  tokens: ShowingTokens,
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const byWeekday = hoursByWeekday(groups, tokens.hours);
  const weekdays = byWeekday ? [...byWeekday.keys()].sort((a, b) => a - b) : [1, 2, 3, 4, 5, 6, 7];
  const open = weekdays.filter((day) => !tokens.except.weekdays.includes(day));
  const first = daysOfRun(from, addDays(from, 6)).find((day) => open.includes(weekdayOf(day)));
  if (!first) return { ...NO_TIMES_ANNOUNCED, findings: [...findings, "relative-date"] };
  const hours = byWeekday?.get(weekdayOf(first)) ?? tokens.hours;
  const [run] = hours;
  const end = run?.end ?? (run && tokens.length ? laterBy(run.start, tokens.length) : null);
  const read = readSchedule({
    kind: "rule",
    allDay: run === undefined,
    rules: [
      {
        frequency: "weekly",
        calendar: "gregorian",
        weekStart: 1,
        interval: 1,
        weekdays: open,
        monthWeekdays: [],
        monthDays: [],
        start: wallTime(first, run?.start ?? KEY_TIME),
        end: run
          ? end && wallTime(end > run.start ? first : addDays(first, 1), end)
          : wallTime(addDays(first, 1), KEY_TIME),
        ends: null,
      },
    ],
  });
  return {
    ...NO_TIMES_ANNOUNCED,
    showings: [{ day: first, start: run?.start ?? null, end }],
    allDay: run === undefined,
    schedule: "schedule" in read ? read.schedule : null,
    findings: [...findings, "recurring"],
  };
}

/**
 * Reads the dates of an announcement: days in either calendar, in lists and runs, hours by day or by
 * weekday, what is left out, rules, and days counted from the post. A date without a year is the
 * next one after the post.
 */
export function readAnnouncedTimes(
  text: string,
  context: ShowingContext,
  read = showingTokens(text, context),
): AnnouncedTimes {
  const tokens = read.isVisit ? { ...read } : withOpeningNight(read);
  const findings: IssueCode[] = [...tokens.findings];
  if (tokens.hours.some((one) => one.isUnclear && !isHalfKnown(one, tokens)))
    findings.push("am-or-pm");
  // "Friday at midnight" may be the night before or after it.
  if (tokens.hours.some(({ start }) => start === "00:00")) findings.push("dates-differ");
  if (tokens.except.isPartial) findings.push("unread-rule");
  const all = tokens.days.filter(({ day }) => day !== null);
  const main = all.filter(({ role }) => role !== "aside" && role !== "opening");
  const opening = all.find(({ role }) => role === "opening");
  const [end0, ...more] = main;
  // "Opening: 13 Azar … until 24 Azar".
  const isFromOpening = opening?.day && end0?.role === "until" && more.length === 0;
  const stated = main.length > 0 ? main : all.filter(({ role }) => role !== "aside");
  const days = isFromOpening
    ? [opening, { ...end0, endsRun: true }]
    : stated.length > 0
      ? stated
      : all;
  if (isFromOpening && opening?.day && end0?.day)
    return fromOpening(opening.day, end0.day, tokens, findings);
  if (opening && !isFromOpening && main.length > 0)
    tokens.hours = tokens.hours.filter(({ isOpening }) => !isOpening);
  const groups = tokens.weekdays.filter(({ isName }) => !isName);
  if (days.length === 1 && days[0]?.role === "from" && tokens.count === null)
    findings.push("unread-rule");
  const back = tokens.hours.find(({ isReturn }) => isReturn);
  const leaving = tokens.hours.find(({ isReturn }) => !isReturn);
  const [setOut] = days;
  const home = days.at(-1);
  if (back && leaving && setOut?.day && home?.day && days.length <= 2)
    return {
      ...NO_TIMES_ANNOUNCED,
      showings: [
        {
          day: setOut.day,
          start: leaving.start,
          end: back.start > leaving.start || home.day > setOut.day ? back.start : null,
        },
      ],
      lastDay: home.day,
      lastEnd: back.start,
      findings,
    };
  // «تا ۱۴ خرداد تمدید شد … از ۲۶ اردیبهشت»: the end of a run stands before its beginning.
  if (days.length === 2 && days[0]?.role === "until" && days[1]?.role === "from") days.reverse();
  const [begin, finish] = days;
  // «از ۲۰ دی … تا ۲ بهمن» in two lines.
  if (days.length === 2 && begin?.role !== "until" && finish?.role === "until")
    days.splice(1, 1, { ...finish, endsRun: true });
  const runEnd = days.findIndex(({ endsRun }) => endsRun);
  const [start, end] = runEnd > 0 ? [days[runEnd - 1], days[runEnd]] : [undefined, undefined];
  // "2-day trip, leaving on Wednesday 22 at 10 pm, until Friday 24": one stay.
  const isLeaving = tokens.hours.length === 1 && LEAVES.test(tokens.folded);
  // "2-day workshop, 9 to 13": hours of each day.
  const isEach = tokens.hours.some(({ end }) => end !== null);
  const stay = tokens.isStay && !isEach && days.length === 2 && (!start || isLeaving);
  if (stay && days[0]?.day && days[1]?.day)
    return {
      ...NO_TIMES_ANNOUNCED,
      showings: [{ day: days[0].day, start: tokens.hours[0]?.start ?? null, end: null }],
      lastDay: days[1].day,
      allDay: tokens.hours.length === 0,
      findings,
    };
  if (start?.day && end?.day) {
    if (end.day < start.day)
      return { ...NO_TIMES_ANNOUNCED, findings: [...findings, "end-before-start"] };
    const run = ofRun(start.day, end.day, tokens, groups, findings);
    const others = days.filter((one) => one !== start && one !== end);
    return others.length > 0 ? { ...run, findings: [...run.findings, "several-dates"] } : run;
  }
  const [only] = days;
  const repeats = groups.some(({ isPlural }) => isPlural) || tokens.isEvery || tokens.isDaily;
  if (days.length === 1 && only?.day) {
    // «تا ۲ دی تمدید شد، هر روز ۱۶ تا ۲۰»: it is on already.
    if (only.role === "until" && tokens.hours.length > 0 && only.day >= context.today)
      return ofRun(context.today, only.day, tokens, groups, [...findings, "end-only"]);
    if (only.role === "until")
      return {
        ...NO_TIMES_ANNOUNCED,
        lastDay: only.day,
        lastEnd: tokens.hours.at(-1)?.end ?? null,
        findings: [...findings, "end-only"],
      };
    if (repeats && (only.role === "from" || tokens.count !== null) && groups.length > 0)
      return ofCount(only.day, tokens, groups, findings);
  }
  if (days.length > 0) {
    const named = withoutRepeats(days, tokens.hours);
    const lists = hoursAt(
      named.map(({ at }) => at),
      tokens.hours,
    );
    const moved = days.filter(({ day }) => !tokens.except.days.includes(day ?? ""));
    return listedTimes(
      named.flatMap(({ day }, place) => {
        if (!day || !moved.some((one) => one.day === day)) return [];
        return showingsOn(day, lists[place] ?? []);
      }),
      tokens.length,
      findings,
    );
  }
  // A weekday beside a day that no month has is no rule.
  if (findings.includes("impossible-date")) return { ...NO_TIMES_ANNOUNCED, findings };
  return withoutDays(tokens, groups, repeats, context, findings);
}

/** Words of a trip that sets out. */
const LEAVES = /(?<!\p{L})(?:حرکت|پرواز|departs?|departure|leav(?:es|ing))(?!\p{L})/u;

/** Hours that are those of all showings but the one before. */
const OF_OTHERS = /(?<!\p{L})(?:all|every) others?(?!\p{L})|(?<!\p{L})other shows?(?!\p{L})/u;

/** The opening night of a play is a showing; which of several hours are its own is asked. */
function withOpeningNight(tokens: Readonly<ShowingTokens>): ShowingTokens {
  if (!/(?<!\p{L})opening night(?!\p{L})/u.test(tokens.folded)) return { ...tokens };
  if (tokens.hours.some(({ isOpening }) => !isOpening) && !OF_OTHERS.test(tokens.folded))
    return { ...tokens, findings: [...tokens.findings, "several-dates"] };
  return {
    ...tokens,
    days: tokens.days.map((day) => (day.role === "opening" ? { ...day, role: "listed" } : day)),
    hours: tokens.hours.map((hours) => ({ ...hours, isOpening: false })),
  };
}

/** An exhibition from its opening to its last day: the opening has hours of its own. */
function fromOpening(
  from: string,
  to: string,
  tokens: ShowingTokens,
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const [first, ...others] = tokens.hours;
  const groups = tokens.weekdays.filter(({ isName }) => !isName);
  const usual = others.length > 0 ? others : tokens.hours;
  const run = ofRun(from, to, { ...tokens, hours: usual, isVisit: true }, groups, findings);
  return first
    ? { ...run, allDay: false, showings: [{ day: from, start: first.start, end: first.end }] }
    : run;
}

/** Days that are named twice, once with hours of their own: only that counts. */
function withoutRepeats(
  days: ShowingTokens["days"],
  hours: readonly NamedHours[],
): ShowingTokens["days"] {
  const hasOwn = (place: number) => {
    const [at, next] = [days[place]?.at ?? 0, days[place + 1]?.at ?? Number.POSITIVE_INFINITY];
    return hours.some((one) => one.at > at && one.at < next);
  };
  return days.filter(
    ({ day }, place) =>
      hasOwn(place) ||
      !days.some((other, at) => at !== place && other.day === day && (hasOwn(at) || at < place)),
  );
}

/** A weekly series from a day: its dates where their number is stated. */
function ofCount(
  from: string,
  tokens: ShowingTokens,
  groups: readonly NamedWeekdays[],
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const { count } = tokens;
  if (!count) return openRule(from, groups, tokens, findings);
  const byWeekday = hoursByWeekday(groups, tokens.hours);
  const most = count.isWeeks ? count.number * 7 : LONGEST;
  const showings = daysOfRun(from, addDays(from, most - 1))
    .filter((day) => !isLeftOut(day, tokens) && byWeekday?.has(weekdayOf(day)))
    .filter(
      (day) => !OTHER_WEEK.test(tokens.folded) || Math.floor(daysBetween(from, day) / 7) % 2 === 0,
    )
    .flatMap((day) => showingsOn(day, byWeekday?.get(weekdayOf(day)) ?? []));
  return listedTimes(
    count.isWeeks ? showings : showings.slice(0, count.number),
    tokens.length,
    findings,
  );
}

function withoutDays(
  tokens: ShowingTokens,
  groups: readonly NamedWeekdays[],
  repeats: boolean,
  { today, clock }: ShowingContext,
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const [month] = tokens.months;
  if (month && (groups.length > 0 || tokens.isDaily)) {
    const from = month.first < today ? addDays(today, 1) : month.first;
    return ofRun(from, month.last, tokens, groups, [
      ...findings,
      // The text does not say whether the date on the day of the post is over.
      ...(month.first < today && groups.some(({ days }) => days.includes(weekdayOf(today)))
        ? (["day-only"] as const)
        : []),
      // «چهارشنبه … دی»: one of them, its number unread, or all.
      ...(repeats || groups.length > 1 || groups.some(({ isPlural }) => isPlural)
        ? []
        : (["unread-rule"] as const)),
    ]);
  }
  if (tokens.relative !== null) {
    const day = tokens.relative;
    return listedTimes(showingsOn(day, tokens.hours), tokens.length, findings);
  }
  const [group] = groups;
  if (!group)
    return { ...NO_TIMES_ANNOUNCED, findings: [...findings, month ? "no-day" : "missing-date"] };
  const isThisWeek = THIS_WEEK.test(tokens.folded);
  // «یکشنبه و دوشنبه این هفته»: a date each.
  if (isThisWeek && groups.length > 1 && !groups.some(({ isPlural }) => isPlural))
    return listedTimes(
      groups.flatMap(({ days }) =>
        days.flatMap((weekday) =>
          showingsOn(addDays(today, (weekday - weekdayOf(today) + 7) % 7), tokens.hours),
        ),
      ),
      tokens.length,
      [...findings, "relative-date"],
    );
  if (repeats || group.days.length > 1) return openRule(today, groups, tokens, findings);
  const isOver = (tokens.hours[0]?.start ?? "24:00") <= clock;
  const [weekday = 1] = group.days;
  const wait = (weekday - weekdayOf(today) + 7) % 7;
  const day = addDays(today, wait === 0 && isOver ? 7 : wait);
  return listedTimes(
    showingsOn(day, tokens.hours),
    tokens.length,
    tokens.hours.length > 0 && groups.length === 1 ? findings : [...findings, "relative-date"],
  );
}
