import { and, eq, or } from "drizzle-orm";
import { type EventValues, type events, venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { eventRow } from "../events/event-row.server";
import type { CompleteFacts } from "./check-values.server";

type EventInsert = typeof events.$inferInsert;

/** Columns that follow from what an author wrote. */
export type WrittenColumns = Pick<
  EventInsert,
  | "id"
  | "cityId"
  | "venueId"
  | "titleEn"
  | "titleFa"
  | "descriptionEn"
  | "descriptionFa"
  | "venueEn"
  | "venueFa"
  | "addressEn"
  | "addressFa"
  | "latitude"
  | "longitude"
  | "organizerEn"
  | "organizerFa"
  | "startsAt"
  | "endsAt"
  | "timeZone"
  | "localDay"
  | "allDay"
  | "price"
  | "currency"
  | "ticketUrl"
  | "imageUrl"
  | "imageFocus"
  | "videoUrl"
  | "categories"
  | "tags"
  | "tagKeys"
  | "titleKey"
  | "searchRowid"
>;

/** The known venue of a city that goes by one of these names. */
function findVenue({ db }: Pick<Deps, "db">, cityId: string, { en, fa }: EventValues["venue"]) {
  const names = [en ? eq(venues.nameEn, en) : undefined, fa ? eq(venues.nameFa, fa) : undefined].filter((name) => name !== undefined);
  return db
    .select()
    .from(venues)
    .where(and(eq(venues.cityId, cityId), or(...names)))
    .get();
}

/** The columns of a complete event. A known venue lends its position and address where the author gave none. */
export async function composeEvent(
  deps: Pick<Deps, "db">,
  id: string,
  values: EventValues,
  { city, startsAt, endsAt, currency }: CompleteFacts,
): Promise<WrittenColumns> {
  const venue = await findVenue(deps, city.id, values.venue);
  const hasPosition = values.latitude !== null;
  const hasAddress = values.address.en !== null || values.address.fa !== null;
  const row = eventRow({
    id,
    cityId: city.id,
    venueId: venue?.id ?? null,
    titleEn: values.title.en ?? "",
    titleFa: values.title.fa,
    descriptionEn: values.description.en ?? "",
    descriptionFa: values.description.fa,
    venueEn: values.venue.en ?? "",
    venueFa: values.venue.fa ?? (venue?.nameFa || null),
    addressEn: hasAddress ? values.address.en : (venue?.addressEn ?? null),
    addressFa: hasAddress ? values.address.fa : (venue?.addressFa ?? null),
    latitude: hasPosition ? values.latitude : (venue?.latitude ?? null),
    longitude: hasPosition ? values.longitude : (venue?.longitude ?? null),
    organizerEn: values.organizer.en,
    organizerFa: values.organizer.fa,
    startsAt,
    endsAt,
    timeZone: city.timeZone,
    allDay: values.allDay,
    price: values.price,
    currency,
    ticketUrl: values.ticketUrl,
    imageUrl: values.imageUrl,
    imageFocus: values.imageFocus,
    videoUrl: values.videoUrl,
    categories: values.categories,
    tags: values.tags,
    createdAt: 0,
    updatedAt: 0,
  });
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = row;
  return columns as WrittenColumns;
}
