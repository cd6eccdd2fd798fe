import { addDays, weekdayOf } from "../../../lib/dates/days";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { nameIn } from "../fields/announced-names";
import { type AnnouncedTimes, minutesOfDay } from "../fields/listed-times";
import { beginsAsVenue } from "../fields/read-announced-venue";
import {
  NUMBER_NAMES,
  numberNamed,
  type ShowingTokens,
  showingTokens,
} from "../fields/showing-tokens";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import type {
  AnnouncedEvent,
  AnnouncedField,
  AnnouncementContext,
  AnnouncementFinding,
} from "./read-announcement-text";

/** Longest words of a finding, characters. */
const WORDS_MAX = 120;
/** Minutes between starts of one day; two that are closer are hardly both starts. */
const CROWDED = 75;

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
  const { venue } = event.place;
  const isTrip = TRIP.test(foldWords(lines.join(" "), 2_000));
  const isSaid = event.findings.some(({ code }) => code === "unclear-place");
  if (venue !== null && !isSaid && (isTrip || isDoubtfulPlace(venue, nameOf(lines, event))))
    add("venue", venue, "unclear-place");
  // Days in a row of a trip are one stay, or a trip each.
  if (isTrip && doubt === null && isInARow(event.times)) add("starts", event.when, "several-dates");
  // Where a trip goes is another place than where it begins.
  if (isTrip && !lines.some((line) => isCityIn(line, event.place.city, context)))
    add("city", event.place.city ?? "", "unclear-city");
  const age = event.ageLimit === null ? unusedAge(lines) : null;
  if (age !== null) add("ageLimit", age);
  const length = event.times.lastEnd === null && !event.times.allDay ? unusedLength(lines) : null;
  if (length !== null && event.times.showings.length > 0) add("ends", length);
  const name = unusedName(lines, event);
  if (name !== null) add("title", name);
  if (event.title !== null && isDoubtfulTitle(event.title, context))
    add("title", event.title, "unclear-title");
  const isBare =
    venue === null &&
    event.place.attendance === "in-person" &&
    event.price.free === null &&
    event.links.ticketUrl === null &&
    tokens.hours.length === 0;
  if (isBare && event.status === "scheduled") add("title", event.title ?? "", "no-announcement");
  return findings;
}

/** The title that a place must not repeat; null where the place stands in a line of its own too. */
const nameOf = (lines: readonly string[], { title, place: { venue } }: AnnouncedEvent) =>
  venue !== null && lines.filter((line) => line.includes(venue)).length > 1 ? null : title;

const isInARow = ({ showings: [first, second] }: AnnouncedTimes): boolean =>
  first !== undefined && second !== undefined && addDays(first.day, 1) === second.day;

const TRIP =
  /(?<!\p{L})(?:تور (?:یک|دو|سه|چند|\d|نیم|طبیعت)|تور [\p{L} ]{0,12}روزه ?ی?|گردش یک ?روزه|تور [^\n]{0,60}شب اقامت|گلگشت|سفر \p{L}* ?روزه|طبیعت ?گردی|کویر ?نوردی|کوه ?نوردی|صعود|گشت|departure|departs|day trip|road trip|hikers?|hike|snowshoe|\d[- ]day (?:trip|tour))(?!\p{L})/u;

/** Whether a line names the city that was read. */
const isCityIn = (line: string, city: string | null, { patterns }: AnnouncementContext): boolean =>
  patterns.some(({ slug, pattern }) => {
    pattern.lastIndex = 0;
    return slug === city && pattern.test(foldWords(line, 500));
  });

/** Longest title that is hardly a sentence, characters. */
const TITLE_LIKELY = 80;

/** Whether a title is a day, an hour, a label or a greeting more than a name. */
function isDoubtfulTitle(title: string, context: AnnouncementContext): boolean {
  return (
    title.length > TITLE_LIKELY ||
    /[.؟?!:].+\p{L}.*[.؟?!:]$/u.test(title.replace(/(?<= \p{L})\.$/u, "")) ||
    showingTokens(title, context).days.length > 0 ||
    /\d:\d\d|ساعت \d|\d ?[ap]m(?!\p{L})/u.test(foldWords(title)) ||
    nameIn(title).replace(/ /g, "").length < 2 ||
    / \p{L}{2}\.$/u.test(title) ||
    /(?<!\p{L})(?:has changed|will be|have been|has been|is back|مشخص شد|عوض شد|تغییر (?:کرد|یافت)|شروع شد|آغاز شد)(?!\p{L})/iu.test(
      title.replace(/\u200c/g, " "),
    ) ||
    /^(?:thanks?(?!giving)|ممنون|مرسی|سپاس|با تشکر|due to|because|unfortunately|sadly|we |i['’]?m |به (?:دلیل|علت|خاطر|اطلاع)|با توجه|متا?أ?سفانه|برنامه بعدی|دوستان|سلام|next|hi|hello|dear|join us|update|اطلاعیه|توجه|خبر)(?!\p{L})/iu.test(
      title,
    ) ||
    /^(?:نفری|بلی[تط]|قیمت|هزینه|رزرو|ثبت ?نام|ورودی|تلفن|تماس|tickets?|price|book(?= (?:now|via|your|here|tickets?|at)))(?!\p{L})/iu.test(
      title,
    )
  );
}

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
  const isUsed = ({ day, role }: ShowingTokens["days"][number]) =>
    day === null ||
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
    ...tokens.unread,
  ].slice(0, 5);
}

/** What is not sure about dates whose words were all used. */
function timesDoubt(
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
  if (isOne && REPEATS.test(tokens.folded)) return "unread-rule";
  const isCrowded = showings.some(({ day, start }, place) => {
    const next = showings[place + 1];
    if (next?.day !== day || start === null || next.start === null) return false;
    return minutesOfDay(next.start) - minutesOfDay(start) < CROWDED;
  });
  if (/(?<!\p{L})(?:غروب|افطار|اذان|sunset|sundown|iftar|after dark)(?!\p{L})/u.test(tokens.folded))
    return "vague-time";
  if (isCrowded || areApart(times, tokens)) return "several-times";
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
  /^(?!.*(?:جشنواره|فستیوال|هفته ?ی? فیلم|نمایشگاه|تور(?!\p{L})|festival|exhibition|fair|retreat|camp)).*(?<!\p{L})(?:کنسرت|نمایش|تئاتر|اجرا|concert|play|theat(?:re|er))(?!\p{L})/su;

const COUNTED = new RegExp(
  `(?<![\\d.,:/\\p{L}]|ساعت )(\\d{1,2}|${NUMBER_NAMES})[ -]?(?:جلسه|جلسه ?ای|شب اجرا|اجرا|هفته|sessions?|nights?|weeks?|classes|lessons|performances|shows)(?!\\p{L})`,
  "gu",
);

/** Words of how many times it takes place that the dates do not fit: "6 sessions". */
function unfitCount(
  lines: readonly string[],
  { showings, schedule }: AnnouncedTimes,
): string | null {
  if (showings.length === 0 || schedule?.kind === "openingHours") return null;
  const days = new Set(showings.map(({ day }) => day)).size;
  for (const line of lines)
    for (const [words, count = ""] of foldWords(line, WORDS_MAX * 4).matchAll(COUNTED)) {
      const stated = numberNamed(count);
      if (stated > 1 && stated !== days && stated !== showings.length) return words;
    }
  return null;
}

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

const AGES =
  /(?<![\d.,:/])(?:[1-9]|1\d|2[01])(?:\+| ?(?:سال(?:گی)? (?:به بالا|تمام|به بعد)|years? (?:and|or) (?:over|older|above|up)|yrs? ?\+|y\/o))|(?:\+ ?|بالای |over |ages? |ab )\d{1,2} ?(?:سال|years|jahre)/u;
const LENGTHS = /(?<![\d.,:/])\d{1,3} ?(?:دقیقه|ساعته|min(?:s|utes)?|minuten|hours?)(?!\p{L})/u;

/** Words of an age or a length that no field has. */
const unusedAge = (lines: readonly string[]): string | null =>
  lines.map((line) => AGES.exec(foldWords(line, WORDS_MAX * 4))?.[0]).find(Boolean) ?? null;
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

/** What takes back words beside it: "?? No", «ریال نه، تومان». */
const CORRECTS = /(?<!\p{L})(?:نه ?[،,]|no ?[,!]|ببخشید|تصحیح|اشتباه)(?!\p{L})|\?\?|؟؟/u;
/** What is added to a price, or what else it is of. */
const ADDED_TO_PRICE =
  /(?<!\p{L})(?:zzgl|excl|plus|fees?|کارمزد|به ?علاوه|(?:live)?stream)(?!\p{L})[^\n]{0,40}/iu;

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
  if (price.min === null) return null;
  if (price.max !== price.min) return price.words;
  const more = ADDED_TO_PRICE.exec(price.words)?.[0];
  if (more) return more;
  const text = lines.map((line) => line.replace(/\u200c/g, " ")).join("\n");
  return REDUCED.exec(text)?.[0] ?? null;
}

const STATUS_WORDS =
  /(?<!\p{L})(?:لغو|کنسل|تعویق|منتقل|جابه ?جا|تغییر (?:کرد|یافت)|تکمیل ظرفیت|تکمیل شد|پر شد|تمام شد|cancell?ed|postponed|rescheduled|sold[ -]?out|fully booked|called off|not happening|(?:برگزار|(?<!ها )اجرا) (?:نمی ?شود|نمیشه|نخواهد شد)|روی صحنه نمی ?رود|(?:will not|won['’]t) take place|(?:is|are) full|منتفی|به هم خورد|(?:have|had|need) to cancel|cancell?(?:ing|ation)|no longer|entfällt|fällt aus|inställ[dt]|متا?[أئ]?سفانه|با عرض پوزش|unfortunately|sadly|regret(?:fully)?|leider)(?!\p{L})(?! نمی| نخواهد)[^\n]{0,60}/iu;

/** What is added beside dates that are off or sold out: the status may not be of all. */
const ADDED =
  /(?<!\p{L})(?:added|adding|additional|extra (?:date|show|night)|second (?:show|date|night|group|session)|zusatz\p{L}*|جایگزین|(?:گروه|سانس|شب|اجرای|نوبت) (?:دوم|سوم|جدید)|اضافه (?:شد|کردیم|می ?شود)|جلسه ?(?:ی )?بعدی|برنامه ?(?:ی )?بعدی|next (?:session|show|date|one))(?!\p{L})[^\n]{0,60}/iu;

/** Words of a change in a text whose events are taken to go on, or of one of several dates. */
function unusedStatus(lines: readonly string[], { status }: AnnouncedEvent): string | null {
  const text = lines.map((line) => line.replace(/\u200c/g, " ")).join("\n");
  if (status !== "scheduled") return ADDED.exec(text)?.[0] ?? null;
  return STATUS_WORDS.exec(text)?.[0] ?? null;
}

const lettersOf = (text: string): string => searchKey(text).replace(/ /g, "");

/** Whether a name is more of a sentence, or the event's own, than that of a place. */
export function isDoubtfulPlace(venue: string, title: string | null): boolean {
  const [own, other] = [lettersOf(venue), lettersOf(title ?? "")];
  // A house above the name of its work: «موزه هنر: از مدرن تا امروز».
  const isHouse = beginsAsVenue(venue) && title?.startsWith(`${venue}:`);
  const isTitle =
    !isHouse && own.length > 5 && other !== "" && (other.startsWith(own) || own.includes(other));
  return (
    isTitle ||
    // A hall without its house.
    /^سالن (?:\d+|[۰-۹]+|یک|دو|سه|اصلی|کوچک|بزرگ|اجتماعات|همایش[\s\u200c]?ها(?:ی)?)$/u.test(
      venue,
    ) ||
    /[:："«»”]|\.{2}/u.test(venue.replace(/«[^«»]*»|"[^"]*"|“[^“”]*”/gu, "")) ||
    nameIn(venue).replace(/ /g, "").length < 2 ||
    /(?<!\p{L})(?:این|this|next|شنبه|جمعه)(?!\p{L})/u.test(foldWords(venue, WORDS_MAX)) ||
    /(?<!\p{L})(?:که|است|شد|شده|می ?شود|برگزار|برای|با حضور|همراه|same|every|please|will|with|presents?)(?!\p{L})/u.test(
      foldWords(venue, WORDS_MAX),
    )
  );
}

const QUOTED = /[«“"]([^«»“”"]{3,80})[»”"]/gu;

/** A quoted name near the beginning that neither title nor place has. */
function unusedName(lines: readonly string[], { title, place }: AnnouncedEvent): string | null {
  const known = [title, place.venue, place.address].map((text) => lettersOf(text ?? "")).join(" ");
  if (/[«“"]/u.test(title ?? "")) return null;
  for (const line of lines.slice(0, 4))
    for (const [, name = ""] of line.matchAll(QUOTED))
      if (!known.includes(lettersOf(name))) return name;
  return null;
}
