import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import { instantOf, wallTimeIn } from "../../../lib/dates/written-times.server";
import type { EventInput } from "../../authoring/schema";
import type { FoundDraft } from "./draft-of-found.server";

/** Wall times with another hour or day. */
type Change = (wall: string) => string | null;

/** The same hour on the other half of the day. */
const otherHalf: Change = (wall) => {
  const hour = Number(wall.slice(11, 13));
  return `${wall.slice(0, 11)}${String((hour + 12) % 24).padStart(2, "0")}${wall.slice(13)}`;
};

/** Day and month exchanged; null where there is no such day. */
const exchanged: Change = (wall) => {
  const [year, month, day] = wall.slice(0, 10).split("-");
  const date = `${year}-${day}-${month}`;
  return day === month || Number(day) > 12 ? null : `${date}${wall.slice(10)}`;
};

/** Moves an event to another start, with its length kept. */
function startingAt({ input, city }: FoundDraft, change: Change): EventInput | null {
  const { startsAt, endsAt, schedule, allDay } = input;
  if (startsAt === null || schedule || !city || (allDay && change === otherHalf)) return null;
  const start = instantOf(startsAt, city.timeZone);
  const wall = start === null ? null : change(wallTimeIn(startsAt, city.timeZone));
  const other = wall === null ? null : instantOf(wall, city.timeZone);
  if (start === null || other === null) return null;
  const end = endsAt === null ? null : instantOf(endsAt, city.timeZone);
  const at = (instant: number) => toIsoWithOffset(instant, city.timeZone);
  return {
    ...input,
    startsAt: at(other),
    endsAt: end === null ? null : at(end + other - start),
  };
}

/**
 * The other way to read what is doubtful about a draft: the hour on the other half of the day, day and
 * month exchanged, the amount in rials in place of toman. Null where the doubt is of another kind.
 */
export function secondReading(draft: FoundDraft, code: string): EventInput | null {
  if (code === "am-or-pm") return startingAt(draft, otherHalf);
  if (code === "ambiguous-date") return startingAt(draft, exchanged);
  const { price, currency } = draft.input;
  const isInToman = price !== null && price > 0 && price % 10 === 0;
  return code === "unit-unclear" && isInToman && (currency ?? "IRR") === "IRR"
    ? { ...draft.input, price: price / 10 }
    : null;
}
