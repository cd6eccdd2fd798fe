import { nameIn } from "../fields/announced-names";
import { beginsAsVenue } from "../fields/read-announced-venue";
import { showingTokens } from "../fields/showing-tokens";

/** One of several events that a text announces. */
export interface AnnouncementPart {
  lines: string[];
  /** The line that names it. */
  named: string;
}

/** A text as announcements of single events: what they share, and the lines of each. */
export interface AnnouncementParts {
  shared: string[];
  /** Empty where the text announces one event. */
  events: AnnouncementPart[];
}

interface SplitContext {
  today: string;
  country: string;
}

const SIGN =
  /^[^\p{L}\p{N}«"“]*(?:📅|📆|🗓|⏰|⏱|🕐|🕑|🕒|🕓|🕔|🕕|🕖|🕗|🕘|🕙|🕚|⌚|💰|💳|🎟|🎫|📍|📌)/u;

/** Lines about a part of one event: leaving and coming back, its opening, a deadline. */
const OF_ONE =
  /^[^\p{L}\p{N}]*(?:رفت|برگشت|بازگشت|حرکت|شروع|آغاز|پایان|افتتاح(?:یه)?|گشایش|اختتامیه|مهلت|ثبت ?نام|پیش ?فروش|ورود|درب|سانس|اجرا|کنسل|premiere|(?:weitere|further|other|all) (?:vorstellungen|termine|shows|performances|dates)|previews?|matinees?|اجراهای (?:بعدی|دیگر)|departure|return|back|start|end|opening|vernissage|closing|deadline|doors?|registration|check-?in)\s*[:：]|^on view(?!\p{L})|^opening (?:night |reception |party )?(?:on )?(?:mon|tue|wed|thu|fri|sat|sun|\d)|^[^\p{L}\p{N}]*(?:نمایش|بازدید|اجرا) (?:تا|از)(?!\p{L})/iu;

/** Lines that state a fact of one event in a sentence: its opening, its keynote, how people come in. */
const FACT_OF_ONE =
  /^[^\p{L}\p{N}]*(?:private view|press (?:night|view)|(?:the )?exhibition (?:continues|runs|is open|closes)|keynote|no (?:fee|charge|tickets?|registration|sign-?up)|not on|first (?:run|session|class|meeting|date)|attendance|admission|entry is|free (?:&|and open|admission|entry|entrance|of charge|to attend)|rsvp|refunds?|register|registration|aanmelden|opgave|anmeldung|anmälan|påmelding|tilmelding|inscriptions?|vernissage (?:le|am|on)|bookings? (?:open|close|required|essential)|applications?|submissions?|held|please|شروع فروش|پیش ?فروش|آخرین مهلت|درهای|داوری|evenings?|matinees?|no performances?|استرداد|انصراف|نمایشگاه (?:تا|از))(?!\p{L})/iu;
/** A line that goes on with the sentence above it: "to be held on 8–10 October". */
const GOES_ON = /^(?:to|and|or|in|at|on|will|is|are|from|by|which|where|with|but)\s\p{L}/u;

/** Sentences about the run of the one event, or the days of its place. */
const OF_ITS_DAYS =
  /^[^\p{L}]*(?:این (?:نمایش|نمایشگاه|رویداد|برنامه|اجرا)|ساعت(?: ?های)? بازدید|this (?:exhibition|show|event))(?!\p{L})|تعطیل(?: است| می ?باشد|ه)?[.!]?$|(?<!\p{L})closed(?: on)?(?: \p{L}+){0,3}[.!]?$|ادامه (?:دارد|خواهد داشت)/iu;

/** Letters of a name: fewer where a mark or number says that it is an item. */
const LETTERS = { number: 3, mark: 4, other: 6 };
const isNamed = (line: string, isListed: boolean): boolean => {
  const form = isListed ? "number" : formOf(line);
  const [, quoted = ""] = /[«“]([^«»“”]{2,80})[»”]/u.exec(line) ?? [];
  if (/\p{L}{2}/u.test(quoted) && !beginsAsVenue(quoted)) return true;
  const least = form === "number" || form === "mark" ? LETTERS[form] : LETTERS.other;
  return nameIn(line).replace(/ /g, "").length >= least;
};

const daysOf = (line: string, context: SplitContext) => {
  const tokens = showingTokens(line, context);
  const days = tokens.days.filter(({ role }) => role !== "aside");
  return { days, tokens };
};

/** "13 Bahman: 14 «Sail» / 17 «Root»": showings of several works in one line. */
function worksOf(line: string): string[] | null {
  const parts = line.split(/\s+\/\s+|\s*؛\s*/u);
  const works = parts.filter((part) =>
    /(?:^|[\s:])[\d۰-۹]{1,2}(?:[:٫][\d۰-۹]{2})?\s*[«"“]/u.test(part),
  );
  if (works.length < 2 || works.length < parts.length) return null;
  const head =
    /^(.*?[:：])\s*(?=[\d۰-۹]{1,2}(?:[:٫][\d۰-۹]{2})?\s*[«"“])/u.exec(parts[0] ?? "")?.[1] ?? "";
  return parts.map((part, place) => {
    const own = place === 0 ? part.slice(head.length).trim() : part;
    return `${head.replace(/[:：]$/u, "")} ساعت ${own}`;
  });
}

interface ReadLine {
  line: string;
  hasDay: boolean;
  hasWeekday: boolean;
  hasHour: boolean;
  named: boolean;
}

/** An item names itself in the line of its day. */
const partOf = (line: string): AnnouncementPart => ({ lines: [line], named: line });

function readLines(lines: readonly string[], context: SplitContext): ReadLine[] {
  // "Programme of the week:" leads to a list.
  const isListed = /[:：]\s*$/u.test(lines[0] ?? "");
  return lines.map((line): ReadLine => {
    const { days, tokens } = daysOf(line, context);
    const hasDay =
      days.length > 0 ||
      (tokens.weekdays.length > 0 && tokens.hours.length > 0) ||
      tokens.relative !== null;
    const spoken = line.replace(/\u200c/g, " ");
    const isOfOne = [OF_ONE, FACT_OF_ONE, GOES_ON, OF_ITS_DAYS].some((one) => one.test(spoken));
    const named = !SIGN.test(line) && !isOfOne && isNamed(line, isListed);
    const hasWeekday = tokens.weekdays.some(({ isPlural }) => !isPlural);
    return { line, hasDay, hasWeekday, hasHour: tokens.hours.length > 0, named };
  });
}

/** Words of a second event, or works that stand beside their days in the same order. */
export const OTHER_EVENT =
  /جایگزین|برنامه(?:‌| )?ی? ?بعدی|(?<!\p{L})next (?:stop|show|event|up)(?!\p{L})|به ترتیب|respectively|[»”]\s*(?:[،,]|و)\s*[«“]/iu;

/** Whether a text has one day or run and, besides a return, one hour: too little for two events. */
function isAtOneTime({ days, tokens }: ReturnType<typeof daysOf>): boolean {
  const starts = new Set(
    tokens.hours.filter(({ isReturn }) => !isReturn).map(({ start }) => start),
  );
  const [first, last] = days;
  const isRun =
    days.length === 2 &&
    (last?.role === "until" || last?.endsRun || first?.role === "from" || last?.role === "from");
  const weekdays = tokens.weekdays.filter(({ isName, isPlural }) => !isName && !isPlural);
  const isOneDay = new Set(days.map(({ day }) => day)).size < 2 || isRun;
  return (
    isOneDay &&
    starts.size < 2 &&
    (weekdays.length < 2 || first?.role === "from") &&
    (tokens.relative === null || days.length === 0)
  );
}

/** Names that lines of days or hours may have beside the title before the text may be of several. */
const NAMED_MOST = 2;

/** Whether a text that could not be split may announce several events. */
export function mayBeSeveral(
  lines: readonly string[],
  title: string | null,
  context: SplitContext,
): boolean {
  const isRun = daysOf(lines.join("\n"), context).days.at(-1)?.role === "until";
  if (isRun && isOneRun(lines, context)) return false;
  const text = lines.join("\n");
  const named = daysOf(text, context);
  const days = new Set(named.days.map(({ day }) => day));
  if (days.size > 1 && OTHER_EVENT.test(text)) return true;
  if (isAtOneTime(named)) return false;
  const others = readLines(lines, context).filter(
    ({ line, hasDay, hasHour, named }) =>
      (hasDay || hasHour) && named && line.length < 140 && !line.includes(title ?? "\n"),
  );
  return others.length >= NAMED_MOST;
}

/**
 * Splits a text that announces several events: each in a line of its own, in a block of lines, or at
 * an hour of the day that all share. @param blocks lines between empty ones
 */
export function splitAnnouncement(
  blocks: readonly (readonly string[])[],
  context: SplitContext,
): AnnouncementParts {
  const lines = blocks.flat();
  for (const [place, line] of lines.entries()) {
    const works = worksOf(line);
    if (works)
      return { shared: lines.filter((_, other) => other !== place), events: works.map(partOf) };
  }
  if (isOneRun(lines, context)) return { shared: lines, events: [] };
  const read = readLines(lines, context);
  // Each in lines of its own between empty ones.
  const paragraphs = blocks.filter(({ length }) => length > 1);
  return (
    asEvents(paragraphs, read, blocks) ??
    inLines(read, context) ??
    underDays(read) ??
    inBlocks(blocks, read) ??
    ofOneDay(read, context) ?? { shared: lines, events: [] }
  );
}

/** Whether its days are the run of one exhibition and its opening or a talk. */
function isOneRun(lines: readonly string[], context: SplitContext): boolean {
  const { days, tokens } = daysOf(lines.join("\n"), context);
  const ends = days.filter(({ role }) => role === "until").length;
  const isRun = tokens.isVisit && ends === 1 && days.length > 1 && days.length <= 3;
  return isRun && !lines.some((line) => BESIDE.test(line) && isListed(line, context));
}

/** What a house has on a day beside its exhibition, as an event of its own. */
const BESIDE =
  /(?<!\p{L})(?:کنسرت|کارگاه|ورک ?شاپ|نمایش(?![\s\u200c]?گاه)|اکران|فیلم|تئاتر|(?:کتاب|شعر|نمایشنامه|داستان)[\s\u200c]?خوانی|شب شعر|concert|konzert|workshop|film|screening|play|party|reading|lesung)(?!\p{L})/iu;

const isListed = (line: string, context: SplitContext): boolean =>
  daysOf(line, context).days.some(({ role }) => role === "listed");

/** Events in a line each, with a day and a name. */
function inLines(read: readonly ReadLine[], context: SplitContext): AnnouncementParts | null {
  const sure = new Set(
    read.filter(({ hasDay, named }) => hasDay && named).map(({ line }) => formOf(line)),
  );
  // Beside such a line, a short name is one: «شب مافیا».
  const items = read.filter(
    ({ line, hasDay, hasHour, named }) =>
      hasDay &&
      (named ||
        (hasHour &&
          daysOf(line, context).days.length > 0 &&
          sure.has(formOf(line)) &&
          nameIn(line).replace(/ /g, "").length >= LETTERS.number)),
  );
  // The line of the title may name the day of the one event that follows.
  const [head, next] = items;
  const isHead =
    head !== undefined &&
    head === read[0] &&
    (formOf(head.line) !== formOf(next?.line ?? "") || formOf(head.line) === "word");
  const below = isHead ? items.slice(1) : items;
  // «سه‌شنبه‌ها ساعت ۱۸» above dates is the hour of all.
  const dated = below.filter(({ line }) => daysOf(line, context).days.length > 0);
  const listed = dated.length >= 2 ? dated : below;
  const forms = new Set(listed.map(({ line }) => formOf(line)));
  if (listed.length < 2 || (forms.size === listed.length && listed.length <= 2)) return null;
  return {
    shared: read.filter((one) => !listed.includes(one)).map(({ line }) => line),
    events: listed.map(({ line }) => partOf(line)),
  };
}

/** How a line begins: with a mark, a number, a quote, a day or hour, or a word. */
function formOf(line: string): string {
  if (/^\s*(?:[\d۰-۹]{1,2}[.)]|[\d۰-۹]{1,2}\s*[-–]\s)/u.test(line)) return "number";
  if (/^\s*[«"“]/u.test(line)) return "quote";
  if (/^[^\p{L}\p{N}]/u.test(line)) return "mark";
  if (/^\s*[\d۰-۹]/u.test(line)) return "figure";
  const [first = ""] = line.split(/[\s,،:|–-]+/u);
  return nameIn(first) === "" && !/^(?:the|an?)$/iu.test(first) ? "day" : "word";
}

/** How a block begins: its mark, or the form of its first line. */
function beginOf(line: string): string {
  const form = formOf(line);
  return form === "mark" ? (/^\P{L}/u.exec(line)?.[0] ?? form) : form;
}

/** Events in several lines each, between empty lines or below lines of one form. */
function inBlocks(
  blocks: readonly (readonly string[])[],
  read: readonly ReadLine[],
): AnnouncementParts | null {
  const [, ...later] = read;
  const begins = new Map<string, number>();
  for (const { line } of later) begins.set(beginOf(line), (begins.get(beginOf(line)) ?? 0) + 1);
  const cut = (isHead: (line: string, place: number) => boolean): string[][] =>
    read.reduce<string[][]>((all, { line }, place) => {
      if (place === 0 || isHead(line, place)) all.push([line]);
      else all.at(-1)?.push(line);
      return all;
    }, []);
  const marked = [...begins]
    .filter(([begin, count]) => count >= 2 && begin !== "word")
    .map(([begin]) => cut((line) => beginOf(line) === begin));
  for (const candidate of [blocks.map((block) => [...block]), ...marked]) {
    const parts = asEvents(candidate, read);
    if (parts) return parts;
  }
  return null;
}

/** Blocks of one form that have a day and a name each; null for fewer than two. */
function asEvents(
  blocks: readonly (readonly string[])[],
  read: readonly ReadLine[],
  all: readonly (readonly string[])[] = blocks,
): AnnouncementParts | null {
  const of = (line: string) => read.find((one) => one.line === line);
  const isName = (line: string) => {
    const { named, hasDay, hasHour } = of(line) ?? {};
    // Above its day, a short line is a name: «شب تار».
    return (
      named || (!hasDay && !hasHour && !SIGN.test(line) && nameIn(line).length >= LETTERS.number)
    );
  };
  const isDated = (line: string) => Boolean(of(line)?.hasDay && !of(line)?.named);
  const isNamedBlock = (block: readonly string[]) =>
    block.some((line) => of(line)?.hasDay) &&
    block.some((line) => of(line)?.hasHour) &&
    block.some((line) => isName(line));
  const events = blocks.filter((block, place) => {
    // The first block may be the heading of all.
    return isNamedBlock(block) && (place > 0 || block.length > 1);
  });
  const begins = new Set(
    events.map(([first = ""]) => {
      const { hasDay, named } = of(first) ?? {};
      if (hasDay && !named) return "dated";
      // Between empty lines, each may have a mark of its own.
      return all !== blocks && formOf(first) === "mark" ? "mark" : beginOf(first);
    }),
  );
  if (events.length < 2 || begins.size > 1) return null;
  const isClear = (block: readonly string[]) =>
    block.some((line) => SIGN.test(line)) || (block.length > 1 && block.some(isDated));
  if (begins.has("word") && !events.every(isClear)) return null;
  return {
    shared: all.filter((block) => !events.includes(block)).flat(),
    events: events.map((lines) => ({
      lines: [...lines],
      named: lines.find((line) => of(line)?.named) ?? lines.find(isName) ?? lines[0] ?? "",
    })),
  };
}

/** Events with an hour and a name each, below the days that they are on. */
function underDays(read: readonly ReadLine[]): AnnouncementParts | null {
  const shared: string[] = [];
  const events: AnnouncementPart[] = [];
  const inHours: string[] = [];
  let day: string | null = null;
  for (const one of read) {
    if (one.hasDay && !one.hasHour) day = one.line;
    const isItem = day !== null && one.line !== day && one.hasHour && one.named && !one.hasDay;
    if (isItem && HOUR_FIRST.test(one.line)) inHours.push(one.line);
    if (
      isItem &&
      (HOUR_FIRST.test(one.line) ||
        /^\s*(?:[-–—•▪▫◾◽♦🔸🔹*✔✅]|\d{1,2}[.)]|[۰-۹]{1,2}[.)]|\p{Extended_Pictographic})/u.test(
          one.line,
        ))
    )
      events.push({ lines: [day ?? "", one.line], named: one.line });
    else if (one.line !== day || events.length === 0) shared.push(one.line);
  }
  if (events.length < 2) return null;
  const days = new Set(events.map(({ lines: [head] }) => head));
  // The hours of one day may be parts of one event.
  if (days.size < 2 && inHours.length === events.length) return null;
  return { shared: shared.filter((line) => !days.has(line)), events };
}

/** An hour that a line begins with: «ساعت ۱۰ کارگاه سفال», "9 صبح پیاده‌روی". */
const HOUR_FIRST =
  /^(?:[^\p{L}\p{N}«"“]|ساعت)*([\d۰-۹]{1,2}(?:[:٫.][\d۰-۹]{2})?(?:\s?(?:صبح|ظهر|بعد ?از ?ظهر|عصر|شب|[ap]\.?m\.?))?)(?:\s*[:،,|–—-])?\s+(?=[«"“\p{L}])/iu;
/** What one entrance of several events costs. */
const OWN_PRICE =
  /رایگان|آزاد|هزار|میلیون|تومان|تومن|(?<=[\d۰-۹] ?)ت(?!\p{L})|[€$£]|(?<!\p{L})(?:free|toman|AED|kr)(?!\p{L})/iu;
const OF_SEVERAL =
  /(?:دو|سه|چند|\d|هر) (?:تا )?(?:برنامه|رویداد)|برنامه ?ها(?:ی)?|رویدادها(?:ی)?|events|what['’]?s on|this week|programme/iu;

/** Events at hours of the one day that the text names: a line each, with a price or place of its own. */
function ofOneDay(read: readonly ReadLine[], context: SplitContext): AnnouncementParts | null {
  const dated = read.filter(({ hasDay, hasWeekday }) => hasDay || hasWeekday);
  const days = new Set(
    dated.flatMap(({ line }) => daysOf(line, context).days.map(({ day }) => day)),
  );
  const [head] = dated;
  if (!head || days.size > 1 || (days.size === 0 && dated.length > 1)) return null;
  const items = read.filter(({ line, hasDay, hasHour, named }) => {
    if (hasDay || !named || SIGN.test(line)) return false;
    return HOUR_FIRST.test(line) || (hasHour && OWN_PRICE.test(line));
  });
  const isProgramme =
    items.some(({ line }) => OWN_PRICE.test(line)) ||
    read.some(({ line }) => OF_SEVERAL.test(line.replace(/\u200c/g, " ")));
  if (items.length < 2 || !isProgramme) return null;
  return {
    shared: read.filter((one) => !items.includes(one)).map(({ line }) => line),
    events: items.map(({ line }) => {
      const own = /[\u0600-\u06ff]/.test(line) ? line.replace(HOUR_FIRST, "ساعت $1، ") : line;
      return { lines: [head.line, own], named: own };
    }),
  };
}
