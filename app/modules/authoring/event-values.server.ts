import type { EventValues } from "../../../db/schema";
import { toIsoWithOffset } from "../../lib/dates.server";
import type { City } from "../cities/queries.server";
import type { EventRow } from "../events/list-events.server";

/** An event's columns as its author wrote them: what a form starts with, and what a revision is compared to. */
export function valuesOfEvent(event: EventRow, city: Pick<City, "slug"> | undefined): EventValues {
  return {
    title: { en: event.titleEn, fa: event.titleFa },
    description: { en: event.descriptionEn || null, fa: event.descriptionFa },
    venue: { en: event.venueEn || null, fa: event.venueFa },
    address: { en: event.addressEn, fa: event.addressFa },
    organizer: { en: event.organizerEn, fa: event.organizerFa },
    city: city?.slug ?? null,
    latitude: event.latitude,
    longitude: event.longitude,
    startsAt: toIsoWithOffset(event.startsAt, event.timeZone),
    endsAt: toIsoWithOffset(event.endsAt, event.timeZone),
    allDay: event.allDay,
    price: event.price,
    currency: event.currency,
    ticketUrl: event.ticketUrl,
    imageUrl: event.imageUrl,
    imageFocus: event.imageFocus,
    videoUrl: event.videoUrl,
    categories: event.categories,
    tags: event.tags,
  };
}

/** The names of the values that differ, in the order of the form. */
export function changedFields(before: EventValues, after: EventValues): (keyof EventValues)[] {
  return (Object.keys(after) as (keyof EventValues)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
