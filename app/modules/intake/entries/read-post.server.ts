import { localDay } from "../../../lib/dates/dates.server";
import { addDays, weekdayOf } from "../../../lib/dates/days";
import { foldDigits } from "../../../lib/text/digits";
import { weekdaysIn } from "../fields/read-date";
import { readMoment } from "../fields/read-moment";
import type { SourceItem } from "./source-item";

interface Post {
  title: string;
  venue: string | null;
  organizer: string | null;
  isCancelled: boolean;
  stated: NonNullable<SourceItem["stated"]>;
}

type Label = "title" | "date" | "time" | "venue" | "price" | "organizer";

const WORDS: readonly (readonly [Label, RegExp])[] = [
  ["title", /^(?:عنوان|نام (?:برنامه|رویداد)|title|event)$/i],
  [
    "date",
    /^(?:تاریخ(?: و ساعت)?(?: برگزاری| اجرا)?|زمان(?: برگزاری| اجرا)?|روز|date(?: (?:and|&) time)?|when|day)$/i,
  ],
  ["time", /^(?:ساعت(?: برگزاری| شروع| اجرا)?|شروع|time|hour|starts?(?: at)?)$/i],
  [
    "venue",
    /^(?:مکان(?: برگزاری)?|محل(?: برگزاری| اجرا)?|آدرس|نشانی|venue|place|location|where|address)$/i,
  ],
  [
    "price",
    /^(?:قیمت(?: بلیت| بلیط)?|بها|بلیت|بلیط|هزینه(?: ثبت ?نام)?|ورودی|price|tickets?|admission|cost|entry)$/i,
  ],
  ["organizer", /^(?:برگزار ?کننده|میزبان|organi[sz]er|organi[sz]ed by|host)$/i],
];
const SIGNS: readonly (readonly [Label, RegExp])[] = [
  ["date", /^(?:📅|📆|🗓)/u],
  ["time", /^(?:⏰|⏱|🕐|🕑|🕒|🕓|🕔|🕕|🕖|🕗|🕘|🕙|🕚|🕛|⌚)/u],
  ["venue", /^(?:📍|📌|🏛|🏢|🎪)/u],
  ["price", /^(?:💰|💵|💳|🎟|🎫)/u],
];
const CANCELLED =
  /(?:لغو|کنسل) ?(?:شد|گردید|می‌?شود|است)|(?:event |concert |show )?(?:is |has been |was )?cancell?ed\b/i;
const TODAY = /(?:^|[^\p{L}])(?:امروز|امشب|today|tonight)(?!\p{L})/iu;
const TOMORROW = /(?:^|[^\p{L}])(?:فردا(?: شب)?|tomorrow)(?!\p{L})/iu;
const LINES = 60;
const LINE_MAX = 200;
/** Longest line without a label that may state when an event takes place. */
const DATE_LINE_MAX = 110;

/**
 * Reads an announcement in free text, such as a post: its title is the first line, its day, hour,
 * place and price are in lines with a label or a sign, else the first short line with a readable
 * day counts. Relative days are those after its publication.
 * @param published ISO 8601; null is now
 * @returns null without a readable day
 */
export function readPost(
  text: string,
  published: string | null,
  context: { now: number; timeZone: string; citySlug: string },
): Post | null {
  const at = published === null ? context.now : Date.parse(published);
  const day = localDay(Number.isNaN(at) ? context.now : at, context.timeZone);
  const lines = text
    .split("\n")
    .map((line) => line.replace(/[\u200e\u200f\u2066-\u2069]/g, "").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^(?:[#@][^\s#@]+\s*)+$/u.test(line))
    .slice(0, LINES)
    .map((line) => line.slice(0, LINE_MAX));
  const labelled = lines.map(labelOf);
  const of = (label: Label) => labelled.find((one) => one?.label === label)?.value ?? null;
  const title = of("title") ?? plainLine(lines.find((_, index) => labelled[index] === null) ?? "");
  const readable = (line: string | null): string | null => {
    if (line === null || line === "") return null;
    // First, since a moment distinguishes an hour from a day of the month.
    if (readMoment(line, answerContext(day, context)).dates.start !== null) return line;
    const relative = relativeDay(line, day);
    return relative === null
      ? null
      : `${relative} ${foldDigits(line).replace(/\d{4}-\d{2}-\d{2}/g, "")}`;
  };
  const unlabelled = lines.filter(
    (line, index) => labelled[index] === null && line.length <= DATE_LINE_MAX,
  );
  const date =
    readable(of("date")) ??
    readable(of("time")) ??
    unlabelled.map((line) => readable(plainLine(line))).find((line) => line !== null) ??
    null;
  if (title === "" || date === null) return null;
  const time = of("time");
  const price = of("price");
  return {
    title,
    venue: of("venue"),
    organizer: of("organizer"),
    isCancelled: saysCancelled(lines),
    stated: {
      date,
      published: new Date(at).toISOString(),
      ...(time && time !== date && { time }),
      ...(price && { price }),
    },
  };
}

/** Whether the first lines of an announcement take it back. */
export const saysCancelled = (lines: readonly string[]): boolean =>
  lines.slice(0, 3).some((line) => CANCELLED.test(line));

const plainLine = (line: string): string =>
  line
    .replace(/^[^\p{L}\p{N}«"“(]+/u, "")
    .replace(/\p{Extended_Pictographic}|\uFE0F/gu, "")
    .trim();

/** The label of a line and what follows it; null for none. */
export function labelOf(line: string): { label: Label; value: string } | null {
  const sign = SIGNS.find(([, pattern]) => pattern.test(line))?.[0] ?? null;
  const bare = plainLine(line);
  const [, word = "", rest = ""] = /^([^:：]{2,24}?)\s*[:：]\s*(.+)$/u.exec(bare) ?? [];
  const named = word === "" ? undefined : WORDS.find(([, pattern]) => pattern.test(word.trim()));
  if (named && rest) return { label: named[0], value: rest.trim() };
  return sign && bare ? { label: sign, value: bare } : null;
}

const answerContext = (
  day: string,
  { timeZone, citySlug }: { timeZone: string; citySlug: string },
) => ({
  city: { slug: citySlug, timeZone, currency: "IRR", country: "IR" },
  month: day.slice(0, 7),
  today: day,
});

/** The day that "tonight" or "on Thursday" means after a day; null for another text. */
function relativeDay(line: string, day: string): string | null {
  if (TODAY.test(line)) return day;
  if (TOMORROW.test(line)) return addDays(day, 1);
  const [weekday, ...more] = weekdaysIn(line);
  if (weekday === undefined || more.length > 0 || /ها|every|each|هر /.test(line)) return null;
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}
