import * as v from "valibot";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import { isTimeZone } from "../../../lib/dates/time-zone";
import { isRefusal } from "../../../lib/errors";
import { findCategory } from "../../../lib/event/categories";
import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  pickFields,
} from "../../../lib/event/event-fields";
import { takesPlace } from "../../../lib/event/schedule";
import { distanceKm } from "../../../lib/geo/geo";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { webUrl } from "../../../lib/http/web-url";
import { cleanLine } from "../../../lib/text/clean-text";
import { assertDraft } from "../../authoring/check-values.server";
import type { ImportNote } from "../../authoring/import-notes";
import { AUTHORING_LIMITS, EventInput } from "../../authoring/schema";
import type { City } from "../../cities/queries.server";
import { materialise } from "../../schedule/expand-schedule.server";
import type { RecurrenceRefusal } from "../../schedule/recurrence";
import type { PlatformSettings } from "../../settings/schema";
import type { FoundEvent } from "../entries/found-event";
import { isOver } from "../fields/item-values.server";
import { citiesInWords } from "../fields/read-announced-city";
import type { IssueCode } from "../issue-table";
import { cleanValue } from "../text/clean-value";

/** Maximum distance of a place from its city, km. */
const CITY_RADIUS = 60;
const PERSIAN = /[\u0600-\u06ff]/;

/** What a found event becomes as a draft, and what its author is told about it. */
export interface FoundDraft {
  input: EventInput;
  city: City | undefined;
  notes: (ImportNote | IssueCode)[];
}

/**
 * The draft of an event that another site or a file describes. Values that do not fit are cut,
 * contradictory ones, such as an end before the start, dropped for the author to enter.
 * @param now UTC ms @returns null without a title
 */
export function draftOfFound(
  found: FoundEvent,
  cities: readonly City[],
  limits: PlatformSettings["content"],
  now: number,
): FoundDraft | null {
  if (found.title === null) return null;
  const city = statedCity(found, cities);
  const when = datesOf(found, city?.timeZone ?? null, now);
  const input = possible({ ...inputOf(found, city, limits), ...when.values });
  const issuesIn = (values: EventInput) => draftIssues(values, { limits, city, now });
  const impossible = issuesIn(input);
  const fitting = impossible.length > 0 ? without(input, impossible) : input;
  if (issuesIn(fitting).length > 0) return null;
  const isSeriesLost = impossible.some(({ path }) => path.startsWith("schedule"));
  const notes: FoundDraft["notes"] = [
    ...new Set([
      ...(wasCut(found, limits) ? (["too-long"] as const) : []),
      ...(found.status === "scheduled" || found.status === "sold-out" ? [] : [found.status]),
      ...found.findings.map(({ code }) => code),
      ...(when.values.schedule === null && isOver(when.values, null, now)
        ? (["past"] as const)
        : []),
    ]),
    ...when.notes.map((note) => (isSeriesLost && note === "dates" ? ("repeats" as const) : note)),
    ...found.notes.filter((note) => note !== "noEnd" || when.values.endsAt === null),
    ...(city
      ? isUnclear(found, city, cities)
        ? ["unclear-city" as const]
        : []
      : ["noCity" as const]),
    ...(PERSIAN.test(found.title) ? ["translate" as const] : []),
  ];
  return { input: fitting, city, notes };
}

/** What forbids values as a draft. */
function draftIssues(
  values: EventInput,
  against: Parameters<typeof assertDraft>[1],
): readonly HTTPIssue[] {
  try {
    assertDraft(values, against);
    return [];
  } catch (error) {
    if (isRefusal(error, "invalid")) return error.issues;
    throw error;
  }
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

/** Imported values obey the same rules as submitted ones; drops invalid ones. */
function possible(input: EventInput): EventInput {
  const result = v.safeParse(EventInput, input);
  if (result.success) return result.output;
  const names = new Set(result.issues.map((issue) => String(issue.path?.[0]?.key)));
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  return v.parse(EventInput, { ...kept, title: input.title });
}

/** Whether other words, its position or its clock speak for another city. */
function isUnclear(found: FoundEvent, city: City, cities: readonly City[]): boolean {
  const { latitude, longitude, timeZone, startsAt } = found;
  const isFar =
    latitude !== null &&
    longitude !== null &&
    distanceKm({ latitude, longitude }, city) > CITY_RADIUS;
  const at = Date.parse(startsAt ?? "");
  const isOtherClock =
    timeZone !== null &&
    isTimeZone(timeZone) &&
    !Number.isNaN(at) &&
    toIsoWithOffset(at, timeZone).slice(0, 16) !== toIsoWithOffset(at, city.timeZone).slice(0, 16);
  return isFar || isOtherClock || citiesInWords([found.venue, found.address], cities).length > 1;
}

/** The city that it states or names, or in which its position lies. */
function statedCity(found: FoundEvent, cities: readonly City[]): City | undefined {
  const { latitude, longitude, others } = found;
  const stated = others.city && cities.find(({ slug }) => slug === others.city);
  if (stated) return stated;
  const named = citiesInWords([found.venue, found.address], cities)[0]?.city;
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

/** Whether a text is longer than its field. */
function wasCut(
  { title, description, venue, address, organizer }: FoundEvent,
  { titleMax, descriptionMax, venueMax, addressMax }: PlatformSettings["content"],
): boolean {
  const lines = [
    [title, titleMax],
    [venue, venueMax],
    [address, addressMax],
    [organizer, venueMax],
  ] as const;
  const isLonger = (text: string | null, max: number) => [...(text ?? "")].length > max;
  return (
    lines.some(([text, max]) => isLonger(cleanText(text, true), max)) ||
    isLonger(cleanText(description, false), descriptionMax)
  );
}

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
