import { Temporal } from "temporal-polyfill";
import { offsetAt } from "./dates.server";
import { HOUR, MINUTE } from "./durations";

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** +0330 */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(Math.floor(minutes % 60))}`;
}

/** The wall time of an offset: 20261208T163000. */
const wallTime = (at: number, offset: number) =>
  new Date(at + offset).toISOString().slice(0, 19).replace(/[-:]/g, "");

interface Change {
  at: number;
  before: number;
  after: number;
}

/**
 * The changes of a zone's clock from the last one before `from` on, until `to`; UTC epoch ms. A zone
 * without one before it has its offset since 1970.
 */
function changesOf(timeZone: string, from: number, to: number): Change[] {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  const previous = start.getTimeZoneTransition("previous");
  const offset = offsetAt(from, timeZone);
  const changes: Change[] = previous ? [] : [{ at: -offset, before: offset, after: offset }];
  let change = previous ?? start.getTimeZoneTransition("next");
  while (change && change.epochMilliseconds <= to) {
    const at = change.epochMilliseconds;
    changes.push({ at, before: offsetAt(at - 1, timeZone), after: offsetAt(at, timeZone) });
    change = change.getTimeZoneTransition("next");
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
      `DTSTART:${wallTime(at, before)}`,
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
 * An instant on a zone's clock; null in the hours after the clock was set back, whose wall times
 * come twice: a calendar takes them for the first (RFC 5545 §3.3.5).
 */
export const onClock = (at: number, timeZone: string): Temporal.ZonedDateTime | null =>
  offsetAt(at - SET_BACK, timeZone) > offsetAt(at, timeZone)
    ? null
    : Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
