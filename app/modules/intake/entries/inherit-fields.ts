import { rememberedFor } from "../../../lib/runtime/remembered";
import { JsonObject } from "../text/json-value";
import { FIELDS_MAX, type FieldValue, type Gathered, gatherFields } from "./gather-fields";

/** Added to the rank of inherited values. */
const INHERITED = 1_000;
export const isInherited = ({ rank }: FieldValue): boolean => rank >= INHERITED;

/** Fields that entries inherit from a group. */
const SHARED = [
  "venue",
  "venueFa",
  "venueEn",
  "address",
  "currency",
  "organizer",
  "date",
  "jalaliDate",
  "category",
  "month",
  "year",
] as const;
/** Fields that give an entry its own day, so that it inherits none. */
const DATED = [
  "day",
  "date",
  "dateEn",
  "start",
  "startEn",
  "startFa",
  "jalaliDate",
  "shows",
] as const;
const DATES = ["date", "jalaliDate"];
const MONTHS = ["month", "year"];
const isIn = (names: readonly string[], name: string): boolean => names.includes(name);
const PLACED = ["venue", "venueFa", "venueEn"] as const;

/** Adds values of the enclosing objects to an entry, innermost first. */
export function inherit(gathered: Gathered, groups: readonly JsonObject[]): void {
  if (groups.length === 0) return;
  const own = new Set(gathered.keys());
  const isDated = DATED.some((name) => own.has(name));
  const isPlaced = PLACED.some((name) => own.has(name));
  for (const group of [...groups].reverse()) {
    const shared = sharedOf(group);
    for (const name of SHARED) {
      const found = shared.get(name);
      const hasOwnValue = isIn(DATES, name)
        ? isDated
        : isIn(MONTHS, name)
          ? isDated && !gathered.has("day")
          : isIn(PLACED, name) && isPlaced;
      if (!found || gathered.has(name) || hasOwnValue) continue;
      gathered.set(name, found);
    }
  }
}

/** Characters kept of a group's value. */
const LONGEST = 1_000;

/** Values of a group that are texts or numbers: its lists and objects hold the events. */
const sharedOf = rememberedFor((group: JsonObject): Gathered => {
  const words = new JsonObject();
  for (const [key, value] of [...group.fields].slice(0, FIELDS_MAX))
    if (typeof value === "number") words.set(key, value);
    // Truncated, since each entry of the group reads it again.
    else if (typeof value === "string") words.set(key, value.slice(0, LONGEST));
  const shared = gatherFields(words);
  for (const list of shared.values()) for (const fieldValue of list) fieldValue.rank += INHERITED;
  return shared;
});
