import { addDays, weekdayOf } from "../../../lib/dates/days";
import { type AnnouncedTimes, minutesOfDay } from "../fields/listed-times";
import { OTHER_WEEK } from "../fields/series-words";
import type { ShowingTokens } from "../fields/showing-tokens";
import type { IssueCode } from "../issue-table";
import type { AnnouncementContext } from "./read-announcement-text";

/** Minutes between starts of one day; two that are closer are hardly both starts. */
const CROWDED = 75;

/** What is not sure about dates whose words were all used. */
export function timesDoubt(
  times: AnnouncedTimes,
  tokens: ShowingTokens,
  { today, clock }: AnnouncementContext,
): IssueCode | null {
  const { showings, allDay, lastDay } = times;
  const [first] = showings;
  if (!first) return null;
  // Days without an hour, but those of a festival.
  if (allDay && showings.length === 1 && HAS_HOURS.test(tokens.folded)) return "vague-time";
  if (allDay && (showings.length > 1 || (lastDay ?? first.day) === first.day)) return "vague-time";
  if (first.day === today && first.start !== null && first.start <= clock) return "past";
  const isOne =
    showings.length === 1 && times.schedule === null && (lastDay ?? first.day) === first.day;
  const isSeries =
    tokens.isEvery || tokens.weekdays.some(({ isPlural, isName }) => isPlural && !isName);
  if (isOne && ((isSeries && tokens.days.length === 0) || REPEATS.test(tokens.folded)))
    return "unread-rule";
  if (isWeekly(showings) && OTHER_WEEK.test(tokens.folded)) return "unread-rule";
  const nth = NTH.exec(tokens.folded)?.[1] ?? null;
  const isOffRule =
    nth !== null &&
    showings.length > 1 &&
    showings.some(({ day }) => Math.ceil(Number(day.slice(8)) / 7) !== ORDINALS.indexOf(nth) + 1);
  if (isOffRule) return "dates-differ";
  // Long hours on some weekdays, of no exhibition: visits, or dates.
  if (times.schedule?.kind === "openingHours" && !tokens.isVisit && tokens.isEvery)
    return "unread-rule";
  const listed = tokens.days.filter(({ role }) => role === "listed");
  const hasRun = tokens.days.some(({ role, endsRun }) => endsRun || role === "until");
  // "Every Friday" beside single dates: some of them, or all.
  const isByWeekday =
    tokens.weekdays.some(({ isPlural }) => isPlural) &&
    listed.every(({ day }) =>
      tokens.weekdays.some(({ days }) => day !== null && days.includes(weekdayOf(day))),
    );
  if (EVERY_DATE.test(tokens.folded) && listed.length > 1 && !hasRun && !isByWeekday)
    return "unread-rule";
  // The opening of an exhibition may be its first date, or one beside its visits.
  const opening = tokens.days.find(({ role }) => role === "opening");
  const isFirst = opening?.day === first.day && first.start !== null && times.schedule !== null;
  if (hasRun && opening) return isFirst ? "opening-first" : "several-dates";
  const isCrowded = showings.some(({ day, start }, place) => {
    const next = showings[place + 1];
    if (next?.day !== day || start === null || next.start === null) return false;
    return minutesOfDay(next.start) - minutesOfDay(start) < CROWDED;
  });
  const isBounded = showings.every(({ start, end }) => start !== null && end !== null);
  if (
    !isBounded &&
    /(?<!\p{L})(?:غروب|افطار|اذان|sunset|sundown|iftar|after dark)(?!\p{L})/u.test(tokens.folded)
  )
    return "vague-time";
  // "10 to 20 … auction at 18": a part of the day's programme, or a date of its own.
  const isWithin = showings.some(({ day, start, end }) =>
    showings.some(
      (other) =>
        other.day === day &&
        start !== null &&
        end !== null &&
        other.start !== null &&
        other.start > start &&
        other.start < end,
    ),
  );
  if (isCrowded || isWithin || areApart(times, tokens)) return "several-times";
  const { relative } = tokens;
  const isElsewhere =
    relative !== null &&
    tokens.days.length > 0 &&
    !tokens.days.some(({ day }) => day === relative) &&
    !showings.some(({ day }) => day === relative);
  if (isElsewhere) return "dates-differ";
  const weekdays = new Set(showings.map(({ day }) => weekdayOf(day)));
  const isOff = tokens.weekdays.some(
    ({ days, isName }) =>
      !isName && times.schedule === null && !days.some((day) => weekdays.has(day)),
  );
  return isOff ? "weekday-mismatch" : null;
}

/** What begins at an hour on each of its days, other than a festival, a trip or an exhibition. */
const HAS_HOURS =
  /^(?!.*(?:جشنواره|فستیوال|هفته ?ی? فیلم|نمایشگاه|تور(?!\p{L})|festival|exhibition|fair|retreat|camp)).*(?<!\p{L})(?:کنسرت|نمایش|تئاتر(?! شهر)|اجرا|concert|play|theat(?:re|er))(?!\p{L})/su;

/** "Every" of dates, not of those who pay or of dates that are listed: «برای هر نفر», «هر روز ۱۵ تا ۱۸». */
const EVERY_DATE =
  /(?<!\p{L})(?:(?:every|each|weekly|هفتگی)(?!\p{L})(?! ?(?:person|ticket|team|session|day|night|of))|هر (?:هفته|ماه|یک ?شنبه|شنبه|جمعه|بار))/u;
/** Which of its weekdays in a month: "First Saturday of the month: 5 Dec, 9 Jan". */
const NTH =
  /(?<!\p{L})(first|second|third|fourth) (?:mon|tue|wed|thu|fri|sat|sun)\p{L}* (?:of|in) (?:the|each|every) month/u;
const isWeekly = (showings: AnnouncedTimes["showings"]): boolean =>
  showings.some(({ day }, place) => addDays(day, 7) === showings[place + 1]?.day);
const ORDINALS = ["first", "second", "third", "fourth"];
const REPEATS =
  /(?<!\p{L})(?:every (?:second|other|two|week|month|last|first|mon|tue|wed|thu|fri|sat|sun)|هر (?:هفته|ماه|دو هفته|شنبه|یکشنبه|دوشنبه|سه ?شنبه|چهارشنبه|پنج ?شنبه|جمعه)|هفتگی|weekly|monthly|ماهانه)/u;

/** Characters between hours of a list: «۱۸ و ۲۰», "3pm and 8pm". */
const LISTED = 14;

/** Whether two starts of one day stand apart in the text: one may be of something else. */
function areApart({ showings, schedule }: AnnouncedTimes, tokens: ShowingTokens): boolean {
  const isDouble = showings.some(
    ({ day, start }, place) => start !== null && showings[place + 1]?.day === day,
  );
  if (!isDouble || schedule?.kind === "openingHours") return false;
  const days = new Set(showings.map(({ day }) => day));
  if (days.size > 1 || /سانس|نوبت|اجرا|matinee|shows?(?!\p{L})|sessions?/u.test(tokens.folded))
    return false;
  return tokens.hours.some(({ at }, place) => {
    const next = tokens.hours[place + 1];
    return next !== undefined && next.at - at > LISTED;
  });
}
