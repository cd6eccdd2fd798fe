import { FIELDS_MAX, type FieldValue, type Gathered, gatherFields } from "./gather-fields";
import { JsonObject } from "./json-value";

/** Added to the rank of what stands around an entry. */
const INHERITED = 1_000;
export const isInherited = ({ rank }: FieldValue): boolean => rank >= INHERITED;

/** What a group says of all that stands in it, where an entry says nothing of it itself. */
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
/** What tells an entry's day itself, so that a day around it is of something else. */
const DATED = ["day", "date", "dateEn", "start", "startEn", "startFa", "jalaliDate", "shows"] as const;
const DATES = ["date", "jalaliDate"];
const MONTHS = ["month", "year"];
const isIn = (names: readonly string[], name: string): boolean => names.includes(name);
const PLACED = ["venue", "venueFa", "venueEn"] as const;

/** Adds to an entry's fields what the objects around it say of all their events, the nearest first. */
export function inherit(gathered: Gathered, groups: readonly JsonObject[]): void {
  if (groups.length === 0) return;
  const own = new Set(gathered.keys());
  const isDated = DATED.some((name) => own.has(name));
  const isPlaced = PLACED.some((name) => own.has(name));
  for (const group of [...groups].reverse()) {
    const shared = sharedOf(group);
    for (const name of SHARED) {
      const found = shared.get(name);
      const isTold = isIn(DATES, name) ? isDated : isIn(MONTHS, name) ? isDated && !gathered.has("day") : isIn(PLACED, name) && isPlaced;
      if (!found || gathered.has(name) || isTold) continue;
      gathered.set(name, found);
    }
  }
}

/** Letters of what a group says that are looked at. */
const LONGEST = 1_000;
const sharedByGroup = new WeakMap<JsonObject, Gathered>();

/** What a group says in words: its lists and objects hold the events, or what is theirs alone. */
function sharedOf(group: JsonObject): Gathered {
  let shared = sharedByGroup.get(group);
  if (!shared) {
    const words = new JsonObject();
    for (const [key, value] of [...group.fields].slice(0, FIELDS_MAX))
      if (typeof value === "number") words.set(key, value);
      // Each entry of the group reads it again.
      else if (typeof value === "string") words.set(key, value.slice(0, LONGEST));
    shared = gatherFields(words);
    for (const list of shared.values()) for (const fieldValue of list) fieldValue.rank += INHERITED;
    sharedByGroup.set(group, shared);
  }
  return shared;
}
