import type { EventValues } from "../../../db/schema";

/** What a merge takes from the event that goes, by what belongs together: a price is nothing without its currency. */
export const MERGE_FIELDS = {
  title: ["title"],
  description: ["description"],
  place: ["venue", "address", "latitude", "longitude"],
  time: ["startsAt", "endsAt", "allDay"],
  price: ["price", "currency"],
  link: ["ticketUrl"],
  organizer: ["organizer"],
  pictures: ["imageUrl", "imageFocus", "videoUrl"],
  categories: ["categories", "tags"],
} as const satisfies Record<string, readonly (keyof EventValues)[]>;

export type MergeField = keyof typeof MERGE_FIELDS;
export const MERGE_FIELD_NAMES = Object.keys(MERGE_FIELDS) as MergeField[];

/** The values of the event that stays, with those that are taken from the one that goes. */
export function mergedValues(keep: EventValues, drop: EventValues, taken: readonly MergeField[]): EventValues {
  const names = taken.flatMap((field): readonly (keyof EventValues)[] => MERGE_FIELDS[field]);
  return { ...keep, ...Object.fromEntries(names.map((name) => [name, drop[name]])) };
}
