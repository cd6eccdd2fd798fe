import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { type EventFieldName, type EventValues, mapFields } from "../../lib/event/event-fields";
import type { City } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";

/**
 * The values of an event's columns: initial values of the form and the base that revisions are
 * compared with.
 */
export function valuesOfEvent(event: EventRow, city: Pick<City, "slug"> | undefined): EventValues {
  const column = <K extends Extract<EventFieldName, keyof EventRow>>(name: K) => event[name];
  return mapFields<EventValues>({
    text: (name) => ({ en: event[`${name}En` as const] || null, fa: event[`${name}Fa` as const] }),
    city: () => city?.slug ?? null,
    time: (name) => toIsoWithOffset(event[name], event.timeZone),
    degrees: column,
    allDay: column,
    schedule: column,
    price: column,
    currency: column,
    integer: column,
    choices: column,
    choice: column,
    boolean: column,
    url: column,
    file: column,
    focus: column,
    categories: column,
    tags: column,
  });
}
