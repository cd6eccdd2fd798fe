import { MINUTE } from "../../lib/dates/durations";

/** Minutes need 26 bits until the year 2097; the rest of the 53 that a JavaScript number holds tells events of one minute apart. */
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
 * The row of `event_search` for an event: rises with the start (to the minute), so that matches come out of the
 * index in order of time. The id breaks ties; two events of one minute collide once in 134 million, which the
 * unique index of `events` refuses: then ask again with the next `attempt`.
 * @param startsAt UTC epoch ms; before 1970 counts as 1970
 */
export function searchRowid(startsAt: number, id: string, attempt = 0): number {
  return firstRowid(startsAt) + ((hash(id) + attempt) % TIE);
}

/** The lowest row that an event which starts in this minute or later can have. */
export function firstRowid(startsAt: number): number {
  return Math.min(Math.max(Math.floor(startsAt / MINUTE), 0), LAST_MINUTE) * TIE;
}

/** The minute in which the event of a row starts, UTC epoch ms. */
export function startOfRowid(rowid: number): number {
  return Math.floor(rowid / TIE) * MINUTE;
}
