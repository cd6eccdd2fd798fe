import { and, eq, or } from "drizzle-orm";
import { type EventValues, type events, venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { columnsOfValues, eventRow, type FieldColumns } from "../events/event-row.server";
import { scheduleColumns } from "../schedule/occurrence-statements.server";
import type { CompleteFacts } from "./check-values.server";

type EventInsert = typeof events.$inferInsert;

/** Columns derived from the submitted values. */
export type WrittenColumns = FieldColumns &
  Pick<
    EventInsert,
    | "id"
    | "cityId"
    | "venueId"
    | "startsAt"
    | "endsAt"
    | "occurrenceCount"
    | "runsUntil"
    | "timeZone"
    | "localDay"
    | "currency"
    | "tagKeys"
    | "titleKey"
    | "searchRowid"
  >;

/** The known venue of a city with one of these names. */
function findVenue({ db }: Pick<Deps, "db">, cityId: string, { en, fa }: EventValues["venue"]) {
  const names = [en ? eq(venues.nameEn, en) : undefined, fa ? eq(venues.nameFa, fa) : undefined].filter((name) => name !== undefined);
  return db
    .select()
    .from(venues)
    .where(and(eq(venues.cityId, cityId), or(...names)))
    .get();
}

/** Columns of a complete event; its occurrences are written by `occurrenceStatements`. A known venue supplies position and address if the author gave none. */
export async function composeEvent(
  deps: Pick<Deps, "db">,
  id: string,
  values: EventValues,
  { city, startsAt, endsAt, allDay, occurrences, currency }: CompleteFacts,
): Promise<WrittenColumns> {
  const venue = await findVenue(deps, city.id, values.venue);
  const hasPosition = values.latitude !== null;
  const hasAddress = values.address.en !== null || values.address.fa !== null;
  const written = columnsOfValues(values);
  const row = eventRow({
    id,
    cityId: city.id,
    venueId: venue?.id ?? null,
    ...written,
    venueFa: written.venueFa ?? (venue?.nameFa || null),
    addressEn: hasAddress ? written.addressEn : (venue?.addressEn ?? null),
    addressFa: hasAddress ? written.addressFa : (venue?.addressFa ?? null),
    latitude: hasPosition ? written.latitude : (venue?.latitude ?? null),
    longitude: hasPosition ? written.longitude : (venue?.longitude ?? null),
    startsAt,
    endsAt,
    allDay,
    ...scheduleColumns(values.schedule, occurrences),
    timeZone: city.timeZone,
    currency,
    createdAt: 0,
    updatedAt: 0,
  });
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = row;
  return columns as WrittenColumns;
}
