import * as v from "valibot";
import { addDays } from "../../lib/dates/days";
import { readWrittenDay } from "../../lib/dates/written-days";
import { type EventFieldName, mapFields, type NameOfType } from "../../lib/event/event-fields";
import type { EventFormState, InputName } from "../../lib/event/event-form-fields";
import type { Schedule } from "../../lib/event/schedule";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { foldDigits } from "../../lib/text/digits";
import { currencyOf } from "../../lib/text/money";
import type { City } from "../cities/queries.server";
import { readScheduleInputs } from "../schedule/read-schedule-inputs.server";
import { readSchedule } from "../schedule/schedule-schema";
import type { WallTime } from "../schedule/wall-time";
import { EventInput } from "./schema";

/** Iranians quote prices in toman; the currency counts rials (decisions.md §2). */
export const RIALS_A_TOMAN = 10;

/** The submitted form and the values read from it. Fields with an issue are null in `input`. */
interface TypedEvent {
  fields: EventFormState;
  input: EventInput;
  issues: HTTPIssue[];
}

/** Currency of a price: the selected one, else the city's; null if neither is known. */
export const meantCurrency = (
  currency: string | null,
  city: Pick<City, "countryCode"> | undefined,
): string | null => currency || (city ? currencyOf(city.countryCode) : null);

/** The schedule that the form's hidden field holds; null for none. */
function keptSchedule(json: string): Schedule | null {
  try {
    const read = json === "" ? null : readSchedule(JSON.parse(json));
    return read && "schedule" in read ? read.schedule : null;
  } catch {
    return null;
  }
}

/**
 * Reads the submitted form.
 * @param city city that the form names
 * @param now wall time of now in the city, from which on an edited rule holds; null without a city
 */
export function readEvent(
  fields: EventFormState,
  city: City | undefined,
  now: WallTime | null = null,
): TypedEvent {
  const issues: HTTPIssue[] = [];
  const refuse = (path: string, message: string) => {
    if (!issues.some((issue) => issue.path === path)) issues.push({ path, message });
    return null;
  };
  const { kind } = fields.when;
  // Lists of dates and opening hours have times of their own; the two fields then hold those of the
  // next date.
  const hasOwnTimes = kind === "dates" || kind === "openingHours";
  const numeric = (name: InputName): string => plainNumber(fields[name]);
  const plainNumber = (text: string): string =>
    foldDigits(text)
      .replace(/[\s٬,'’]/g, "")
      .replace("٫", ".")
      .replace("−", "-");
  const number = (name: NameOfType<"degrees" | "price">): number | null => {
    const text = numeric(name);
    if (text === "") return null;
    return /^-?\d{1,15}(\.\d{1,12})?$/.test(text)
      ? Number(text)
      : refuse(name, `errors:issue.${name}`);
  };
  const integer = (name: NameOfType<"integer">): number | null => {
    const text = numeric(name);
    if (text === "") return null;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : refuse(name, "errors:issue.wholeNumber");
  };
  const line = (name: NameOfType<"url" | "file">) => fields[name].trim() || null;
  const choice = (name: NameOfType<"city" | "currency" | "choice">) => fields[name] || null;
  const choiceOr = (name: NameOfType<"choice">, { initial = null }: { initial?: string | null }) =>
    choice(name) ?? initial;
  const when = (name: NameOfType<"time">): string | null => {
    if (fields[name].trim() === "") return null;
    const read = readWrittenDay(fields[name]);
    if (!read) return hasOwnTimes ? null : refuse(name, "errors:issue.noSuchTime");
    fields[name] = `${read.day}T${read.time ?? "00:00"}`;
    // The form names the last day; the stored end is the following midnight.
    if (fields.allDay) return `${name === "endsAt" ? addDays(read.day, 1) : read.day}T00:00`;
    return read.time !== null
      ? fields[name]
      : hasOwnTimes
        ? null
        : refuse(name, "errors:issue.noTime");
  };
  const schedule = (): unknown => {
    if (kind !== "") {
      const kept = keptSchedule(fields.schedule);
      const allDay = fields.allDay && kind !== "openingHours";
      return readScheduleInputs(fields.when, {
        kept,
        allDay,
        startsAt: when("startsAt"),
        endsAt: when("endsAt"),
        now,
        readPrice,
        refuse,
      });
    }
    try {
      return fields.schedule === "" ? null : JSON.parse(fields.schedule);
    } catch {
      return refuse("schedule", "errors:issue.value");
    }
  };
  // Read first, since the issues keep this order.
  const price = number("price");
  const isToman = meantCurrency(fields.currency, city) === "IRR";
  const readPrice = (path: string, written: string): number | null => {
    const text = plainNumber(written);
    if (!/^\d{1,15}(\.\d{1,12})?$/.test(text)) return refuse(path, "errors:issue.price");
    return isToman ? Number(text) * RIALS_A_TOMAN : Number(text);
  };
  const { leading } = fields;
  const raw = mapFields<Record<EventFieldName, unknown>>({
    text: (name) => ({ en: fields[`${name}.en`], fa: fields[`${name}.fa`] }),
    degrees: (name) => (fields.useVenuePosition ? null : number(name)),
    time: when,
    allDay: () => fields.allDay,
    schedule,
    price: () => (price !== null && isToman ? price * RIALS_A_TOMAN : price),
    city: choice,
    currency: choice,
    integer,
    choices: (name) => fields[name],
    choice: choiceOr,
    boolean: (name) => fields[name],
    url: line,
    file: line,
    focus: (name) => fields[name] || "center",
    categories: () => [...new Set(leading ? [leading, ...fields.categories] : fields.categories)],
    tags: (name) => fields[name].split(/[,،\n]/).map((tag) => tag.trim().replace(/^#/, "")),
  });
  return { fields, issues, input: cleaned(raw, issues) };
}

/** Parses the values by the schema; each invalid field becomes an issue and is left out. */
function cleaned(raw: Record<string, unknown>, issues: HTTPIssue[]): EventInput {
  for (let values = raw; ; ) {
    const result = v.safeParse(EventInput, values);
    if (result.success) return result.output;
    const refused = new Set<string>();
    for (const { path = [], message } of result.issues) {
      const [top, ...below] = path.map(({ key }) => String(key));
      if (top === undefined) continue;
      refused.add(top);
      const isWritten = typeof raw[top] === "object" && !Array.isArray(raw[top]);
      issues.push({
        path: isWritten ? [top, ...below].join(".") : top,
        message: message.startsWith("errors:") ? message : "errors:issue.value",
      });
    }
    // The schema supplies defaults for missing fields.
    values = Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
  }
}
