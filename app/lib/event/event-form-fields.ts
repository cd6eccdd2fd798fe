import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  type NameOfType,
  TEXT_NAMES,
  type TextName,
} from "./event-fields";
import { CHOICES_NAMES, type ChoicesName } from "./field-groups";
import { type ScheduleInputs, scheduleInputsOf } from "./schedule-inputs";

type Language = "en" | "fa";
type BooleanName = NameOfType<"boolean">;
const BOOLEAN_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is BooleanName => EVENT_FIELDS[name].type === "boolean",
);

/** Names of the inputs that hold one text. `leading` is the category that comes first. */
export type InputName =
  | `${TextName}.${Language}`
  | Exclude<EventFieldName, NameOfType<"text" | "allDay" | "categories" | "choices" | "boolean">>
  | "leading";

const isOneText = (name: EventFieldName): name is Extract<InputName, EventFieldName> =>
  !["text", "allDay", "categories", "choices", "boolean"].includes(EVENT_FIELDS[name].type);

/** Texts in two languages first, then the other fields. */
export const INPUT_NAMES: readonly InputName[] = [
  ...TEXT_NAMES.flatMap((name) => [`${name}.en`, `${name}.fa`] as const),
  ...EVENT_FIELD_NAMES.flatMap((name): InputName[] =>
    name === "categories" ? ["leading"] : isOneText(name) ? [name] : [],
  ),
];

/**
 * The form of an event as it was typed, by the names of its inputs. Times are wall time,
 * YYYY-MM-DDTHH:MM, or the text as typed where that is no time; prices are as people say them
 * (toman for IRR).
 */
export type EventFormState = Record<InputName, string> &
  Record<ChoicesName, string[]> &
  Record<BooleanName, boolean> & {
    /** English names, in the order of the form. */
    categories: string[];
    allDay: boolean;
    /** Take the position of the known venue instead of the two numbers. */
    useVenuePosition: boolean;
    /** Inputs of the schedule. The text `schedule` is the stored one, as JSON. */
    when: ScheduleInputs;
  };

/** The inputs of a form, in the browser and on the server alike. */
export function formStateOf(form: FormData): EventFormState {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const texts = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === "string");
  return {
    ...(Object.fromEntries(INPUT_NAMES.map((name) => [name, text(name)])) as Record<
      InputName,
      string
    >),
    ...(Object.fromEntries(CHOICES_NAMES.map((name) => [name, texts(name)])) as Record<
      ChoicesName,
      string[]
    >),
    ...(Object.fromEntries(BOOLEAN_NAMES.map((name) => [name, form.has(name)])) as Record<
      BooleanName,
      boolean
    >),
    categories: texts("categories"),
    allDay: form.has("allDay"),
    useVenuePosition: form.has("useVenuePosition"),
    when: scheduleInputsOf(form),
  };
}
