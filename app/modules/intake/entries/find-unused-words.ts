import { addDays, daysBetween, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import { foldDigits } from "../../../lib/text/digits";
import type { AnnouncedTimes } from "../fields/listed-times";
import { NUMBER_NAMES, numberNamed } from "../fields/number-words";
import { unusedAge } from "../fields/read-age-limit";
import { isDoubtfulTitle } from "../fields/read-announced-title";
import { OF_ONE_TIER } from "../fields/read-status";
import { type ShowingTokens, showingTokens } from "../fields/showing-tokens";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { BACK, isDoubtfulPlace, lettersOf, tripOf, unusedPlace } from "./doubtful-place";
import type {
  AnnouncedEvent,
  AnnouncedField,
  AnnouncementContext,
  AnnouncementFinding,
} from "./read-announcement-text";
import { strayWords } from "./stray-words";
import { timesDoubt } from "./times-doubt";

/** Longest words of a finding, characters. */
const WORDS_MAX = 120;

/**
 * Words of dates, hours, prices, places, ages and status that stand in the text and not in the
 * result: each is a finding. @param tokens days and hours of the text without the names of the event
 */
export function findUnusedWords(
  lines: readonly string[],
  tokens: ShowingTokens,
  event: AnnouncedEvent,
  context: AnnouncementContext,
): AnnouncementFinding[] {
  const findings: AnnouncementFinding[] = [];
  const add = (field: AnnouncedField, words: string, code: IssueCode = "unused-words") =>
    findings.push({ field, code, words: words.slice(0, WORDS_MAX) });
  for (const words of new Set(unusedTimes(event.times, tokens))) add("starts", words);
  const doubt = timesDoubt(event.times, tokens, context);
  if (doubt) add("starts", event.when, doubt);
  const count = doubt === null ? unfitCount(lines, event.times) : null;
  if (count !== null) add("starts", count, "unread-rule");
  if (endsClosed(event.times)) add("ends", event.when, "dates-differ");
  const lateDay = tokens.days.find(
    ({ role, day }) => role === "until" && day !== null && tokens.except.days.includes(day),
  );
  if (lateDay) add("ends", event.when, "dates-differ");
  for (const line of lines.filter((one) => CORRECTS.test(foldWords(one, 500)))) {
    if (CURRENCY.test(line)) add("price", line);
    if (event.title !== null && line.includes(event.title)) add("title", line);
  }
  const price = unusedPrice(lines, event);
  if (price !== null)
    add("price", price, event.price.min === null ? "unused-words" : "several-prices");
  const status = unusedStatus(lines, event);
  if (status !== null) add("status", status);
  // Which of its dates are on is not said.
  if (status !== null && event.status !== "scheduled") add("starts", event.when, "several-dates");
  // "Tonight is off, come tomorrow or the day after": one of them was read.
  if (tokens.isRelativeToo && doubt === null && tokens.days.length === 0)
    add("starts", event.when, "several-dates");
  const year = unusedYear(lines, event, context);
  if (year !== null) add("starts", year);
  const gift = event.price.free === null ? wordsIn(lines, GIVING) : null;
  if (gift !== null && price === null && event.price.findings.length === 0) add("price", gift);
  const next = tokens.days.length === 0 ? wordsIn(lines, NEXT_WEEK) : null;
  if (next !== null && doubt === null) add("starts", next, "relative-date");
  const changed = wordsIn(lines, CHANGED_HOUR);
  if (changed !== null && doubt === null && !isNewHour(changed, event.times, tokens))
    add("starts", changed, "times-differ");
  // "Artist talk: Saturday 19 December — RSVP at …": of another day than the event's.
  const link = event.links.ticketUrl?.replace(/^https?:\/\/(?:www\.)?/u, "") ?? "\n";
  const sold = lines.find((line) => line.includes(link)) ?? "";
  const days = showingTokens(sold, context).days.filter(({ role }) => role === "listed");
  if (
    days.length > 0 &&
    !days.some(({ day }) => event.times.showings.some((one) => one.day === day))
  )
    add("ticketUrl", sold);
  const { place } = event;
  const { venue } = place;
  const isSaid = event.findings.some(({ code }) => code === "unclear-place");
  const otherPlace = venue === null || isSaid ? null : unusedPlace(lines, event);
  if (otherPlace !== null) add("venue", otherPlace, "unclear-place");
  // Persian in Latin letters: names have no sure spelling.
  if (venue !== null && !isSaid && !ENGLISH.test(venue) && wordsIn(lines, IN_LATIN) !== null)
    add("venue", venue, "unclear-place");
  const trip = tripOf(lines, event, context);
  if (
    venue !== null &&
    !isSaid &&
    (trip !== null || isDoubtfulPlace(venue, nameOf(lines, event)))
  ) {
    const isClear = trip?.isMeeting && !isDoubtfulPlace(venue, nameOf(lines, event));
    add("venue", venue, isClear ? "meeting-place" : "unclear-place");
  }
  // Days in a row of a trip are one stay, or a trip each.
  if (trip && doubt === null && isInARow(event.times)) add("starts", event.when, "several-dates");
  const back = trip && event.times.lastEnd === null ? wordsIn(lines, BACK) : null;
  if (back !== null && !event.times.allDay) add("ends", back);
  if (trip?.cityDoubt) add("city", event.place.city ?? "", trip.cityDoubt);
  const age = event.ageLimit === null ? unusedAge(lines) : null;
  if (age !== null) add("ageLimit", age);
  const length = event.times.lastEnd === null && !event.times.allDay ? unusedLength(lines) : null;
  if (length !== null && event.times.showings.length > 0) add("ends", length);
  const name = unusedName(lines, event);
  if (name !== null) add("title", name);
  if (event.title !== null && isDoubtfulTitle(event.title, context))
    add("title", event.title, "unclear-title");
  for (const { field, code, words } of strayWords(lines, event, context))
    if (!findings.some((one) => one.field === field && one.code === code)) add(field, words, code);
  const isBare =
    venue === null &&
    event.place.attendance === "in-person" &&
    event.price.free === null &&
    event.links.ticketUrl === null &&
    (tokens.hours.length === 0 || lines.length <= 2);
  if (isBare && event.status === "scheduled") add("title", event.title ?? "", "no-announcement");
  return findings;
}

/** Words of a pattern in folded lines; null for none. */
const wordsIn = (lines: readonly string[], pattern: RegExp): string | null =>
  lines.map((line) => pattern.exec(foldWords(line, WORDS_MAX * 4))?.[0]).find(Boolean) ?? null;

/** What people give as they like, where no price was read. */
const GIVING =
  /(?<!\p{L})(?:pay (?:what|as)|donations?|donate|suggested|contribution|spende|همت عالی|دلخواه|کمک ?(?:های )?(?:نقدی|مالی)|به نفع|خیریه|نذر)(?!\p{L})[^.\n]{0,30}/u;
/** A weekday of this week or of the one after. */
const NEXT_WEEK =
  /(?<!\p{L})(?:next (?:mon|tue|wed|thu|fri|sat|sun|week)\p{L}*|(?:شنبه|جمعه|هفته) ?(?:ی )?(?:آینده|بعد(?:ی)?|دیگ(?:ر|ه))(?!\p{L}))/u;
/** An hour in place of another one. */
const CHANGED_HOUR =
  /(?<!\p{L})(?:instead of|not at|rather than|به ?جای|نه) (?:ساعت )?\d{1,2}(?!\d)[^.\n]{0,20}|(?<!(?:arrive|come|be (?:there|here)|join us|opens?|لطفا|حداقل|درها|درب)[^.\n]{0,24})(?:an?|one|\d|half an?|یک|نیم|دو) (?:hours?|ساعت) (?:earlier|later|زودتر|دیرتر)(?! ?(?:در |تشریف|حضور|مراجعه|بیا|باز))/u;

/** Whether all dates begin at the one new hour that the text states beside the old one. */
function isNewHour(words: string, { showings }: AnnouncedTimes, tokens: ShowingTokens): boolean {
  const old = Number(/\d{1,2}/u.exec(words)?.[0] ?? Number.NaN) % 12;
  const starts = new Set(showings.map(({ start }) => start));
  const [start] = starts;
  return (
    CHANGED_TO.test(words) &&
    tokens.hours.length === 1 &&
    starts.size === 1 &&
    start !== null &&
    start !== undefined &&
    Number(start.slice(0, 2)) % 12 !== old
  );
}
const CHANGED_TO = /^(?:به ?جای|نه) /u;

const ENGLISH =
  /(?<!\p{L})(?:theat(?:re|er)|hall|cent(?:re|er)|church|university|library|club|ballroom|park)(?!\p{L})/iu;
const IN_LATIN =
  /(?<!\p{L})(?:saate?|(?:yek|do|se|chahar|panj)?shanbeh?(?! s(?:oo|u)ri)|jome|namayeshe?|konserte?|salone|talare?)(?!\p{L})/u;
/** The title that a place must not repeat; null where the place stands in a line of its own too. */
const nameOf = (lines: readonly string[], { title, place: { venue } }: AnnouncedEvent) =>
  venue !== null && lines.filter((line) => line.includes(venue)).length > 1 ? null : title;

const isInARow = ({ showings: [first, second] }: AnnouncedTimes): boolean =>
  first !== undefined && second !== undefined && addDays(first.day, 1) === second.day;

/** Whether the last day of opening hours is a day on which it is closed. */
const endsClosed = ({ schedule }: AnnouncedTimes): boolean =>
  schedule?.kind === "openingHours" && schedule.hours[weekdayOf(schedule.to) - 1] === null;

/** Days, hours and figures beside them that no date has. */
function unusedTimes(times: AnnouncedTimes, tokens: ShowingTokens): string[] {
  const last = times.lastDay ?? "";
  const days = new Set([...times.showings.map(({ day }) => day), last, ...tokens.except.days]);
  const { schedule } = times;
  const visits = schedule?.kind === "openingHours" ? schedule.hours : [];
  const hours = new Set([
    ...times.showings.flatMap(({ start, end }) => [start, end]),
    ...visits.flatMap((visit) => (visit ? [visit.opens, visit.closes] : [])),
    times.lastEnd,
  ]);
  // The opening beside a run stays in the description.
  const first = times.showings[0]?.day ?? last;
  const isRun = last > first;
  // The last day of a month may be none of the weekdays of the rule: «سه‌شنبه‌ها تا پایان آذر».
  const weekdays = new Set(times.showings.map(({ day }) => weekdayOf(day)));
  const isBound = (day: string) =>
    MONTH_END.test(tokens.folded) &&
    day > last &&
    daysBetween(last, day) < 7 &&
    !weekdays.has(weekdayOf(day));
  // "Every Saturday in March (6, 13, 20, 27)": the dates themselves.
  const numbers = [
    times.showings.map(({ day }) => String(Number(day.slice(8)))),
    times.showings.map(({ day }) => String(jalaliOf(day).day)),
  ];
  const isListed = numbers.some(
    (list) =>
      list.length > 1 && list.join() === tokens.unread.filter((one) => !one.includes(":")).join(),
  );
  const isUsed = ({ day, role }: ShowingTokens["days"][number]) =>
    day === null ||
    isBound(day) ||
    role === "aside" ||
    (isRun && role === "opening" && day >= first) ||
    (role === "until" && tokens.except.weekdays.includes(weekdayOf(day))) ||
    days.has(day) ||
    (role === "from" && day < last);
  return [
    ...tokens.days.filter((day) => !isUsed(day)).map(({ day }) => day ?? ""),
    ...tokens.hours.flatMap(({ start, end, isOpening }) =>
      (isRun && isOpening) || (hours.has(start) && (end === null || hours.has(end)))
        ? []
        : [end === null ? start : `${start}–${end}`],
    ),
    ...(isListed ? [] : tokens.unread),
  ].slice(0, 5);
}

const MONTH_END = /(?<!\p{L})(?:پایان|آخر|انتهای|end of) (?:ماه )?\p{L}{2}/u;
const YEAR =
  /(?<![\d.,:/–-]|\p{L})(?:19\d\d|20\d\d|1[34]\d\d)(?![\d:/–-]|[.,٫٬]\d|\+| ?(?:هزار|تومان|تومن|ریال|نفر|people|€|\$|£|km|کیلومتر|متر))/gu;

/** Years of films and of people, codes and telephone numbers: "(1990)", "Regie: …, Iran 1990, 98 min". */
const NO_DATE =
  /\(\d{4}[,،][^()\d]*\)|\((?:[^()\d]{0,40}[,،] ?|b\. ?|born (?:in )?|متولد (?:سال )?)?\d{4}(?: ?[–-] ?\d{4})?\)|(?<!\p{L})(?:regie|director|directed by|dir|born(?: in)?|b|متولد|کد)(?!\p{L})[^\d\n]{0,40}\d{4}|\d{4}[,،|/ –-]{1,3}\d{2,3} ?(?:min|دقیقه|['′])|(?:\+|(?<!\d)0)\d{1,4}(?:[ -]\d{2,4}){2,}/gu;

/** A year that no date has: "founded in 2015", «از سال ۱۳۹۵». */
function unusedYear(
  lines: readonly string[],
  { times, title }: AnnouncedEvent,
  { today }: AnnouncementContext,
): string | null {
  const days = [today, times.lastDay ?? today, ...times.showings.map(({ day }) => day)];
  const years = new Set(days.flatMap((day) => [day.slice(0, 4), String(jalaliOf(day).year)]));
  for (const line of lines) {
    const spoken = line.replace(QUOTED, " ").replace(title ?? "\n", " ");
    const told = foldWords(spoken, WORDS_MAX * 4).replace(NO_DATE, " ");
    for (const [year] of told.matchAll(YEAR)) if (!years.has(year)) return year;
  }
  return null;
}

const COUNTED = new RegExp(
  `(?<=(?:به مدت|طی) )(\\d{1,2}|${NUMBER_NAMES}) (?:شب|روز)(?!\\p{L})|(?<![\\d.,:/\\p{L}]|ساعت |over |than |بیش از )(\\d{1,2}|${NUMBER_NAMES})[ -]?(?:جلسه|جلسه ?ای|شب اجرا|اجرا|هفته|sessions?|nights?|weeks?|classes|lessons|performances|shows)(?!\\p{L})|(?<=(?:for|£\\d+) all )(${NUMBER_NAMES})(?!\\p{L})`,
  "gu",
);

/** Words of how many times it takes place that the dates do not fit: "6 sessions". */
function unfitCount(
  lines: readonly string[],
  { showings, schedule }: AnnouncedTimes,
): string | null {
  if (showings.length === 0 || schedule?.kind === "openingHours") return null;
  const days = new Set(showings.map(({ day }) => day)).size;
  // «هر شب دو اجرا: ۱۸:۳۰ و ۲۱».
  const onADay = Math.max(
    ...showings.map(({ day }) => showings.filter((other) => other.day === day).length),
  );
  for (const line of lines)
    for (const [words, nights, times = nights, count = times] of foldWords(
      line,
      WORDS_MAX * 4,
    ).matchAll(COUNTED)) {
      const stated = numberNamed(count ?? "");
      if (stated > 1 && stated !== days && stated !== showings.length && stated !== onADay)
        return words;
    }
  return null;
}

const LENGTHS = new RegExp(
  `(?<![\\d.,:/\\p{L}])(?:\\d{1,3} ?(?:دقیقه ?(?:ست|س|ای)?|min(?:s|utes)?|minuten)|(?:\\d|1[0-2]|${NUMBER_NAMES}) ?(?:و نیم ?|and a half )?(?:ساعته?(?! ?\\d)|stunden|hours?|hrs?|h(?! ?\\d)))(?!\\p{L})`,
  "u",
);

/** Words of a length that no field has. */
const unusedLength = (lines: readonly string[]): string | null =>
  lines
    .filter((line) => !/استراحت|interval|قبل|زودتر|پیش از|before|early|ago/iu.test(line))
    .map((line) => LENGTHS.exec(foldWords(line, WORDS_MAX * 4))?.[0])
    .find(Boolean) ?? null;

const CURRENCY =
  /(?<=[\d۰-۹] ?)ت(?!\p{L})|(?<!\d)\d{1,4},-|(?:تومان|تومن|ریال|[€$£]|toman|(?<!\p{L})(?:AED|CAD|EUR|SEK)(?!\p{L}))/iu;

/** A price of some people, which an event has no place for. */
const REDUCED =
  /(?<!\p{L})(?:half[- ]price|discount|concessions?|نیم ?بها|نصف قیمت|تخفیف)(?!\p{L})[^\n]{0,40}/iu;

/** A share of a price that is not stated. */
const HALF = /(?<!\p{L})(?:half[- ]price|نیم[ \u200c]?بها|نصف[ \u200c]قیمت)(?!\p{L})/iu;

/** What takes back words beside it: "?? No", «ریال نه، تومان». */
const CORRECTS = /(?<!\p{L})(?:نه ?[،,]|no ?[,!]|ببخشید|تصحیح|اشتباه)(?!\p{L})|\?\?|؟؟/u;
/** What is added to a price, or what else it is of. */
const ADDED_TO_PRICE =
  /(?<!\p{L})(?:zzgl|excl|plus|(?<!no (?:\p{L}+ )?)fees?|کارمزد|به ?علاوه|(?:live)?stream)(?!\p{L})[^\n]{0,40}/iu;

/** A price that was not read, and what an event's one price leaves out: a higher or a reduced one. */
function unusedPrice(lines: readonly string[], { price }: AnnouncedEvent): string | null {
  // An amount in a line that no price was read from.
  const left = lines.find(
    (line) =>
      CURRENCY.test(line) &&
      /\d/.test(foldDigits(line)) &&
      (price.free || !price.words.includes(line.trim())),
  );
  if (left) return left;
  if (price.min === null)
    return price.free ? null : (lines.map((line) => HALF.exec(line)?.[0]).find(Boolean) ?? null);
  if (price.max !== price.min) return price.words;
  const more = ADDED_TO_PRICE.exec(price.words)?.[0];
  if (more) return more;
  const text = lines.map((line) => line.replace(/\u200c/g, " ")).join("\n");
  return REDUCED.exec(text)?.[0] ?? null;
}

const STATUS_WORDS =
  /(?<!\p{L})(?:لغو|کنسل|تعویق|تکمیل ظرفیت|تکمیل شد|پر شد|تمام شد|cancell?ed|postponed|rescheduled|sold[ -]?out|fully booked|called off|not happening|(?:برگزار|(?<!ها )اجرا) (?:نمی ?شود|نمیشه|نخواهد شد)|روی صحنه نمی ?رود|(?:will not|won['’]t) take place|(?:is|are) full|منتفی|به هم خورد|(?:have|had|need) to cancel|cancell?(?:ing|ation)|no longer|entfällt|fällt aus|inställ[dt]|متا?[أئ]?سفانه|با عرض پوزش|unfortunately|sadly|regret(?:fully)?|leider|complet (?:le|les)|ausverkauft)(?!\p{L})(?! نمی| نخواهد)[^\n]{0,60}/iu;

const MOVED_WORDS =
  /(?<!\p{L})(?:منتقل|جابه ?جا|تغییر (?:کرد|یافت))(?!\p{L})(?! نمی| نخواهد)[^\n]{0,60}/iu;

/** What is added beside dates that are off or sold out: the status may not be of all. */
const ADDED =
  /(?<!\p{L})(?:added|adding|additional|extra (?:date|show|night)|second (?:show|date|night|group|session)|zusatz\p{L}*|جایگزین|(?:گروه|سانس|شب|اجرای|نوبت) (?:دوم|سوم|جدید)|(?:اجرا|سانس|شب|نوبت)(?:ی|های)? ?(?:اضاف[هی]|فوق ?العاده)|اضافه (?:شد|کردیم|می ?شود)|جلسه ?(?:ی )?بعدی|برنامه ?(?:ی )?بعدی|next (?:session|show|date|one))(?!\p{L})[^\n]{0,60}/iu;

/** Words of a change in a text whose events are taken to go on, or of one of several dates. */
function unusedStatus(
  lines: readonly string[],
  { status, times, place }: AnnouncedEvent,
): string | null {
  const text = lines.map((line) => line.replace(/\u200c/g, " ")).join("\n");
  const isOfMany = new Set(times.showings.map(({ day }) => day)).size > 1;
  if (status !== "scheduled")
    return (ADDED.exec(text) ?? (isOfMany ? STATUS_WORDS.exec(text) : null))?.[0] ?? null;
  const match = STATUS_WORDS.exec(text);
  if (match && !OF_ONE_TIER.test(foldWords(text.slice(0, match.index).split("\n").at(-1) ?? "")))
    return match[0];
  // A place and an hour that were read explain the words; else something unread has changed.
  const isRead = place.venue !== null && times.showings.some(({ start }) => start !== null);
  return isRead ? null : (MOVED_WORDS.exec(text)?.[0] ?? null);
}

const QUOTED = /[«“"]([^«»“”"]{3,80})[»”"]/gu;

/** Words before a quoted name that is no title: a band, or a book of the speaker. */
const OF_PEOPLE =
  /(?:گروه|ارکستر|نویسنده(?:[\u200c ]?ی)? (?:رمان|کتاب)|author of|band|ensemble)\s*[«“"]$/iu;

/** A quoted name near the beginning that neither title nor place has. */
function unusedName(lines: readonly string[], { title, place }: AnnouncedEvent): string | null {
  const known = [title, place.venue, place.address].map((text) => lettersOf(text ?? "")).join(" ");
  if (/[«“"]/u.test(title ?? "")) return null;
  for (const line of lines.slice(0, 4))
    for (const [, name = ""] of line.matchAll(QUOTED))
      if (!known.includes(lettersOf(name)) && !OF_PEOPLE.test(line.slice(0, line.indexOf(name))))
        return name;
  return null;
}
