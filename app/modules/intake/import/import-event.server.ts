import * as v from "valibot";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { findCategory } from "../../../lib/event/categories";
import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  type EventValues,
  pickFields,
} from "../../../lib/event/event-fields";
import { distanceKm } from "../../../lib/geo/geo";
import type { HTTPIssue } from "../../../lib/http/http-issue";
import { webUrl } from "../../../lib/http/web-url";
import { type Actor, assertCan } from "../../../lib/permissions";
import { cleanLine } from "../../../lib/text/clean-text";
import { searchKey } from "../../../lib/text/search-text";
import { createDraft } from "../../authoring/draft-commands.server";
import type { ImportNote } from "../../authoring/import-notes";
import { AUTHORING_LIMITS, EventInput } from "../../authoring/schema";
import { type City, listCities } from "../../cities/queries.server";
import { withStoredPicture } from "../../media/own-files.server";
import { materialise, takesPlace } from "../../schedule/expand-schedule.server";
import type { RecurrenceRefusal } from "../../schedule/recurrence";
import { settingsOf } from "../../settings/platform-settings.server";
import type { PlatformSettings } from "../../settings/schema";
import { type FoundEvent, withoutBrokenLetters } from "../entries/found-event";
import { readCalendarFile } from "../entries/read-calendar-file.server";
import { readEventPage } from "../entries/read-website.server";
import type { IssueCode } from "../issue-table";
import { cleanValue } from "../text/clean-value";
import { decodeText } from "../text/decode-text";
import { fetchPublicPage } from "./fetch-website.server";

/** Maximum distance of a place from its city, km. */
const CITY_RADIUS = 60;
const PERSIAN = /[\u0600-\u06ff]/;

/** A calendar file comes as its bytes, or as text that was decoded before. */
export type ImportSource = { url: string } | { file: string | Uint8Array };

export interface Imported {
  /** The draft that its author now reviews. */
  id: string;
  notes: (ImportNote | IssueCode)[];
}

/**
 * Creates a draft from a calendar file or an event's page, for review by its author. Values that do
 * not fit are cut or dropped, with a notice. @param isAllowed as in `fetchPublicPage`
 * @throws AppError("invalid") with an issue at `url` or `file`
 */
export async function importEvent(
  deps: Deps,
  actor: Actor,
  source: ImportSource,
  isAllowed?: (url: URL) => boolean,
): Promise<Imported> {
  assertCan(actor, "event:create");
  await deps.budget.take("import", actor.id);
  const described =
    "file" in source
      ? readCalendarFile(textOf(source.file), deps.clock.now())
      : await readAddress(deps, source.url, isAllowed);
  const whole = withoutBrokenLetters(described);
  const found = whole.title === null ? whole : await withPicture(deps, actor, whole);
  const [cities, { content }] = await Promise.all([listCities(deps), settingsOf(deps)]);
  const city = cityOf(found, cities);
  const path = "file" in source ? "file" : "url";
  if (found.title === null)
    throw new AppError("invalid", [{ path, message: "errors:issue.noEvent" }]);
  const when = datesOf(found, city?.timeZone ?? null, deps.clock.now());
  const notes: Imported["notes"] = [
    ...new Set([
      ...(found.status === "scheduled" || found.status === "sold-out" ? [] : [found.status]),
      ...found.findings.map(({ code }) => code),
      ...(isOver(when.values, deps.clock.now()) ? (["past"] as const) : []),
    ]),
    ...when.notes,
    ...found.notes.filter((note) => note !== "noEnd" || when.values.endsAt === null),
    ...(city ? [] : ["noCity" as const]),
    ...(PERSIAN.test(found.title) ? ["translate" as const] : []),
  ];
  const input = possible({ ...inputOf(found, city, content), ...when.values });
  const impossible = await createDraft(deps, actor, input).catch(issuesOf);
  if (typeof impossible === "string") return { id: impossible, notes };
  // Drops contradictory values, such as an end before the start, for the author to enter.
  const id = await createDraft(deps, actor, without(input, impossible)).catch((error) => {
    issuesOf(error);
    throw new AppError("invalid", [{ path, message: "errors:issue.noEvent" }]);
  });
  const isSeriesLost = impossible.some((issue) => issue.path.startsWith("schedule"));
  return {
    id,
    notes: isSeriesLost ? notes.map((note) => (note === "dates" ? "repeats" : note)) : notes,
  };
}

const textOf = (file: string | Uint8Array): string =>
  typeof file === "string" ? file : decodeText(file, null).text;

const NOTE_OF_REFUSAL: Record<RecurrenceRefusal, ImportNote> = {
  invalid: "repeats",
  frequency: "repeatsWithinDay",
  calendar: "repeatsOtherCalendar",
  pattern: "repeatsPattern",
  range: "repeatsRange",
  zone: "repeatsZone",
  "too-many": "repeatsTooMany",
};

/**
 * The times of the draft: of a series its schedule with its next date; else the one date that was
 * found, with a notice.
 */
function datesOf(found: FoundEvent, cityZone: string | null, now: number) {
  const { startsAt, endsAt, allDay, readSchedule } = found;
  const once = { startsAt, endsAt, allDay, schedule: null };
  if (!readSchedule) return { values: once, notes: [] };
  // Times without a zone are read alike in each.
  const timeZone = cityZone ?? found.timeZone ?? (startsAt?.endsWith("Z") ? null : "UTC");
  if (timeZone === null) return { values: once, notes: ["repeatsZone" as const] };
  const read = readSchedule(timeZone);
  if (!read || "refused" in read)
    return { values: once, notes: [read ? NOTE_OF_REFUSAL[read.refused] : ("repeats" as const)] };
  const { schedule } = read;
  if (schedule.kind === "single") {
    const [{ originalStart, start, end }] = schedule.dates;
    return {
      values: {
        startsAt: start ?? originalStart,
        endsAt: end,
        allDay: schedule.allDay,
        schedule: null,
      },
      notes: [],
    };
  }
  const dates = materialise(schedule, { eventId: "", timeZone }, now);
  const next = dates.find(takesPlace) ?? dates[0];
  const iso = (at: number) => new Date(at).toISOString();
  const times = next
    ? {
        startsAt: iso(next.startsAt),
        endsAt: next.endsAt > next.startsAt ? iso(next.endsAt) : null,
      }
    : { startsAt, endsAt };
  return { values: { ...times, allDay: schedule.allDay, schedule }, notes: ["dates" as const] };
}

/** Whether a single date is over, by more than a day. */
const isOver = (
  { startsAt, endsAt, schedule }: Pick<EventValues, "startsAt" | "endsAt" | "schedule">,
  now: number,
): boolean => {
  const last = endsAt ?? startsAt;
  return (
    schedule === null && last !== null && Date.parse(`${last.slice(0, 10)}T00:00Z`) < now - 2 * DAY
  );
};

/** With its picture stored here; drops one that cannot be fetched, with a notice. */
async function withPicture(deps: Deps, actor: Actor, found: FoundEvent): Promise<FoundEvent> {
  try {
    return await withStoredPicture(deps, actor, found);
  } catch (error) {
    issuesOf(error);
    return { ...found, imageUrl: null, notes: [...found.notes, "noPicture"] };
  }
}

/** Imported values obey the same rules as submitted ones; drops invalid ones. */
function possible(input: EventInput): EventInput {
  const result = v.safeParse(EventInput, input);
  if (result.success) return result.output;
  const names = new Set(result.issues.map((issue) => String(issue.path?.[0]?.key)));
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  return v.parse(EventInput, { ...kept, title: input.title });
}

function issuesOf(error: unknown): readonly HTTPIssue[] {
  if (error instanceof AppError && error.code === "invalid") return error.issues;
  throw error;
}

/** The input without the fields that have an issue; a position goes as a whole, the title stays. */
function without(input: EventInput, issues: readonly HTTPIssue[]): EventInput {
  const refused = new Set(issues.map(({ path }) => path.split(".")[0]));
  const isRefused = (name: EventFieldName) =>
    EVENT_FIELDS[name].type === "degrees"
      ? refused.has("latitude") || refused.has("longitude")
      : refused.has(name);
  const dropped = EVENT_FIELD_NAMES.filter((name) => name !== "title" && isRefused(name));
  return { ...input, ...pickFields(EMPTY_EVENT_VALUES, dropped) } as EventInput;
}

async function readAddress(
  deps: Deps,
  address: string,
  isAllowed?: (url: URL) => boolean,
): Promise<FoundEvent> {
  const { type, text, url } = await fetchPublicPage(address.trim(), isAllowed);
  return type === "text/calendar"
    ? readCalendarFile(text, deps.clock.now())
    : readEventPage(text, url, deps.clock.now());
}

/** The city that it names, or in which its position lies. */
function cityOf(
  { latitude, longitude, address, venue }: FoundEvent,
  cities: readonly City[],
): City | undefined {
  const words = ` ${searchKey([address, venue].filter(Boolean).join(" "))} `;
  const named = cities.find(({ nameEn, nameFa }) =>
    [nameEn, nameFa].some((name) => name !== null && words.includes(` ${searchKey(name)} `)),
  );
  if (named || latitude === null || longitude === null) return named;
  const near = cities
    .map((city) => ({ city, distance: distanceKm({ latitude, longitude }, city) }))
    .filter(({ distance }) => distance <= CITY_RADIUS)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.city;
}

const cut = (text: string | null, max: number): string | null =>
  text === null ? null : [...text].slice(0, max).join("").trim() || null;

/** Longest text that is cleaned, characters; what is kept of it is shorter. */
const CLEANED = 20_000;
const cleanText = (text: string | null, isOneLine: boolean): string | null =>
  text === null ? null : cleanValue(text, CLEANED, isOneLine).text;

/** Persian text fills the Persian field and, untranslated, the required English one. */
const written = (text: string | null) => ({
  en: text,
  fa: text !== null && PERSIAN.test(text) ? text : null,
});

function inputOf(
  found: FoundEvent,
  city: City | undefined,
  limits: PlatformSettings["content"],
): EventInput {
  const line = (text: string | null, max: number) => written(cut(cleanText(text, true), max));
  const description = written(cut(cleanText(found.description, false), limits.descriptionMax));
  const hasPosition = found.latitude !== null && found.longitude !== null;
  return {
    ...EMPTY_EVENT_VALUES,
    ...found.others,
    ...(found.status === "sold-out" && { soldOut: true }),
    title: line(found.title, limits.titleMax),
    description,
    venue: line(found.venue, limits.venueMax),
    address: line(found.address, limits.addressMax),
    organizer: line(found.organizer, limits.venueMax),
    city: city?.slug ?? null,
    latitude: hasPosition ? found.latitude : null,
    longitude: hasPosition ? found.longitude : null,
    price: found.price !== null && found.price >= 0 ? Math.round(found.price * 100) / 100 : null,
    currency: found.currency !== null && /^[A-Z]{3}$/.test(found.currency) ? found.currency : null,
    ticketUrl: webUrl(found.ticketUrl) ? cut(found.ticketUrl, AUTHORING_LIMITS.url) : null,
    imageUrl: found.imageUrl,
    categories: [
      ...new Set(found.categories.flatMap((name) => findCategory(name)?.name ?? [])),
    ].slice(0, AUTHORING_LIMITS.categories),
    tags: [...new Set(found.tags.map((tag) => cut(cleanLine(tag), AUTHORING_LIMITS.tag) ?? ""))]
      .filter(Boolean)
      .slice(0, AUTHORING_LIMITS.tags),
  };
}
