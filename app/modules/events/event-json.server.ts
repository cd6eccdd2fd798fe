import { toIsoWithOffset } from "../../lib/dates.server";
import { paths } from "../../lib/paths";
import type { City } from "../cities/queries.server";
import { categoryColor } from "./categories";
import type { EventRow } from "./list-events.server";
import type { EventJson } from "./schema";

/** An event as the API gives it (decisions.md §12). `origin` makes the cover's address absolute. */
export function eventJson(event: EventRow, city: City | undefined, origin: string): EventJson {
  const cover = paths.cover(event.id, categoryColor(event.categories[0]));
  return {
    id: event.id,
    title: { en: event.titleEn, fa: event.titleFa },
    description: { en: event.descriptionEn, fa: event.descriptionFa },
    venue: { en: event.venueEn, fa: event.venueFa },
    address: { en: event.addressEn, fa: event.addressFa },
    latitude: event.latitude,
    longitude: event.longitude,
    city: { slug: city?.slug ?? "", name: { en: city?.nameEn ?? "", fa: city?.nameFa ?? null } },
    startsAt: toIsoWithOffset(event.startsAt, event.timeZone),
    endsAt: toIsoWithOffset(event.endsAt, event.timeZone),
    timeZone: event.timeZone,
    allDay: event.allDay,
    price: event.price,
    currency: event.currency,
    ticketUrl: event.ticketUrl,
    imageUrl: event.imageUrl ?? `${origin}${cover}`,
    categories: event.categories,
    tags: event.tags,
    organizer: { en: event.organizerEn, fa: event.organizerFa },
    status: event.status,
    lifecycle: event.lifecycle,
    isFeatured: event.isFeatured,
    isActive: event.isActive,
    viewCount: event.viewCount,
    interactionCount: event.interactionCount,
    creator: null,
    createdAt: new Date(event.createdAt).toISOString(),
    updatedAt: new Date(event.updatedAt).toISOString(),
  };
}
