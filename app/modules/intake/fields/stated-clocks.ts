import { type AnnouncedShowing, type AnnouncedTimes, minutesOfDay } from "./listed-times";
import type { NamedHours, ShowingTokens } from "./showing-tokens";

/** An hour with the words that name its clock: "8pm ET", «۲۱ تهران». */
export interface StatedClock {
  words: string;
  start: string;
}

/** The clock of a city. @see instantOf of written-times.server.ts, which the browser does not load */
export interface ZonedClock {
  timeZone: string;
  instantOf: (written: string, timeZone: string) => number | null;
}

/** Clocks by the words that name them. */
const CLOCKS: readonly (readonly [RegExp, string])[] = [
  [/تهران|ایران|tehran/u, "Asia/Tehran"],
  [/لندن|انگلیس|انگلستان|london|(?<!\p{L})bst(?!\p{L})/u, "Europe/London"],
  [
    /برلین|آلمان|فرانسه|سوئد|هلند|وین|پاریس|استکهلم|اروپا|berlin|paris|stockholm|central europe|(?<!\p{L})ces?t(?!\p{L})/u,
    "Europe/Berlin",
  ],
  [/تورنتو|نیویورک|toronto|new york|eastern|(?<!\p{L})e[sd]?t(?!\p{L})/u, "America/Toronto"],
  [/لس ?آنجلس|los angeles|pacific|(?<!\p{L})p[sd]?t(?!\p{L})/u, "America/Los_Angeles"],
  // British Columbia no longer changes its clocks.
  [/ونکوور|vancouver/u, "America/Vancouver"],
  [/استانبول|istanbul/u, "Europe/Istanbul"],
  [/دبی|dubai/u, "Asia/Dubai"],
  [/سیدنی|ملبورن|sydney/u, "Australia/Sydney"],
];
const WINTER = /(?<!\p{L})(?:[ep]st|cet)(?!\p{L})/u;
const SUMMER = /(?<!\p{L})(?:[ep]dt|cest|bst)(?!\p{L})/u;
/** Between the days on which clocks change, in every zone above. */
const isWinter = (day: string): boolean => day.slice(5) < "03-08" || day.slice(5) > "11-07";
const isSummer = (day: string): boolean => day.slice(5) > "03-31" && day.slice(5) < "10-25";

function zoneOf({ words }: StatedClock, day: string): string | null {
  // "EST" in July: people mean daylight time, which is an hour off.
  if ((WINTER.test(words) && !isWinter(day)) || (SUMMER.test(words) && !isSummer(day))) return null;
  return CLOCKS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

const DAY = 24 * 60 * 60_000;

/** Whether all stated clocks show the moment of a start in its own zone, on its day or the one beside it. */
function isOwnClock(
  clocks: readonly StatedClock[],
  { day, start }: AnnouncedShowing,
  { timeZone, instantOf }: ZonedClock,
): boolean {
  const own = start === null ? null : instantOf(`${day}T${start}`, timeZone);
  const momentOf = (clock: StatedClock) => {
    const zone = zoneOf(clock, day);
    return zone === null ? null : instantOf(`${day}T${clock.start}`, zone);
  };
  return (
    own !== null &&
    clocks.every((clock) => {
      const moment = momentOf(clock);
      return moment !== null && (moment - own) % DAY === 0;
    })
  );
}

/**
 * Times without the doubt about their clock, where no other reading is left: the stated clocks show
 * one moment, and the first is the event's own. @param zoned clock of the event's city
 */
export function onOwnClock(
  times: AnnouncedTimes,
  clocks: readonly StatedClock[],
  zoned: ZonedClock | undefined,
): AnnouncedTimes {
  const { showings, schedule } = times;
  const isListed = schedule === null || schedule.kind === "dates";
  const isSure =
    zoned !== undefined &&
    showings.length > 0 &&
    isListed &&
    clocks.length > 0 &&
    showings.every((showing) => isOwnClock(clocks, showing, zoned));
  return isSure
    ? { ...times, findings: times.findings.filter((code) => code !== "other-zone") }
    : times;
}

/** Hours at most so many minutes apart are in the same half of the day. */
const NEAR = 180;
const EVENING = /(?<!\p{L})(?:tonight|امشب|(?:شنبه|جمعه) ?شب|doors?|einlass)(?!\p{L})/u;
const DAWN = /(?<!\p{L})(?:طلوع|صبحگاهی|sunrise|dawn)(?!\p{L})/u;

/** Whether the text rules out the other half of the day of an hour that does not state it. */
export function isHalfKnown(
  { start }: NamedHours,
  { hours, folded, days }: ShowingTokens,
): boolean {
  const at = minutesOfDay(start);
  const isLate = at >= 12 * 60;
  if (isLate && at >= 17 * 60 && EVENING.test(folded)) return true;
  if (!isLate && DAWN.test(folded)) return true;
  return hours.some((other) => {
    if (other.isUnclear) return false;
    const stated = minutesOfDay(other.start);
    // "Meet at 8, back by 6 pm" on one day; "doors 7 pm, show 7:30".
    return other.isReturn
      ? days.length === 1 && !isLate && at < stated && at + 12 * 60 > stated
      : Math.abs(at - stated) <= NEAR && stated >= 12 * 60 === isLate;
  });
}
