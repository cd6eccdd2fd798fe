import { EMPTY_EVENT_VALUES, type EventValues } from "../../../db/schema";
import { addDays } from "../../lib/days";
import type { EventFields } from "../../lib/event-fields";
import { wallTimeIn } from "../../lib/written-times.server";
import type { City } from "../cities/queries.server";
import { meantCurrency } from "./read-event-form.server";

/** What an author wrote, as the form shows it again. @param city the one that the values name */
export function fieldsOfValues(values: EventValues, city: City | undefined): EventFields {
  const { title, description, venue, address, organizer, price, currency, categories } = values;
  const wall = (written: string | null) => (written === null ? "" : wallTimeIn(written, city?.timeZone ?? null));
  const end = wall(values.endsAt);
  const said = price === null ? "" : String(meantCurrency(currency, city) === "IRR" ? price / 10 : price);
  const text = (value: number | string | null) => (value === null ? "" : String(value));
  return {
    "title.en": text(title.en),
    "title.fa": text(title.fa),
    "description.en": text(description.en),
    "description.fa": text(description.fa),
    "venue.en": text(venue.en),
    "venue.fa": text(venue.fa),
    "address.en": text(address.en),
    "address.fa": text(address.fa),
    "organizer.en": text(organizer.en),
    "organizer.fa": text(organizer.fa),
    city: text(values.city),
    latitude: text(values.latitude),
    longitude: text(values.longitude),
    startsAt: wall(values.startsAt),
    // The last day is named; it ended with its midnight.
    endsAt: values.allDay && end.endsWith("T00:00") ? `${addDays(end.slice(0, 10), -1)}T00:00` : end,
    price: said,
    currency: text(currency),
    ticketUrl: text(values.ticketUrl),
    imageUrl: text(values.imageUrl),
    imageFocus: values.imageFocus,
    videoUrl: text(values.videoUrl),
    leading: categories.length > 1 ? text(categories[0] ?? null) : "",
    tags: values.tags.join(", "),
    categories: [...categories],
    allDay: values.allDay,
    useVenuePosition: false,
  };
}

/** An event with nothing written. @param city slug of the city to start with: the first that the author follows */
export const emptyValues = (city: string | null): EventValues => ({ ...structuredClone(EMPTY_EVENT_VALUES), city });
