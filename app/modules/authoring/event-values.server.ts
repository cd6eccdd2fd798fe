import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { wallTimeIn } from "../../lib/dates/written-times.server";
import {
  EMPTY_EVENT_VALUES,
  type EventFieldName,
  type EventValues,
  mapFields,
  type NameOfType,
} from "../../lib/event/event-fields";
import type { EventFormState } from "../../lib/event/event-form-fields";
import type { City } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";
import { inputsOfSchedule } from "../schedule/inputs-of-schedule.server";
import { meantCurrency, RIALS_A_TOMAN } from "./read-event-form.server";

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

/** Form state of event values. @param city city of the values */
export function formStateOfValues(values: EventValues, city: City | undefined): EventFormState {
  const wall = (written: string | null) =>
    written === null ? "" : wallTimeIn(written, city?.timeZone ?? null);
  const text = (value: number | string | null) => (value === null ? "" : String(value));
  const one = (
    name: NameOfType<
      "city" | "degrees" | "currency" | "integer" | "choice" | "url" | "file" | "focus"
    >,
  ) => ({
    [name]: text(values[name]),
  });
  const isToman = meantCurrency(values.currency, city) === "IRR";
  const showPrice = (price: number) => String(isToman ? price / RIALS_A_TOMAN : price);
  const inputs = mapFields<Record<EventFieldName, Partial<EventFormState>>>({
    text: (name) => ({
      [`${name}.en`]: text(values[name].en),
      [`${name}.fa`]: text(values[name].fa),
    }),
    time: (name) => {
      const shown = wall(values[name]);
      // The form shows the last day; the stored end is the following midnight.
      const isMidnight = name === "endsAt" && values.allDay && shown.endsWith("T00:00");
      return { [name]: isMidnight ? `${addDays(shown.slice(0, 10), -1)}T00:00` : shown };
    },
    allDay: () => ({ allDay: values.allDay }),
    schedule: () => ({ schedule: values.schedule === null ? "" : JSON.stringify(values.schedule) }),
    price: () => ({ price: values.price === null ? "" : showPrice(values.price) }),
    categories: () => ({
      leading: values.categories.length > 1 ? text(values.categories[0] ?? null) : "",
      categories: [...values.categories],
    }),
    tags: () => ({ tags: values.tags.join(", ") }),
    city: one,
    degrees: one,
    currency: one,
    integer: one,
    choices: (name) => ({ [name]: [...values[name]] }),
    choice: one,
    boolean: (name) => ({ [name]: values[name] }),
    url: one,
    file: one,
    focus: one,
  });
  const { inputs: when, first } = inputsOfSchedule(values.schedule, showPrice);
  // The two fields hold the first date of a rule; without one, those of the next occurrence.
  const lastDay = (end: string) =>
    values.schedule?.allDay && end.endsWith("T00:00")
      ? `${addDays(end.slice(0, 10), -1)}T00:00`
      : end;
  const times = first && {
    startsAt: first.start,
    endsAt: lastDay(first.end ?? ""),
    allDay: values.schedule?.allDay ?? false,
  };
  return Object.assign(
    { useVenuePosition: false, when },
    ...Object.values(inputs),
    times,
  ) as EventFormState;
}

/**
 * Values of an empty event. @param city slug of the initial city: the first that the author follows
 */
export const emptyValues = (city: string | null): EventValues => ({
  ...structuredClone(EMPTY_EVENT_VALUES),
  city,
});
