import type { CategoryName } from "../../../lib/event/categories";
import { cleanLines } from "../../../lib/text/clean-text";
import { foldDigits } from "../../../lib/text/digits";
import { nameIn } from "../fields/announced-names";
import type { AnnouncedTimes } from "../fields/listed-times";
import { readAgeLimit } from "../fields/read-age-limit";
import type { CityPattern } from "../fields/read-announced-city";
import { type AnnouncedLinks, readAnnouncedLinks } from "../fields/read-announced-links";
import { type AnnouncedPlace, readAnnouncedPlace } from "../fields/read-announced-place";
import { type AnnouncedPrice, readAnnouncedPrice } from "../fields/read-announced-price";
import { readAnnouncedTimes } from "../fields/read-announced-times";
import { readAnnouncedTitle } from "../fields/read-announced-title";
import { readCategory } from "../fields/read-category";
import { type EntryStatus, readAnnouncedStatus } from "../fields/read-status";
import { showingTokens } from "../fields/showing-tokens";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { splitAnnouncement } from "./split-announcement";

/** Fields of an announcement that a finding can be about. */
export type AnnouncedField =
  | "title"
  | "starts"
  | "ends"
  | "city"
  | "venue"
  | "price"
  | "ticketUrl"
  | "ageLimit"
  | "status"
  | "category";

/** A doubt about a field, with the words that gave rise to it. */
export interface AnnouncementFinding {
  field: AnnouncedField;
  code: IssueCode;
  words: string | null;
}

/** An event that a text announces. */
export interface AnnouncedEvent {
  title: string | null;
  description: string;
  times: AnnouncedTimes;
  place: AnnouncedPlace;
  price: AnnouncedPrice;
  links: AnnouncedLinks;
  ageLimit: number | null;
  status: EntryStatus;
  category: CategoryName | null;
  /** The lines about when, as written. */
  when: string;
  findings: AnnouncementFinding[];
}

/** Where and when a text was posted. */
export interface AnnouncementContext {
  /** Day and hour of the post in its city. */
  today: string;
  clock: string;
  /** ISO 3166-1 alpha-2, and ISO 4217, of the chosen city. */
  country: string;
  currency: string;
  /** Slug of the city that the form or channel is about; null for none. */
  city: string | null;
  patterns: readonly CityPattern[];
}

const LINES = 80;
const LINE_MAX = 600;
/** Longest text about when, characters. */
const WHEN_MAX = 300;

/** Lines with Persian letters for the Arabic ones, without marks of direction. */
const linesOf = (text: string): string[] =>
  cleanLines(text)
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    .split("\n")
    .map((line) => line.trim().slice(0, LINE_MAX))
    .filter((line) => line !== "")
    .slice(0, LINES);

/** A report of what is over, or a notice that announces nothing. */
const REPORT =
  /برگزار (?:شد|گردید)(?! ?ه)|با استقبال|سپاس ?گزار|گزارش تصویری|عکس ?های (?:دیشب|مراسم|برنامه)|(?:ممنون|مرسی|سپاس)[^\n]{0,60}(?:دیشب|دیروز|حضورتون|بودید|بودین|آمدید|اومدید|همراهی)|thank you (?:all )?(?:for|to everyone|so much)|thanks (?:for (?:coming|joining)|to (?:everyone|all)|so much)|what a (?:night|evening)|last night['’]s|recap|photos from|highlights from/u;
/** Closed days of a place, which are no event, unless the text is about one. */
const CLOSURE =
  /(?:گالری|دفتر|فروشگاه|کافه|موزه|مجموعه|کتابخانه|باشگاه|آموزشگاه)[^\n.()]{0,40}تعطیل(?:ه| است| می ?باشد| هستیم)|(?:we are|we['’]ll be) closed|ساعت(?:های)? کاری/u;
const OF_EVENT = /[«“"]|نمایشگاه|کنسرت|نمایش|کارگاه|جشن|exhibition|concert|workshop|festival/u;
const NOTICE =
  /(?<!\p{L})(?:roommate|for rent|اجاره|استخدام|we['’]?re hiring|is hiring|job opening|looking for (?:a|an|someone)|همخانه|فروشی|می ?فروشم|گم ?شده|for sale|selling my|call for (?:papers|submissions|artists)|ارسال آثار تا|submissions? (?:open|close|deadline)|apply by|تسلیت)(?!\p{L})/u;
/** Whether a text announces an event at all: a day or a weekday with an hour, and no report. */
function announces(lines: readonly string[], context: AnnouncementContext): boolean {
  const text = lines.join("\n");
  const folded = lines.map((line) => foldWords(line, LINE_MAX)).join("\n");
  const tokens = showingTokens(text, context);
  const isDated =
    tokens.days.length > 0 ||
    tokens.relative !== null ||
    tokens.weekdays.length > 0 ||
    tokens.months.some(() => tokens.isDaily);
  if (!isDated || NOTICE.test(folded)) return false;
  // A call for works: its date is a deadline.
  if (/مهلت ارسال|ارسال آثار/u.test(folded) && !/برگزاری|اجرا|افتتاح|تماشا/u.test(folded))
    return false;
  if (CLOSURE.test(folded) && !OF_EVENT.test(lines.join(" "))) return false;
  const isToCome = tokens.days.some(({ day }) => day !== null && day >= context.today);
  return !(REPORT.test(folded) && !isToCome);
}

/** The lines that say when: those with days, weekdays or hours. */
function whenOf(lines: readonly string[], context: AnnouncementContext): string {
  const said = lines.filter((line) => {
    const tokens = showingTokens(line, context);
    return tokens.days.length + tokens.weekdays.length + tokens.hours.length > 0;
  });
  return said
    .map((line) => line.replace(/^[^\p{L}\p{N}]+/u, "").trim())
    .join(/[\u0600-\u06ff]/.test(lines.join("")) ? "؛ " : "; ")
    .slice(0, WHEN_MAX);
}

/** The place of an event; the name of one in a list is none, unless nothing else is. */
function placeOf(
  lines: readonly string[],
  titleLine: number,
  title: string | null,
  { patterns, city }: AnnouncementContext,
): AnnouncedPlace {
  const read = (list: readonly string[]) => readAnnouncedPlace(list, titleLine, patterns, city);
  if (title === null) return read(lines);
  const others = read(lines.map((line) => line.replace(title, " | ")));
  return others.venue === null ? read(lines) : others;
}

function eventOf(
  lines: readonly string[],
  context: AnnouncementContext,
  titleOf: readonly string[] = lines,
): AnnouncedEvent {
  const { title, line } = readAnnouncedTitle(titleOf, context.today);
  const titleLine = titleOf === lines ? line : -1;
  const text = lines.join("\n");
  // A weekday in the title names the event: «دوشنبه‌شب‌های داستان».
  const timed = lines
    .map((one, place) => (place === titleLine ? withoutNames(one) : one))
    .join("\n");
  const times = readAnnouncedTimes(timed, context);
  const place = placeOf(lines, titleLine, titleOf === lines ? null : title, context);
  const price = readAnnouncedPrice(text, context);
  const isOnline = place.attendance !== "in-person";
  const links = readAnnouncedLinks(text, isOnline);
  const age = readAgeLimit(text);
  const last = times.lastDay ?? times.showings.at(-1)?.day ?? null;
  const status = readAnnouncedStatus(
    text,
    times.showings.length > 0 && isMoved(text) && last !== null,
  );
  const category = title === null ? null : readCategory(title).value;
  const event: AnnouncedEvent = {
    title,
    description: text,
    times,
    place,
    price,
    links,
    ageLimit: age.value,
    status,
    category,
    when: whenOf(lines, context),
    findings: [],
  };
  const add = (field: AnnouncedField, codes: readonly IssueCode[], words: string | null = null) =>
    event.findings.push(...codes.map((code) => ({ field, code, words })));
  add("starts", times.findings);
  add("price", price.findings, price.words || null);
  add(
    "city",
    place.findings.filter((code) => code !== "unclear-place"),
  );
  add(
    "venue",
    place.findings.filter((code) => code === "unclear-place"),
  );
  add("ageLimit", age.findings);
  if (links.isDoubtful) add("ticketUrl", ["unused-words"], links.ticketUrl);
  // Its old dates do not hold, and new ones are not stated.
  if (status === "postponed") add("starts", ["postponed"]);
  if (title === null) add("title", ["missing-title"]);
  else if (isUnlikely(title)) add("title", ["too-long"], title);
  if (areCrowded(times)) add("starts", ["several-times"]);
  if (status !== "scheduled")
    add("status", status === "sold-out" ? [] : [status as "cancelled" | "postponed"]);
  if (status === "scheduled" && BY_INVITATION.test(foldWords(text, 2_000)))
    add("status", ["private"]);
  event.findings.push(...unusedIn(timed, event, context));
  return event;
}

const BY_INVITATION =
  /(?<!\p{L})(?:خصوصی|دعوتنامه|invitation only|by invitation|members only|ویژه ?(?:ی )?اعضا)(?!\p{L})/u;

/** A title that is more of a sentence than a name. */
const isUnlikely = (title: string): boolean =>
  title.length > TITLE_LIKELY || /[.؟?!:].+\p{L}.*[.؟?!:]$/u.test(title);
const TITLE_LIKELY = 80;

/** Whether two dates of one day begin so soon after each other that one of them is no start. */
function areCrowded({ showings }: AnnouncedTimes): boolean {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return showings.some(({ day, start }, place) => {
    const next = showings[place + 1];
    return (
      next !== undefined &&
      next.day === day &&
      start !== null &&
      next.start !== null &&
      minutes(next.start) - minutes(start) < CROWDED
    );
  });
}
/** Minutes. */
const CROWDED = 75;

/** Whether a text gives a new date in place of an old one. */
const isMoved = (text: string): boolean =>
  /(?:موکول|new date|rescheduled (?:to|for)|moved to|تاریخ جدید|زمان جدید|به (?:شنبه|یک|دو|سه|چهار|پنج|جمعه)[^\n]{0,30}موکول)/iu.test(
    text,
  ) &&
  !/(?:تاریخ جدید|new date)[^\n.]{0,30}(?:به ?زودی|بزودی|اعلام|later|soon|announce)/iu.test(text) &&
  !/announce the new date|until further notice/iu.test(text);

/** Names in quotes are no days and hours: «یک شب معمولی». */
const withoutQuotes = (line: string): string => line.replace(/[«“"][^«»“”"]*[»”"]/gu, " ");

/** A title line without weekdays, unless it states a day or an hour too. */
function withoutNames(line: string): string {
  const quoted = withoutQuotes(line);
  const hasFact =
    /[\d۰-۹]{1,2}/u.test(quoted) || /(?:فردا|امشب|امروز|tonight|tomorrow)/iu.test(quoted);
  return hasFact ? quoted : "";
}

/**
 * Words of dates, prices and status that stand in the text and not in the result: each is a
 * finding.
 */
function unusedIn(
  text: string,
  event: AnnouncedEvent,
  context: AnnouncementContext,
): AnnouncementFinding[] {
  const { times, price, status } = event;
  const tokens = showingTokens(text, context);
  const findings: AnnouncementFinding[] = [];
  const known = new Set([
    ...times.showings.map(({ day }) => day),
    times.lastDay ?? "",
    ...tokens.except.days,
  ]);
  const unused = tokens.days.filter(
    ({ day, role }) =>
      day !== null &&
      role !== "aside" &&
      !known.has(day) &&
      !(role === "from" && day < (times.lastDay ?? "")),
  );
  for (const { day } of unused.slice(0, 3))
    findings.push({ field: "starts", code: "unused-words", words: day });
  const hours = new Set(
    times.showings
      .flatMap(({ start, end }) => [start ?? "", end ?? ""])
      .concat(times.lastEnd ?? ""),
  );
  for (const { start, end } of tokens.hours)
    if (!hours.has(start) || (end !== null && !hours.has(end)))
      findings.push({
        field: "starts",
        code: "unused-words",
        words: end ? `${start}–${end}` : start,
      });
  if (price.min === null && price.free === null) {
    const line = text
      .split("\n")
      .find(
        (one) =>
          /(?:تومان|تومن|ریال|[€$£]|toman|(?<!\p{L})(?:AED|CAD|EUR|SEK)(?!\p{L}))/iu.test(one) &&
          /\d/.test(foldDigits(one)),
      );
    if (line) findings.push({ field: "price", code: "unused-words", words: line.slice(0, 120) });
  }
  if (status === "scheduled") {
    const said =
      /(?<!\p{L})(?:لغو|کنسل|تعویق|cancell?ed|postponed|sold[ -]?out|تکمیل ظرفیت)(?!\p{L})[^\n]{0,60}/iu.exec(
        text,
      );
    if (said) findings.push({ field: "status", code: "unused-words", words: said[0] });
  }
  return findings;
}

/**
 * Reads an announcement as people post it: each event with its fields, what is doubtful, and words
 * that were not used. Empty for a text that announces none. Pure.
 */
export function readAnnouncementText(text: string, context: AnnouncementContext): AnnouncedEvent[] {
  const lines = linesOf(text);
  if (!announces(lines, context)) return [];
  const { shared, events } = splitAnnouncement(lines, context);
  if (events.length === 0) return [eventOf(lines, context)];
  const common = eventOf(shared, context);
  return events.map((own) => partOf(own, common, context));
}

/** A hall within the house that all events share. */
const HALL =
  /^(?:سالن|تماشاخانه|تالار|اتاق|کلاس|طبقه|پلاتو|hall|room|studio|stage|auditorium)(?!\p{L})/iu;

/** One of several events: its own words first, then what all of them share. */
function partOf(
  own: readonly string[],
  common: AnnouncedEvent,
  context: AnnouncementContext,
): AnnouncedEvent {
  const named = own.at(-1) ?? "";
  const event = eventOf(own, { ...context, city: common.place.city ?? context.city }, [
    itemTitle(named),
  ]);
  const venue = event.place.venue;
  const home = common.place.venue;
  const place: AnnouncedPlace = {
    ...event.place,
    city: event.place.city ?? common.place.city,
    venue:
      venue !== null && home !== null && HALL.test(venue) ? `${home}، ${venue}` : (venue ?? home),
  };
  const isPriced = event.price.free !== null || event.price.findings.length > 0;
  const findings = event.findings.filter(
    ({ field, code }) =>
      !(field === "venue" && code === "unclear-place" && place.venue !== null && venue === null),
  );
  // "Feb 26 – London, Leicester Square Theatre": dates of one tour.
  const isPlace = context.patterns.some(
    ({ pattern }) =>
      foldWords(event.title ?? "", 200)
        .replace(pattern, "")
        .trim() === "",
  );
  return {
    ...event,
    title: isPlace ? common.title : event.title,
    place,
    price: isPriced ? event.price : common.price,
    links:
      event.links.ticketUrl === null
        ? { ...event.links, ticketUrl: common.links.ticketUrl }
        : event.links,
    ageLimit: event.ageLimit ?? common.ageLimit,
    findings: [
      ...findings,
      ...(isPriced ? [] : common.findings.filter(({ field }) => field === "price")),
    ],
  };
}

const MARK = /^(?:[^\p{L}\p{N}«"“(]|\uFE0F)*(?:[\d۰-۹]{1,2}(?:[.)]|\s?[-–])\s+)?/u;

const isFact = (part: string): boolean => nameIn(part).replace(/ /g, "").length < 3;

/** The parts of an item's line that are names: of the event first, then of its place. */
function namesOf(line: string): string[] {
  return line
    .replace(MARK, "")
    .split(
      /\s+[|/]\s+|\s[–—-]\s|[—|]|[،,](?=\s)|[:：](?=\s)|\s*(?:[⬅➡☑✅]|\p{Extended_Pictographic})\uFE0F?\s*|(?<=\d{2}|[.])\s(?=[«"“\p{Lu}])/u,
    )
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part) && !isFact(part));
}

/** The name of an item: the part of its line that is neither day, hour, place nor price. */
function itemTitle(line: string): string {
  const bare = line.replace(MARK, "");
  const quoted = /(?:[\p{L}\u200c]+ ){0,2}[«“"]([^«»“”"]{2,80})[»”"]/u.exec(bare);
  const [name, more] = namesOf(line);
  if (quoted && !name?.includes(quoted[1] ?? "")) return quoted[0];
  // "Cooking class: Ghormeh Sabzi": a colon within the name.
  const whole = name && more ? `${name}: ${more}` : null;
  return (whole !== null && bare.includes(whole) ? whole : name) ?? quoted?.[0] ?? bare;
}
