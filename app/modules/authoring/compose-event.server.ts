import type { EventValues, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { columnsOfValues, eventRow, type FieldColumns } from "../events/event-row.server";
import { knownHostStatements } from "../hosts/link-hosts.server";
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
    | "organizerId"
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

/**
 * Columns of a complete event; its occurrences are written by `occurrenceStatements`. A known venue
 * supplies position and address if the author gave none.
 */
export async function composeEvent(
  deps: Pick<Deps, "db">,
  id: string,
  values: EventValues,
  { city, startsAt, endsAt, allDay, occurrences, currency }: CompleteFacts,
): Promise<WrittenColumns> {
  const [[venue], [organizer]] = await deps.db.batch([
    ...knownHostStatements(deps, city.id, values.venue, values.organizer),
  ]);
  const hasPosition = values.latitude !== null;
  const hasAddress = values.address.en !== null || values.address.fa !== null;
  const written = columnsOfValues(values);
  const row = eventRow({
    id,
    cityId: city.id,
    venueId: venue?.id ?? null,
    organizerId: organizer?.id ?? null,
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
