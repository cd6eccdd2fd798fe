import { Temporal } from "temporal-polyfill";

/** Years in which an event can sensibly be announced. */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

const hasOffset = (text: string): boolean => /(Z|[+-]\d{2}:?\d{2})$/.test(text);

/**
 * A typed time as an instant, UTC epoch ms; null for an invalid day, hour or year. Without an
 * offset it is wall time of `timeZone`; a missing or doubled hour resolves as Temporal's
 * `compatible` (decisions.md §2).
 */
export function instantOf(written: string, timeZone: string): number | null {
  try {
    const at = hasOffset(written)
      ? Temporal.Instant.from(written)
      : Temporal.PlainDateTime.from(written, { overflow: "reject" })
          .toZonedDateTime(timeZone, { disambiguation: "compatible" })
          .toInstant();
    const { year } = at.toZonedDateTimeISO(timeZone);
    // Lists order by whole seconds.
    return year >= YEAR_MIN && year <= YEAR_MAX
      ? Math.floor(at.epochMilliseconds / 1000) * 1000
      : null;
  } catch {
    return null;
  }
}

/** An instant as the wall time of a zone, YYYY-MM-DDTHH:MM, as native inputs have it. */
function wallTimeOf(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** The wall time of a typed time, in a zone if known. */
export function wallTimeIn(written: string, timeZone: string | null): string {
  if (!hasOffset(written) || timeZone === null) return written.slice(0, 16);
  const at = instantOf(written, timeZone);
  return at === null ? written.slice(0, 16) : wallTimeOf(at, timeZone);
}
