import { nameIn } from "../fields/announced-names";
import { showingTokens } from "../fields/showing-tokens";

/** A text as announcements of single events: what they share, and the lines of each. */
export interface AnnouncementParts {
  shared: string[];
  /** Lines of each event; none where the text announces one. */
  events: string[][];
}

interface SplitContext {
  today: string;
  country: string;
}

const SIGN =
  /^[^\p{L}\p{N}«"“]*(?:📅|📆|🗓|⏰|⏱|🕐|🕑|🕒|🕓|🕔|🕕|🕖|🕗|🕘|🕙|🕚|⌚|💰|💳|🎟|🎫|📍|📌)/u;

/** Letters of a name: fewer where a mark or number says that it is an item. */
const LETTERS = { number: 3, mark: 4, other: 6 };
const isNamed = (line: string, isListed: boolean): boolean => {
  const form = isListed ? "number" : formOf(line);
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

/** Splits a text that announces several events, each in a line of its own with a day and a name. */
export function splitAnnouncement(
  lines: readonly string[],
  context: SplitContext,
): AnnouncementParts {
  for (const [place, line] of lines.entries()) {
    const works = worksOf(line);
    if (works)
      return {
        shared: lines.filter((_, other) => other !== place),
        events: works.map((work) => [work]),
      };
  }
  // "Programme of the week:" leads to a list.
  const isListed = /[:：]\s*$/u.test(lines[0] ?? "");
  const read = lines.map((line) => {
    const { days, tokens } = daysOf(line, context);
    const hasDay = days.length > 0 || (tokens.weekdays.length > 0 && tokens.hours.length > 0);
    const named = !SIGN.test(line) && isNamed(line, isListed);
    return { line, hasDay, hasHour: tokens.hours.length > 0, named };
  });
  const items = read.filter(({ hasDay, named }) => hasDay && named);
  // The line of the title may name the day of the one event that follows.
  const [head, next] = items;
  const isHead =
    head !== undefined &&
    head === read[0] &&
    (formOf(head.line) !== formOf(next?.line ?? "") || formOf(head.line) === "word");
  const listed = isHead ? items.slice(1) : items;
  const forms = new Set(listed.map(({ line }) => formOf(line)));
  if (listed.length >= 2 && (forms.size < listed.length || listed.length > 2))
    return grouped(
      read,
      listed.map(({ line }) => line),
    );
  return underDays(read) ?? { shared: [...lines], events: [] };
}

type ReadLine = { line: string; hasDay: boolean; hasHour: boolean; named: boolean };

/** How a line begins: with a mark, a number, a quote, a day or hour, or a word. */
function formOf(line: string): string {
  if (/^\s*(?:[\d۰-۹]{1,2}[.)]|[\d۰-۹]{1,2}\s*[-–]\s)/u.test(line)) return "number";
  if (/^\s*[«"“]/u.test(line)) return "quote";
  if (/^[^\p{L}\p{N}]/u.test(line)) return "mark";
  if (/^\s*[\d۰-۹]/u.test(line)) return "figure";
  return nameIn(line.split(/[\s,،:|–-]+/u)[0] ?? "") === "" ? "day" : "word";
}

/** Items with the lines that belong to them: indented or without a fact that all share. */
function grouped(read: readonly ReadLine[], items: readonly string[]): AnnouncementParts {
  return {
    shared: read.filter(({ line }) => !items.includes(line)).map(({ line }) => line),
    events: items.map((line) => [line]),
  };
}

/** Events with an hour and a name each, below the days that they are on. */
function underDays(read: readonly ReadLine[]): AnnouncementParts | null {
  const shared: string[] = [];
  const events: string[][] = [];
  let day: string | null = null;
  for (const one of read) {
    if (one.hasDay && !one.hasHour) day = one.line;
    const isItem = day !== null && one.line !== day && one.hasHour && one.named && !one.hasDay;
    if (
      isItem &&
      /^\s*(?:[-–—•▪▫◾◽♦🔸🔹*✔✅]|\d{1,2}[.)]|[۰-۹]{1,2}[.)]|\p{Extended_Pictographic})/u.test(
        one.line,
      )
    )
      events.push([day ?? "", one.line]);
    else if (one.line !== day || events.length === 0) shared.push(one.line);
  }
  if (events.length < 2) return null;
  const days = new Set(events.map(([head]) => head));
  return { shared: shared.filter((line) => !days.has(line)), events };
}
