import { weekdayOf } from "../../../lib/dates/days";
import { foldWords } from "../text/fold-words";
import type { AnnouncedTimes } from "./listed-times";
import { showingTokens } from "./showing-tokens";

/** What an entry says of itself: it takes place, or not, or not as announced. */
export type EntryStatus =
  | "scheduled"
  | "cancelled"
  | "postponed"
  | "sold-out"
  | "tentative"
  | "private";

const WORDS: readonly (readonly [Exclude<EntryStatus, "scheduled">, string])[] = [
  [
    "cancelled",
    "cancell?ed|called off|abgesagt|annulé|لغو ?(?:شد(?:ه)?|گردید)(?: است)?|کنسل ?شد(?:ه)?(?: است)?|لغو|کنسل",
  ],
  [
    "postponed",
    "postponed|rescheduled|new date|verschoben|به تعویق افتاد(?:ه)?(?: است)?|تعویق|تمدید نشد|تغییر (?:تاریخ|زمان)|زمان جدید",
  ],
  [
    "sold-out",
    "sold[ -]?out|fully booked|ausverkauft|(?:تکمیل|پر) ?(?:ظرفیت|شد(?:ه)?)|ظرفیت (?:تکمیل|پر)(?: شد(?:ه)?)?|سولد ?اوت|بلیت(?:‌ها)? تمام شد",
  ],
  ["tentative", "tentative|hold|tbc|unconfirmed|احتمالی|نامشخص"],
  ["private", "private(?: event)?|confidential|خصوصی|محرمانه"],
];
const MARKS = "[\\[(【«*]?\\s*";
const PATTERNS = WORDS.flatMap(([status, words]) => [
  { status, pattern: new RegExp(`^${MARKS}(?:${words})\\s*(?:[\\])】»*]|[:：!|–-])\\s*`, "iu") },
  {
    status,
    pattern: new RegExp(`\\s*(?:[\\[(【|]|[:–-]\\s)\\s*(?:${words})\\s*[\\])】!]*$`, "iu"),
  },
]);

/**
 * The status that a title states before or behind the name: "Canceled: …", «… (لغو شد)», and the
 * title without it.
 */
export function readTitleStatus(title: string): { status: EntryStatus; title: string } {
  const written = title.replace(/[‐‑‒–—―−]/g, "–");
  for (const { status, pattern } of PATTERNS) {
    const match = pattern.exec(written);
    const rest = match
      ? (title.slice(0, match.index) + title.slice(match.index + match[0].length)).trim()
      : "";
    if (match && rest !== "") return { status, title: rest };
  }
  return { status: "scheduled", title };
}

/** The status that a property states: STATUS of iCalendar, `eventStatus` of schema.org. */
export function readStatusValue(value: string | null): EntryStatus {
  const word = foldWords(value ?? "").replace(/^https?:\/\/schema\.org\/?|^event(?=[a-z])/g, "");
  if (/cancell?ed$|^لغو/.test(word)) return "cancelled";
  if (/^tentative$/.test(word)) return "tentative";
  if (/^(?:sold ?out|تکمیل)/.test(word)) return "sold-out";
  // A rescheduled one states its new date.
  return /postponed$/.test(word) ? "postponed" : "scheduled";
}

const CANCELLED_TEXT =
  /(?<!\p{L})(?:cancell?ed|called off|will not (?:go ahead|take place)|won['’]?t (?:go ahead|take place)|not (?:going ahead|taking place)|(?:لغو|کنسل) ?(?:شد(?:ه)?|گردید|می ?شود|میشه|است|شده ?است)|لغو (?:اجرا|برنامه|کنسرت|نمایش)|برگزار (?:نمی ?شود|نمیشه|نخواهد شد)|abgesagt)(?!\p{L})/u;
const POSTPONED_TEXT =
  /(?<!\p{L})(?:postponed|verschoben|(?:به )?تعویق (?:افتاد(?:ه)?|می ?افتد)|به زمان دیگری موکول|موکول ?شد|موکول ?می ?شود|به وقت دیگری)(?!\p{L})/u;
const SOLD_OUT_TEXT =
  /(?<!\p{L})(?:sold[ -]?out|fully booked|house full|ausverkauft|uitverkocht|slutsålt|udsolgt|utsolgt|تکمیل ظرفیت|ظرفیت (?:تکمیل|پر)|تکمیل شد|سولد ?اوت|بلی[تط][^\n.]{0,40}تم[اوا]م شد)(?!\p{L})/u;
/** Behind a price or a kind of ticket, which alone is gone: "Early Bird 18€ (sold out)". */
export const OF_ONE_TIER =
  /(?:[€$£]|\d ?(?:eur|usd|gbp|cad|aed|kr|تومان|تومن|ت)|early ?birds?|phase \d|vip|tier \d|balcony|stalls|بالکن|ردیف \p{L}+|جایگاه \p{L}+)[ )]*[([:–-]? ?$/u;
const CONDITION =
  /(?:if|unless|in case|in the event|اگر|در صورت|چنانچه|مگر|در ?صورتی ?که|cancellation|refund policy|لغو رزرو|کنسلی|قابل لغو|will be cancelled unless)[^\n.]{0,40}$/u;
const OTHERS_GO_ON =
  /(?<!\p{L})(?:سایر|بقیه|other (?:dates|shows|nights)|remaining|still on|هم ?چنان|طبق برنامه)(?!\p{L})/u;

const says = (line: string, pattern: RegExp): boolean => {
  const match = pattern.exec(line);
  return match !== null && !CONDITION.test(line.slice(0, match.index));
};

/** The status that an announcement states of all its dates. @param hasNewDate a date to come is stated */
export function readAnnouncedStatus(text: string, hasNewDate: boolean): EntryStatus {
  const lines = text.split("\n").map((line) => foldWords(line, 500));
  const whole = lines.join(" ");
  if (lines.some((line) => says(line, POSTPONED_TEXT)))
    return hasNewDate ? "scheduled" : "postponed";
  if (lines.some((line) => says(line, CANCELLED_TEXT)) && !OTHERS_GO_ON.test(whole))
    return "cancelled";
  const isGone = (line: string): boolean =>
    says(line, SOLD_OUT_TEXT) && !OF_ONE_TIER.test(line.slice(0, line.search(SOLD_OUT_TEXT)));
  return lines.some(isGone) ? "sold-out" : "scheduled";
}

/** A status behind an hour is of that showing alone: "(7pm show sold out)". */
const OF_ONE_SHOW =
  /(?:\d ?[ap]m|\d:\d\d|(?:ساعت|سانس) \S{1,8})(?: (?:show|performance|سانس|اجرا))? ?(?:is |now )?(?:sold[ -]?out|cancell?ed|تکمیل|پر شد|لغو)/u;

/** Whether the line of a status names a day or weekday, and the event has others. */
export function isOfSomeDates(
  lines: readonly string[],
  { showings }: AnnouncedTimes,
  context: { today: string; country: string },
): boolean {
  const isOne = new Set(showings.map(({ day }) => day)).size < 2;
  return lines.some((line) => {
    if (readAnnouncedStatus(line, false) === "scheduled") return false;
    if (OF_ONE_SHOW.test(foldWords(line, 500))) return true;
    if (isOne) return false;
    const { days, weekdays } = showingTokens(line, context);
    const named = showings.filter(
      ({ day }) =>
        days.some((one) => one.day === day) ||
        weekdays.some((group) => group.days.includes(weekdayOf(day))),
    );
    return named.length > 0 && named.length < showings.length;
  });
}

/** The line of a status that names days, none of which the event has: what is left is not off. */
export function statusOfOtherDates(
  lines: readonly string[],
  { showings }: AnnouncedTimes,
  context: { today: string; country: string },
): string | null {
  const isOther = (line: string): boolean => {
    if (readAnnouncedStatus(line, false) === "scheduled") return false;
    const { days, weekdays } = showingTokens(line, context);
    return (
      days.length + weekdays.length > 0 &&
      !showings.some(
        ({ day }) =>
          days.some((one) => one.day === day) ||
          weekdays.some((group) => group.days.includes(weekdayOf(day))),
      )
    );
  };
  return showings.length === 0 ? null : (lines.find(isOther) ?? null);
}

/** Whether a day whose line only says that it is off or sold out was given the hour of another line. */
export function isHourBorrowed(
  lines: readonly string[],
  { showings }: AnnouncedTimes,
  context: { today: string; country: string },
): boolean {
  if (new Set(showings.map(({ day }) => day)).size < 2) return false;
  return lines.some((line) => {
    if (readAnnouncedStatus(line, false) === "scheduled") return false;
    const { days, hours } = showingTokens(line, context);
    return (
      hours.length === 0 &&
      days.length === 1 &&
      showings.some(({ day, start }) => start !== null && day === days[0]?.day)
    );
  });
}
