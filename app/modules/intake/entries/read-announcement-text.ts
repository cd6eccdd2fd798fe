import type { CategoryName } from "../../../lib/event/categories";
import { cleanLines } from "../../../lib/text/clean-text";
import { isNewsAlone } from "../fields/announced-names";
import type { AnnouncedTimes } from "../fields/listed-times";
import { readAgeLimit } from "../fields/read-age-limit";
import type { CityPattern } from "../fields/read-announced-city";
import { type AnnouncedLinks, isOwnSite, readAnnouncedLinks } from "../fields/read-announced-links";
import { type AnnouncedPlace, readAnnouncedPlace } from "../fields/read-announced-place";
import { type AnnouncedPrice, readAnnouncedPrice } from "../fields/read-announced-price";
import { readAnnouncedTimes } from "../fields/read-announced-times";
import { itemTitle, readAnnouncedTitle } from "../fields/read-announced-title";
import { HALL, isVenueName } from "../fields/read-announced-venue";
import { readCategory } from "../fields/read-category";
import {
  type EntryStatus,
  isHourBorrowed,
  isOfSomeDates,
  readAnnouncedStatus,
  statusOfOtherDates,
} from "../fields/read-status";
import { showingTokens } from "../fields/showing-tokens";
import { onOwnClock, type ZonedClock } from "../fields/stated-clocks";
import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { isDoubtfulPlace, lettersOf } from "./doubtful-place";
import { findUnusedWords } from "./find-unused-words";
import {
  type AnnouncementPart,
  mayBeSeveral,
  OTHER_EVENT,
  splitAnnouncement,
} from "./split-announcement";

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
  /** Clock of the chosen city; left out where none is. */
  zoned?: ZonedClock;
  /** Slug of the city that the form or channel is about; null for none. */
  city: string | null;
  patterns: readonly CityPattern[];
}

const LINES = 120;
const LINE_MAX = 500;
/** Longest text about when, characters. */
const WHEN_MAX = 300;

/** Letters and figures of decoration: 𝐁𝐨𝐥𝐝, ｗｉｄｅ, Ⓒircled. */
const DECORATED = /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\u24b6-\u24e9\u2460-\u2473]+/gu;

/** Lines between empty ones, with Persian letters for the Arabic ones, without marks of direction. */
function blocksOf(text: string): { blocks: string[][]; unread: string | null } {
  const written = cleanLines(text)
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/❝/gu, "“")
    .replace(/❞/gu, "”")
    .replace(/„([^„“”"\n]{1,100})[“”"]/gu, "“$1”")
    .replace(/^([^«»\n]*)»([^«»\n]{1,100})«/gmu, "$1«$2»")
    .replace(/[\u200e\u200f\u2066-\u2069]/g, "")
    .replace(DECORATED, (letters) => letters.normalize("NFKC"))
    .split("\n")
    .flatMap((line) => shortLines(line.trim()));
  const blocks: string[][] = [[]];
  let count = 0;
  for (const line of written) {
    if (line === "") blocks.push([]);
    else if (count < LINES) {
      blocks.at(-1)?.push(line);
      count += 1;
    }
  }
  const unread = written.filter((line) => line !== "")[LINES] ?? null;
  return { blocks: blocks.filter(({ length }) => length > 0), unread };
}

/** A line as those that are read: a long paragraph ends at its sentences, else at its words. */
function shortLines(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > LINE_MAX) {
    const head = rest.slice(0, LINE_MAX);
    const sentence = Math.max(
      ...[". ", "! ", "؟ ", "? ", "؛ "].map((end) => head.lastIndexOf(end) + 1),
    );
    const at = Math.max(sentence, head.lastIndexOf(" ") * Number(sentence < 1)) || LINE_MAX;
    lines.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...lines, rest];
}

/** A report of what is over, or a notice that announces nothing. */
const REPORT =
  /برگزار (?:شد|گردید)(?! ?ه)|با استقبال|سپاس ?گزار|گزارش تصویری|عکس ?های (?:دیشب|مراسم|برنامه)|(?:ممنون|مرسی|سپاس)[^\n]{0,60}(?:دیشب|دیروز|حضورتون|بودید|بودین|آمدید|اومدید|همراهی)|thank you (?:all )?(?:for|to everyone|so much)|thanks (?:for (?:coming|joining)|to (?:everyone|all)|so much)|what a (?:night|evening)|last night['’]s|recap|photos from|highlights from/u;
/** Closed days of a place, which are no event, unless the text is about one. */
const CLOSURE =
  /(?:گالری|دفتر|فروشگاه|کافه|موزه|مجموعه|کتابخانه|باشگاه|آموزشگاه)[^\n.()]{0,40}تعطیل(?:ه|یم| است| می ?باشد| هستیم)|(?:we are|we['’]ll be) closed|ساعت(?:های)? کار(?:ی)?(?!\p{L})/u;
const OF_EVENT = /[«“"]|نمایشگاه|کنسرت|نمایش|کارگاه|جشن|exhibition|concert|workshop|festival/u;
const NOTICE =
  /(?<!\p{L})(?:roommate|for rent|اجاره|استخدام|we['’]?re hiring|is hiring|job opening|looking for (?:a|an|someone)|همخانه|فروشی|می ?فروشم|گم ?شده|for sale|selling my|قسمت جدید|(?:new|latest) episode|call for (?:papers|submissions|artists)|ارسال آثار تا|submissions? (?:open|close|deadline)|apply by|تسلیت|یادش گرامی|روحش شاد|رزومه|does any(?:one|body) know|can anyone|need an appointment|کسی (?:سراغ|می ?شناس|می ?دون)|our (?:shop|store|office)|stock-?taking|lost ?[:!]|found ?[:!]|reward)(?!\p{L})/u;
/** Whether a text announces an event at all: a day or a weekday with an hour, and no report. */
function announces(lines: readonly string[], context: AnnouncementContext): boolean {
  const text = lines.join("\n");
  // The name of a work is no notice: «هفت‌سین‌های گمشده».
  const folded = lines.map((line) => foldWords(withoutQuotes(line), LINE_MAX)).join("\n");
  const tokens = showingTokens(text, context);
  const isDated =
    tokens.days.length > 0 ||
    tokens.relative !== null ||
    tokens.weekdays.length > 0 ||
    (tokens.isDaily && tokens.months.length + tokens.hours.length > 0);
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
    const { weekdays, days, numbers } = tokens.except;
    return (
      tokens.days.length + tokens.weekdays.length + tokens.hours.length > 0 ||
      weekdays.length + days.length + numbers.length > 0 ||
      tokens.relative !== null
    );
  });
  return said
    .map((line) => line.replace(/^[^\p{L}\p{N}]+/u, "").trim())
    .join(/[\u0600-\u06ff]/.test(lines.join("")) ? "؛ " : "; ")
    .slice(0, WHEN_MAX);
}

/** Whether a text is the name of a city and nothing more. */
const isCityName = (text: string, patterns: readonly CityPattern[]): boolean =>
  patterns.some(({ pattern }) => foldWords(text, 200).replace(pattern, "").trim() === "");

/** The place of an event; the name of one in a list is none, unless nothing else is. */
function placeOf(
  lines: readonly string[],
  titleLine: number,
  title: string | null,
  { patterns, city }: AnnouncementContext,
): AnnouncedPlace {
  const read = (list: readonly string[]) => readAnnouncedPlace(list, titleLine, patterns, city);
  // «۱) وین | …»: a city as the title is the place.
  if (title === null || isCityName(title, patterns)) return read(lines);
  const [whole, others] = [read(lines), read(lines.map((line) => line.replace(title, " | ")))];
  // A city beside the name: "Next stop: Vancouver, Orpheum".
  const isElsewhere = whole.findings.includes("other-city");
  return others.venue === null
    ? whole
    : { ...others, ...(isElsewhere && { city: whole.city, findings: whole.findings }) };
}

function eventOf(
  lines: readonly string[],
  context: AnnouncementContext,
  titleOf: readonly string[] = lines,
  hours: readonly string[] = [],
): AnnouncedEvent {
  const { title, line } = readAnnouncedTitle(titleOf, context.today);
  const titleLine = titleOf === lines ? line : -1;
  const text = lines.join("\n");
  // A weekday in the title names the event: «دوشنبه‌شب‌های داستان».
  const timed = [
    ...lines.map((one, place) => (place === titleLine ? withoutNames(one) : withoutQuotes(one))),
    ...hours,
  ].join("\n");
  const tokens = showingTokens(timed, context);
  const place = placeOf(lines, titleLine, titleOf === lines ? null : title, context);
  const read = readAnnouncedTimes(timed, context, tokens);
  const times = place.city === context.city ? onOwnClock(read, tokens.clocks, context.zoned) : read;
  const price = readAnnouncedPrice(text, context);
  const isOnline = place.attendance !== "in-person";
  const links = readAnnouncedLinks(text, isOnline, price.free === true && !isOnline);
  const age = readAgeLimit(text);
  const last = times.lastDay ?? times.showings.at(-1)?.day ?? null;
  const stated = readAnnouncedStatus(
    text,
    times.showings.length > 0 && isMoved(text) && last !== null,
  );
  const isOfSome = stated !== "scheduled" && isOfSomeDates(lines, times, context);
  const status = isOfSome ? "scheduled" : stated;
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
  if (isHourBorrowed(lines, times, context)) add("starts", ["several-dates"]);
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
  const isOwn = price.free === false && isOwnSite(links, title);
  if (links.isDoubtful && !isOwn) add("ticketUrl", ["unused-words"], links.ticketUrl);
  // Its old dates do not hold, and new ones are not stated.
  if (status === "postponed") add("starts", ["postponed"]);
  if (title === null) add("title", ["missing-title"]);
  if (status !== "scheduled")
    add("status", status === "sold-out" ? [] : [status as "cancelled" | "postponed"]);
  const others = statusOfOtherDates(lines, times, context);
  if (others !== null && status !== "scheduled") add("status", ["unused-words"], others);
  if (status === "scheduled" && BY_INVITATION.test(foldWords(text, 2_000)))
    add("status", ["private"]);
  event.findings.push(...findUnusedWords(lines, tokens, event, context));
  return event;
}

const BY_INVITATION =
  /(?<!\p{L})(?:خصوصی|دعوتنامه|invitation only|by invitation|members only|ویژه ?(?:ی )?اعضا)(?!\p{L})/u;

/** Whether a text gives a new date in place of an old one. */
const isMoved = (text: string): boolean =>
  /(?:موکول|will now (?:take place|be (?:on|held))|now (?:on(?= (?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|takes? place|taking place)|new date|rescheduled (?:to|for)|moved to|تاریخ جدید|زمان جدید|به (?:شنبه|یک|دو|سه|چهار|پنج|جمعه)[^\n]{0,30}موکول)/iu.test(
    text,
  ) &&
  !/(?:تاریخ جدید|new date)[^\n.]{0,30}(?:به ?زودی|بزودی|اعلام|later|soon|announce)/iu.test(text) &&
  !/(?:announce|working on|looking for|finding|fix) (?:the|a) new date|until further notice/iu.test(
    text,
  );

/** Names in quotes are no days and hours: «یک شب معمولی». */
const withoutQuotes = (line: string): string =>
  line.replace(/[«“"][^«»“”"\d۰-۹]*[»”"]/gu, (words) => " ".repeat(words.length));

/** A title line without weekdays, unless it states a day or an hour too. */
function withoutNames(line: string): string {
  const quoted = withoutQuotes(line);
  const hasFact =
    /[\d۰-۹]{1,2}|(?:دو|سه|چهار|پنج)[\s\u200c]?روزه/u.test(quoted) ||
    /(?:فردا|امشب|امروز|tonight|tomorrow)/iu.test(quoted);
  return hasFact ? quoted : "";
}

/**
 * Reads an announcement as people post it: each event with its fields, what is doubtful, and words
 * that were not used. Empty for a text that announces none. Pure.
 */
export function readAnnouncementText(text: string, context: AnnouncementContext): AnnouncedEvent[] {
  const { blocks, unread } = blocksOf(text);
  const events = eventsIn(blocks, context);
  for (const { findings } of unread === null ? [] : events)
    findings.push({ field: "starts", code: "unused-words", words: unread });
  return events;
}

function eventsIn(
  blocks: readonly (readonly string[])[],
  context: AnnouncementContext,
): AnnouncedEvent[] {
  const lines = blocks.flat();
  if (!announces(lines, context)) return [];
  const { shared, events } = splitAnnouncement(blocks, context);
  if (events.length === 0) {
    const event = eventOf(lines, context);
    // A price beside a day is of one of them.
    const isPriced = showingTokens(event.price.words, context).days.length > 0;
    const link = event.links.ticketUrl?.replace(/^https?:\/\/(?:www\.)?/u, "") ?? "\n";
    const sold = lines.find((line) => line.includes(link)) ?? "";
    const isLinked = showingTokens(sold, context).days.length > 0;
    if (mayBeSeveral(lines, event.title, context))
      for (const field of [
        ...(isHeading(lines, event.title) ? [] : ["title" as const]),
        "starts",
        ...(isPriced ? ["price" as const] : []),
        ...(isLinked ? ["ticketUrl" as const] : []),
      ] as const)
        event.findings.push({ ...SEVERAL, field });
    return [event];
  }
  const common = eventOf(shared, context);
  const hours = shared.filter((line) => {
    const tokens = showingTokens(line, context);
    return tokens.hours.length > 0 && tokens.days.length === 0;
  });
  const parts = events.map((own) => partOf(own, common, hours, context));
  // A date that is off beside the next one is of the same event; a day with an hour that no part has is of another.
  const days = new Set(parts.flatMap(({ times }) => times.showings.map(({ day }) => day)));
  const isLeft = showingTokens(shared.join("\n"), context).days.some(
    ({ day, role }) => day !== null && role !== "aside" && !days.has(day),
  );
  const isNotice =
    (parts.length === 2 && parts.some(({ status }) => status === "cancelled")) ||
    (isLeft && common.times.showings.some(({ start }) => start !== null));
  return isNotice
    ? parts.map((part) => ({ ...part, findings: [...part.findings, { ...SEVERAL }] }))
    : parts;
}

/** Whether a title is of the first line: the name of all that follows, not of one of several. */
const isHeading = ([first = ""]: readonly string[], title: string | null): boolean =>
  title !== null && !OTHER_EVENT.test(first) && lettersOf(first).includes(lettersOf(title));

/** Places that are not sold yet. */
const NOT_YET = /(?:on sale|tickets?|booking)[^\n]{0,20} soon|به[ \u200c]?زودی/iu;
/** Words of a heading that may be the name of each of its dates. */
const HEADING_WORDS = 4;

const SEVERAL: AnnouncementFinding = { field: "starts", code: "several-events", words: null };

/** One of several events: its own words first, then what all of them share. */
function partOf(
  { lines, named: line }: AnnouncementPart,
  common: AnnouncedEvent,
  hours: readonly string[],
  context: AnnouncementContext,
): AnnouncedEvent {
  const isTimed = lines.some((line) => showingTokens(line, context).hours.length > 0);
  const event = eventOf(
    lines,
    { ...context, city: common.place.city ?? context.city },
    [itemTitle(line)],
    isTimed ? [] : hours,
  );
  const isSure = ({ place, title }: AnnouncedEvent) =>
    place.venue !== null &&
    !place.findings.includes("unclear-place") &&
    !isDoubtfulPlace(place.venue, title);
  const named = common.place.venue ?? "";
  const isHome = isVenueName(named) && !isDoubtfulPlace(named, common.title);
  // A doubtful name beside a place of all is a part of the title.
  const home = isHome || event.place.venue === null ? common.place.venue : null;
  const venue = home === null || isSure(event) ? event.place.venue : null;
  const place: AnnouncedPlace = {
    ...event.place,
    city: event.place.city ?? common.place.city,
    venue:
      venue !== null && home !== null && HALL.test(venue) ? `${home}، ${venue}` : (venue ?? home),
  };
  const isPriced = event.price.free !== null || event.price.findings.length > 0;
  const findings = event.findings.filter(
    ({ field, code }) =>
      // An item of a list is announced by the list.
      code !== "no-announcement" &&
      !(field === "venue" && code === "unclear-place" && place.venue !== null && venue === null),
  );
  // A hall without its house.
  if (place.venue !== null && place.venue === venue && home === null && HALL.test(place.venue))
    findings.push({ field: "venue", code: "unclear-place", words: place.venue });
  // "Feb 26 – London, Leicester Square Theatre": dates of one tour.
  const title = event.title?.replace(/^next (?:stop|up|show)\s*:?\s*/iu, "") ?? "";
  const isPlace = isCityName(title, context.patterns);
  const isHouse = !isPlace && title === event.place.venue && isVenueName(title);
  if (isHouse) findings.push({ field: "title", code: "unclear-title", words: title });
  // A place of its own beside that of all.
  const own = event.place.venue;
  if (venue === null && own !== null && isVenueName(own) && !place.venue?.includes(own))
    findings.push({ field: "venue", code: "unclear-place", words: own });
  const heading = common.title ?? "";
  if (venue === null && home !== null && isVenueName(heading) && !heading.includes(home))
    findings.push({ field: "venue", code: "unclear-place", words: heading });
  const isSoon = NOT_YET.test(lines.join("\n"));
  if (isSoon && event.links.ticketUrl === null && common.links.ticketUrl !== null)
    findings.push({ field: "ticketUrl", code: "unused-words", words: common.links.ticketUrl });
  // The heading of all says more than a name.
  if (isPlace && (heading.split(/\s+/).length > HEADING_WORDS || isNewsAlone(heading)))
    findings.push({ field: "title", code: "unclear-title", words: heading });
  return {
    ...event,
    title: isPlace || (isHouse && common.title !== null) ? common.title : event.title,
    place,
    price: isPriced ? event.price : common.price,
    links:
      event.links.ticketUrl === null
        ? { ...event.links, ticketUrl: common.links.ticketUrl }
        : event.links,
    ageLimit: event.ageLimit ?? common.ageLimit,
    findings: [
      ...findings,
      // A doubt about what all of them share is one about each.
      ...common.findings.filter(
        ({ field }) =>
          (field === "price" && (!isPriced || common.price.free !== null)) ||
          (field === "venue" && venue === null) ||
          (field === "ticketUrl" && event.links.ticketUrl === null) ||
          (field === "ageLimit" && event.ageLimit === null) ||
          (field === "city" && event.place.city === common.place.city),
      ),
    ],
  };
}
