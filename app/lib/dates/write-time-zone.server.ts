import { offsetAt } from "./dates.server";
import { DAY, HOUR, MINUTE } from "./durations";

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** +0330 */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(Math.floor(minutes % 60))}`;
}

/** An instant's fields of UTC as calendars write them: 20261208T163000. */
export function basicTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`;
}

interface Change {
  at: number;
  before: number;
  after: number;
}

/** Clocks change weeks apart: between instants so far apart there is one change at most. */
const STEP = 21 * DAY;
/** How far back the last change is looked for: of zones that change their clocks it is not farther. */
const BACK = 366 * DAY;

/** The change of a zone's clock behind `from` and not behind `to`; null without one. */
function changeBetween(timeZone: string, from: number, to: number): Change | null {
  const [before, after] = [offsetAt(from, timeZone), offsetAt(to, timeZone)];
  if (before === after) return null;
  // Clocks change at whole minutes.
  let [unchanged, changed] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (offsetAt(middle * MINUTE, timeZone) === before) unchanged = middle;
    else changed = middle;
  }
  return { at: changed * MINUTE, before, after };
}

/**
 * The changes of a zone's clock from the last one before `from` on, until `to`; UTC epoch ms. A zone
 * without one in the year before it has its offset since 1970. Found by offsets: Temporal looks for
 * changes through decades, which takes ten times as long as a whole calendar.
 */
function changesOf(timeZone: string, from: number, to: number): Change[] {
  let last: Change | null = null;
  for (let at = from; !last && at > from - BACK; at -= STEP)
    last = changeBetween(timeZone, at - STEP, at);
  const offset = offsetAt(from, timeZone);
  const changes: Change[] = [last ?? { at: -offset, before: offset, after: offset }];
  for (let at = from; at < to; at += STEP) {
    const change = changeBetween(timeZone, at, Math.min(at + STEP, to));
    if (change) changes.push(change);
  }
  return changes;
}

/**
 * A zone as VTIMEZONE (RFC 5545 §3.6.5) with each change of its clock between two instants, and the
 * one before them. UTC epoch ms.
 */
export function writeTimeZone(timeZone: string, from: number, to: number): string {
  const parts = changesOf(timeZone, from, to).flatMap(({ at, before, after }) => {
    const kind = after > before ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${kind}`,
      `DTSTART:${basicTime(at + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...parts, "END:VTIMEZONE", ""].join("\r\n");
}

/** A clock is set back by less than this. */
const SET_BACK = 3 * HOUR;

/**
 * An instant on a zone's clock (`basicTime`). Null in the hours after the clock was set back, whose
 * wall times come twice: a calendar takes them for the first (RFC 5545 §3.3.5).
 */
export function onClock(at: number, timeZone: string): string | null {
  const offset = offsetAt(at, timeZone);
  return offsetAt(at - SET_BACK, timeZone) > offset ? null : basicTime(at + offset);
}
