import { MINUTE } from "../../lib/dates/durations";

/**
 * Minutes take 26 bits until the year 2097; the other bits of a 53-bit integer separate events of
 * one minute.
 */
const TIE_BITS = 27;
const TIE = 2 ** TIE_BITS;
const LAST_MINUTE = 2 ** 26 - 1;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Row id of an event in `event_search`: increases with the start (to the minute), so that matches
 * are ordered by time. The id breaks ties; two events of one minute collide with a probability of 1
 * in 134 million, which the unique index of `events` rejects: retry with the next `attempt`.
 * @param startsAt UTC epoch ms; before 1970 counts as 1970
 */
export function searchRowid(startsAt: number, id: string, attempt = 0): number {
  return firstRowid(startsAt) + ((hash(id) + attempt) % TIE);
}

/** The lowest row id of events that start in this minute or later. */
export function firstRowid(startsAt: number): number {
  return Math.min(Math.max(Math.floor(startsAt / MINUTE), 0), LAST_MINUTE) * TIE;
}

/** Start minute of a row's event, UTC epoch ms. */
export function startOfRowid(rowid: number): number {
  return Math.floor(rowid / TIE) * MINUTE;
}
