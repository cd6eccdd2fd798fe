import * as v from "valibot";
import type { DatePreset } from "../../lib/date-presets";
import type { HTTPIssue } from "../../lib/http-issue";
import type { CategoryName } from "./categories";

export const LIST_LIMIT = 24;
export const LIST_LIMIT_MAX = 100;
export const QUERY_LENGTH_MAX = 200;
export const RADIUS_MAX_KM = 200;

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

export const LocalizedTextSchema = v.object({ en: v.string(), fa: v.nullable(v.string()) });

/** An event in JSON (decisions.md §12). */
export const EventJson = v.object({
  id: v.pipe(v.string(), v.uuid()),
  title: LocalizedTextSchema,
  description: LocalizedTextSchema,
  venue: LocalizedTextSchema,
  address: v.object({ en: v.nullable(v.string()), fa: v.nullable(v.string()) }),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  city: v.object({ slug: v.string(), name: LocalizedTextSchema }),
  startsAt: v.pipe(v.string(), v.description("ISO 8601 with the city's offset")),
  endsAt: v.pipe(v.string(), v.description("ISO 8601 with the city's offset")),
  timeZone: v.pipe(v.string(), v.description("IANA time zone of the event")),
  allDay: v.boolean(),
  price: v.pipe(v.nullable(v.number()), v.description("Rials for IRR, whole units else; 0 is free, null is not stated")),
  currency: v.pipe(v.string(), v.description("ISO 4217")),
  ticketUrl: v.nullable(v.string()),
  imageUrl: v.nullable(v.string()),
  categories: v.array(v.string()),
  tags: v.array(v.string()),
  organizer: v.object({ en: v.nullable(v.string()), fa: v.nullable(v.string()) }),
  status: v.picklist(["draft", "pending", "approved", "rejected", "flagged"]),
  lifecycle: v.picklist(["scheduled", "postponed", "cancelled"]),
  isFeatured: v.boolean(),
  isActive: v.boolean(),
  viewCount: v.number(),
  interactionCount: v.number(),
  creator: v.nullable(v.object({ id: v.string(), displayName: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type EventJson = v.InferOutput<typeof EventJson>;
