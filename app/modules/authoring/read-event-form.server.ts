import * as v from "valibot";
import { addDays } from "../../lib/days";
import { foldDigits } from "../../lib/digits";
import type { EventFields } from "../../lib/event-fields";
import type { HTTPIssue } from "../../lib/http-issue";
import { currencyOf } from "../../lib/money";
import { readWrittenDay } from "../../lib/written-days";
import type { City } from "../cities/queries.server";
import { EventInput } from "./schema";

/** People say toman where the currency counts rials (decisions.md §2). */
const RIALS_A_TOMAN = 10;

/** What somebody has typed, and what of it can be made sense of. Fields with an issue are null in `input`. */
export interface TypedEvent {
  fields: EventFields;
  input: EventInput;
  issues: HTTPIssue[];
}

/** The currency that a price is meant in: the chosen one, else the city's; null where neither is known. */
export const meantCurrency = (currency: string | null, city: Pick<City, "countryCode"> | undefined): string | null =>
  currency || (city ? currencyOf(city.countryCode) : null);

/** @param city the one that the form names */
export function readEvent(fields: EventFields, city: City | undefined): TypedEvent {
  const issues: HTTPIssue[] = [];
  const refuse = (path: string, message: string) => {
    issues.push({ path, message });
    return null;
  };
  const number = (name: "latitude" | "longitude" | "price"): number | null => {
    const text = foldDigits(fields[name])
      .replace(/[\s٬,'’]/g, "")
      .replace("٫", ".")
      .replace("−", "-");
    if (text === "") return null;
    return /^-?\d{1,15}(\.\d{1,12})?$/.test(text) ? Number(text) : refuse(name, `errors:issue.${name}`);
  };
  const written = (name: "title" | "description" | "venue" | "address" | "organizer") => ({
    en: fields[`${name}.en`],
    fa: fields[`${name}.fa`],
  });
  const when = (name: "startsAt" | "endsAt"): string | null => {
    if (fields[name].trim() === "") return null;
    const read = readWrittenDay(fields[name]);
    if (!read) return refuse(name, "errors:issue.noSuchTime");
    fields[name] = `${read.day}T${read.time ?? "00:00"}`;
    // Of days the last one is named; it ends with its midnight.
    if (fields.allDay) return `${name === "endsAt" ? addDays(read.day, 1) : read.day}T00:00`;
    return read.time === null ? refuse(name, "errors:issue.noTime") : fields[name];
  };
  const price = number("price");
  const inToman = meantCurrency(fields.currency, city) === "IRR";
  const { leading } = fields;
  const raw = {
    title: written("title"),
    description: written("description"),
    venue: written("venue"),
    address: written("address"),
    organizer: written("organizer"),
    city: fields.city || null,
    latitude: fields.useVenuePosition ? null : number("latitude"),
    longitude: fields.useVenuePosition ? null : number("longitude"),
    startsAt: when("startsAt"),
    endsAt: when("endsAt"),
    allDay: fields.allDay,
    price: price !== null && inToman ? price * RIALS_A_TOMAN : price,
    currency: fields.currency || null,
    ticketUrl: fields.ticketUrl.trim() || null,
    imageUrl: fields.imageUrl.trim() || null,
    imageFocus: fields.imageFocus || "center",
    videoUrl: fields.videoUrl.trim() || null,
    categories: [...new Set(leading ? [leading, ...fields.categories] : fields.categories)],
    tags: fields.tags.split(/[,،\n]/).map((tag) => tag.trim().replace(/^#/, "")),
  };
  return { fields, issues, input: cleaned(raw, issues) };
}

/** The input by its schema; what the schema refuses becomes an issue, and is left out. */
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
    // The schema fills in what is not there; title and the like come out empty.
    values = Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
  }
}
