import type { ImportNote } from "../../authoring/import-notes";
import type { IssueCode } from "../issue-table";

/** A part of an entry's own text, and whether it gave rise to a doubt. */
export interface OriginalPart {
  text: string;
  isCause: boolean;
}

const START = /^DTSTART[^\n]*|"startDate"[^,}\n]*/im;
const END = /^DT(?:END|START)[^\n]*|"(?:end|start)Date"[^,}\n]*/im;
const ZONE = /TZID=[^:\n]*|"startDate"[^,}\n]*/i;
const RULE = /^(?:RRULE|RDATE|EXDATE)[^\n]*|"(?:eventSchedule|repeatFrequency)"[^,}\n]*/im;
const PRICE = /"(?:price|lowPrice|offers)"[^,}\n]*|^[^\n]*(?:تومان|ریال|€|\$)[^\n]*/imu;
const PLACE = /^LOCATION[^\n]*|"location"[^,}\n]*/im;

/** Where in an entry's text the cause of a doubt stands; codes without a place mark nothing. */
const CAUSES: Partial<Record<IssueCode | ImportNote, RegExp>> = {
  private: /^CLASS:[^\n]*/im,
  cancelled:
    /^STATUS:CANCELL?ED|^METHOD:CANCEL|EventCancelled|\[?cancell?ed\]?|لغو(?: شد)?|کنسل/imu,
  postponed: /EventPostponed|postponed|به تعویق[^\n]{0,12}|موکول/iu,
  tentative: /^STATUS:TENTATIVE/im,
  "impossible-date": START,
  "unreadable-date": START,
  "ambiguous-date": START,
  past: START,
  "end-before-start": END,
  "unreadable-end": END,
  "unknown-zone": ZONE,
  "zone-converted": ZONE,
  "other-zone": ZONE,
  "unread-rule": RULE,
  recurring: RULE,
  repeats: RULE,
  repeatsWithinDay: RULE,
  repeatsOtherCalendar: RULE,
  repeatsPattern: RULE,
  repeatsRange: RULE,
  repeatsZone: RULE,
  repeatsTooMany: RULE,
  "low-price": PRICE,
  "unit-unclear": PRICE,
  "unreadable-price": PRICE,
  "other-city": PLACE,
  "unclear-city": PLACE,
  "unclear-place": PLACE,
  noCity: PLACE,
};

/** Cuts the text of an entry where the causes of its doubts stand. */
export function markOriginal(
  text: string,
  codes: readonly (IssueCode | ImportNote)[],
): OriginalPart[] {
  const places = codes
    .flatMap((code) => {
      const found = CAUSES[code]?.exec(text);
      return found ? [{ from: found.index, to: found.index + found[0].length }] : [];
    })
    .sort((one, other) => one.from - other.from);
  const parts: OriginalPart[] = [];
  let end = 0;
  for (const { from, to } of places) {
    if (from < end) continue;
    parts.push({ text: text.slice(end, from), isCause: false });
    parts.push({ text: text.slice(from, to), isCause: true });
    end = to;
  }
  parts.push({ text: text.slice(end), isCause: false });
  return parts.filter((part) => part.text !== "");
}
