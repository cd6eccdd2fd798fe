import * as v from "valibot";
import { DATE_PRESETS, type DatePreset } from "../../lib/date-presets";
import type { HTTPIssue } from "../../lib/http-issue";
import { listJson } from "../../lib/list-json";
import { LocalizedTextJson, OptionalTextJson } from "../../lib/localized-json";
import { CATEGORY_NAMES, type CategoryName } from "./categories";

export const LIST_LIMIT = 24;
export const LIST_LIMIT_MAX = 100;
export const QUERY_LENGTH_MAX = 200;
export const RADIUS_MAX_KM = 200;
export const DEFAULT_RADIUS_KM = 25;

export const SORTS = ["date", "relevance", "popular", "distance"] as const;
export type Sort = (typeof SORTS)[number];

/** Kinds of filters that a search may be understood as; `without` takes one off. */
export const UNDERSTOOD_KINDS = ["city", "category", "free", "when"] as const;
export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

/** What GET /events and the page /events take (decisions.md §12). Null or empty: not asked for. */
export interface EventQuery {
  q: string;
  city: string | null;
  categories: CategoryName[];
  tag: string | null;
  when: DatePreset | null;
  from: string | null;
  to: string | null;
  free: boolean;
  latitude: number | null;
  longitude: number | null;
  radius: number | null;
  sort: Sort | null;
  cursor: string | null;
  limit: number;
  without: UnderstoodKind[];
}

export interface ParsedEventQuery {
  query: EventQuery;
  /** What was absurd and has been left out. Unknown values are left out without a word. */
  issues: HTTPIssue[];
}

const IsoInstant = v.pipe(v.string(), v.isoTimestamp());
const Day = v.pipe(v.string(), v.isoDate());

/** The parameters of GET /events for its description (decisions.md §12). parse-event-query.ts reads them, and is kinder. */
export const EventQueryParameters = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(QUERY_LENGTH_MAX))),
  city: v.optional(v.string()),
  category: v.optional(v.array(v.picklist(CATEGORY_NAMES))),
  tag: v.optional(v.string()),
  when: v.optional(v.picklist(DATE_PRESETS), "upcoming"),
  from: v.optional(Day),
  to: v.optional(Day),
  free: v.optional(v.boolean(), false),
  lat: v.optional(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  lng: v.optional(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
  radius: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(RADIUS_MAX_KM)), DEFAULT_RADIUS_KM),
  sort: v.optional(v.picklist(SORTS)),
  cursor: v.optional(v.string()),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIST_LIMIT_MAX)), LIST_LIMIT),
});

const EventCityJson = v.pipe(v.object({ slug: v.string(), name: LocalizedTextJson }), v.metadata({ ref: "EventCity" }));
const CreatorJson = v.pipe(v.object({ id: v.string(), displayName: v.string() }), v.metadata({ ref: "Creator" }));

/** An event in JSON (decisions.md §12). */
export const EventJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    title: LocalizedTextJson,
    description: LocalizedTextJson,
    venue: LocalizedTextJson,
    address: OptionalTextJson,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    city: EventCityJson,
    startsAt: IsoInstant,
    endsAt: IsoInstant,
    timeZone: v.string(),
    allDay: v.boolean(),
    price: v.nullable(v.number()),
    currency: v.string(),
    ticketUrl: v.nullable(v.string()),
    imageUrl: v.nullable(v.string()),
    categories: v.array(v.string()),
    tags: v.array(v.string()),
    organizer: OptionalTextJson,
    status: v.picklist(["draft", "pending", "approved", "rejected", "flagged"]),
    lifecycle: v.picklist(["scheduled", "postponed", "cancelled"]),
    isFeatured: v.boolean(),
    isActive: v.boolean(),
    viewCount: v.pipe(v.number(), v.integer()),
    interactionCount: v.pipe(v.number(), v.integer()),
    creator: v.nullable(CreatorJson),
    createdAt: IsoInstant,
    updatedAt: IsoInstant,
  }),
  v.metadata({ ref: "Event" }),
);
export type EventJson = v.InferOutput<typeof EventJson>;

export const EventListJson = listJson("EventList", EventJson);

/** A category in JSON: its colour family and colour are those of the look. */
export const CategoryJson = v.pipe(
  v.object({
    name: v.picklist(CATEGORY_NAMES),
    slug: v.string(),
    label: v.pipe(v.object({ en: v.string(), fa: v.string() }), v.metadata({ ref: "Label" })),
    colorFamily: v.string(),
    color: v.pipe(v.string(), v.hexColor()),
    upcomingEventCount: v.pipe(v.number(), v.integer()),
  }),
  v.metadata({ ref: "Category" }),
);
export type CategoryJson = v.InferOutput<typeof CategoryJson>;

export const CategoryListJson = listJson("CategoryList", CategoryJson);
