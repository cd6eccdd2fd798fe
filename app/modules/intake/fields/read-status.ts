import { foldWords } from "../text/fold-words";

/** What an entry says of itself: it takes place, or not, or not as announced. */
export type EntryStatus = "scheduled" | "cancelled" | "postponed" | "sold-out" | "private";

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
  // A rescheduled one states its new date.
  return /postponed$/.test(word) ? "postponed" : "scheduled";
}
