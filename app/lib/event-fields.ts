/** The ninths of a picture, in rows from its top left: which of them is seen where only a part of it is. The column knows the same (db/schema/events.ts). */
export const IMAGE_FOCUSES = ["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"] as const;

/** Texts that an author writes in each language. */
export const WRITTEN_FIELDS = ["title", "description", "venue", "address", "organizer"] as const;
export type WrittenField = (typeof WRITTEN_FIELDS)[number];

/** The other fields of the form of an event that hold a text. */
export const PLAIN_FIELDS = [
  "city",
  "latitude",
  "longitude",
  "startsAt",
  "endsAt",
  "price",
  "currency",
  "ticketUrl",
  "imageUrl",
  "imageFocus",
  "videoUrl",
  "leading",
  "tags",
] as const;

export type TextField = `${WrittenField}.${"en" | "fa"}` | (typeof PLAIN_FIELDS)[number];

export const TEXT_FIELDS: readonly TextField[] = [
  ...WRITTEN_FIELDS.flatMap((name) => [`${name}.en`, `${name}.fa`] as const),
  ...PLAIN_FIELDS,
];

/**
 * The form of an event as it was typed, by the names of its inputs. Times are wall time, YYYY-MM-DDTHH:MM, or what was
 * typed where that is none; prices are as people say them (toman for IRR).
 */
export type EventFields = Record<TextField, string> & {
  /** English names, in the order of the form. */
  categories: string[];
  allDay: boolean;
  /** Take the position of the known venue instead of the two numbers. */
  useVenuePosition: boolean;
};

/** The fields of a form as they were typed, in the browser and on the server alike. */
export function fieldsOf(form: FormData): EventFields {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(name)])) as Record<TextField, string>),
    categories: form.getAll("categories").filter((name): name is string => typeof name === "string"),
    allDay: form.has("allDay"),
    useVenuePosition: form.has("useVenuePosition"),
  };
}
