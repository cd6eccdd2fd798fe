import type { KeyScope } from "../../app/lib/permissions";

/**
 * Every state of an event that an operation can meet. `withdrawn` is a submitted event that went
 * back to the drafts, `edited` an approved one with a pending edit, `hidden` one that staff switched
 * off.
 */
export const STATES = [
  "draft",
  "handed-over",
  "withdrawn",
  "pending",
  "approved",
  "edited",
  "rejected",
  "flagged",
  "cancelled",
  "postponed",
  "past",
  "hidden",
  "deleted",
] as const;
export type State = (typeof STATES)[number];

/** What every key may ask, whatever its scopes. */
export const FOR_EVERY_KEY: readonly string[] = ["GET /api/v1/me/key"];

/** Statuses of answers, in the order of the objects that they are about. */
type Statuses = string;

/** Answers about objects of the key's owner, and of another account. */
interface Answers {
  own: Statuses;
  others: Statuses;
}

export interface KeyOperation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Pattern of the router. */
  path: string;
  body?: unknown;
  /** Each scope that is enough alone, for a key of staff. */
  admits: Partial<Record<KeyScope, Answers>>;
  /** Answers to a key with all other scopes; 403 about every object where left out. */
  refused?: Answers;
}

// Columns:    draft, handed over, withdrawn, pending, approved, edited, rejected, flagged,
//             cancelled, postponed, past, hidden, deleted.
const MISSING = "404 404 404 404 404 404 404 404 404 404 404 404 404";
const PUBLIC = " 404 404 404 404 200 200 404 404 200 200 200 404 404";
const OWN = "    200 200 200 200 200 200 200 200 200 200 200 200 404";
const OTHERS = " 404 200 200 200 200 200 200 200 200 200 200 200 404";
const PENDING = "404 409 409 200 409 200 409 200 409 409 409 409 404";
const SAVED = "  404 404 404 404 204 204 404 404 204 204 204 404 404";
const REMOVED = "204 204 204 204 204 204 204 204 204 204 204 204 204";

/** An operation on own events alone: one key's scope gives nothing of another account. */
const ofAuthor = (
  method: KeyOperation["method"],
  path: string,
  own: Statuses,
  body?: unknown,
): KeyOperation => ({ method, path, body, admits: { events: { own, others: MISSING } } });

/** The operations on one event (decisions.md §12), asked about an event in every state. */
export const eventOperations = (values: unknown): readonly KeyOperation[] => [
  {
    method: "GET",
    path: "/api/v1/events/:id",
    admits: {
      read: { own: OWN, others: PUBLIC },
      events: { own: OWN, others: PUBLIC },
      moderate: { own: OTHERS, others: OTHERS },
    },
    refused: { own: PUBLIC, others: PUBLIC },
  },
  {
    method: "GET",
    path: "/api/v1/me/events/:id/guests",
    // Drafts have no guests.
    admits: { guests: { own: OWN.replace("200 200", "404 404"), others: MISSING } },
  },
  ofAuthor("PUT", "/api/v1/events/:id", OWN, values),
  // The start of a past event is no possible one of a change.
  ofAuthor("PATCH", "/api/v1/events/:id", OWN.replace(/200( \d+ \d+)$/, "422$1"), { price: 5 }),
  ofAuthor("DELETE", "/api/v1/events/:id", "204 204 204 204 409 409 204 409 409 409 409 409 404"),
  ofAuthor(
    "POST",
    "/api/v1/events/:id/submit",
    "200 200 200 409 409 409 200 409 409 409 409 409 404",
  ),
  ofAuthor(
    "POST",
    "/api/v1/events/:id/withdraw",
    "409 409 409 200 409 409 409 409 409 409 409 409 404",
  ),
  ofAuthor(
    "POST",
    "/api/v1/events/:id/lifecycle",
    "409 409 200 200 200 200 200 200 409 200 409 200 404",
    { lifecycle: "cancelled", message: "The hall is closed on that evening." },
  ),
  // Nothing was changed in the last minute.
  ofAuthor(
    "DELETE",
    "/api/v1/events/:id/lifecycle",
    "409 409 409 409 409 409 409 409 409 409 409 409 404",
  ),
  // The tests configure no model, so there is nothing to translate a draft with.
  ofAuthor(
    "POST",
    "/api/v1/events/:id/translations",
    "404 404 409 409 409 409 409 409 409 409 409 409 404",
    { language: "fa" },
  ),
  ofAuthor("POST", "/api/v1/events/:id/translations/confirm", OWN, { fields: ["title.fa"] }),
  ofAuthor(
    "POST",
    "/api/v1/events/:id/hand-over",
    "200 409 409 409 409 409 409 409 409 409 409 409 404",
    { language: "fa" },
  ),
  ofAuthor(
    "DELETE",
    "/api/v1/events/:id/hand-over",
    "409 200 409 409 409 409 409 409 409 409 409 409 404",
  ),
  {
    method: "POST",
    path: "/api/v1/events/admin/:id/approve",
    admits: { moderate: { own: PENDING, others: PENDING } },
  },
  {
    method: "POST",
    path: "/api/v1/events/admin/:id/reject",
    body: { reason: "The venue does not exist." },
    admits: { moderate: { own: PENDING, others: PENDING } },
  },
  {
    method: "PUT",
    path: "/api/v1/events/:id/favourite",
    admits: { collections: { own: SAVED, others: SAVED } },
  },
  {
    method: "DELETE",
    path: "/api/v1/events/:id/favourite",
    admits: { collections: { own: REMOVED, others: REMOVED } },
  },
  {
    method: "PUT",
    path: "/api/v1/events/:id/occurrences/:at/favourite",
    // None of the events has that date.
    admits: { collections: { own: MISSING, others: MISSING } },
  },
  {
    method: "DELETE",
    path: "/api/v1/events/:id/occurrences/:at/favourite",
    admits: { collections: { own: REMOVED, others: REMOVED } },
  },
];

/** Kinds of collections, in the order of the statuses below. */
export const COLLECTIONS = ["private", "public"] as const;

/** The operations on one collection, asked about a private and a public one. */
export const COLLECTION_OPERATIONS: readonly KeyOperation[] = [
  {
    method: "GET",
    path: "/api/v1/collections/:id",
    admits: {
      read: { own: "200 200", others: "404 200" },
      collections: { own: "200 200", others: "404 200" },
    },
    refused: { own: "404 200", others: "404 200" },
  },
  {
    method: "PUT",
    path: "/api/v1/collections/:id",
    body: { isPublic: true },
    admits: { collections: { own: "200 200", others: "404 404" } },
  },
  {
    method: "PATCH",
    path: "/api/v1/collections/:id",
    body: { isPublic: true },
    admits: { collections: { own: "200 200", others: "404 404" } },
  },
  {
    method: "DELETE",
    path: "/api/v1/collections/:id",
    admits: { collections: { own: "204 204", others: "404 404" } },
  },
  {
    method: "PUT",
    path: "/api/v1/collections/:id/events",
    body: { events: [] },
    admits: { collections: { own: "200 200", others: "404 404" } },
  },
  {
    method: "POST",
    path: "/api/v1/collections/:id/events/:eventId",
    admits: { collections: { own: "200 200", others: "404 404" } },
  },
  {
    method: "DELETE",
    path: "/api/v1/collections/:id/events/:eventId",
    admits: { collections: { own: "204 204", others: "404 404" } },
  },
];

/** Kinds of webhooks, in the order of the statuses below. */
export const WEBHOOKS = ["on", "off"] as const;

/** The operations on one webhook. */
export const WEBHOOK_OPERATIONS: readonly KeyOperation[] = (
  [
    ["PATCH", "", "204 204", { isOn: false }],
    ["DELETE", "", "204 204", undefined],
    ["POST", "/secret", "200 200", undefined],
    ["POST", "/test", "204 409", undefined],
    ["GET", "/deliveries", "200 200", undefined],
    // Its last delivery has failed for good.
    ["POST", "/deliveries/:delivery/resend", "204 409", undefined],
  ] as const
).map(([method, end, own, body]) => ({
  method,
  path: `/api/v1/me/webhooks/:id${end}`,
  body,
  admits: { webhooks: { own, others: "404 404" } },
}));

export interface OwnerOperation {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  /** The status for each scope that is enough alone; all others together get 403. */
  admits: Partial<Record<KeyScope, number>>;
}

/** Operations on no object, or on one that belongs to the answer. */
export const ownerOperations = (values: unknown): readonly OwnerOperation[] => [
  { method: "POST", path: "/api/v1/events", body: values, admits: { events: 201 } },
  {
    method: "POST",
    path: "/api/v1/drafts/read",
    body: { text: "کنسرت سه‌تار، جمعه ۲۰ آذر ساعت ۲۰" },
    admits: { events: 200 },
  },
  { method: "GET", path: "/api/v1/events/user/drafts", admits: { read: 200, events: 200 } },
  { method: "GET", path: "/api/v1/collections", admits: { read: 200, collections: 200 } },
  {
    method: "POST",
    path: "/api/v1/collections",
    body: { name: "Evenings", color: "lajvard", icon: "music", isPublic: true },
    admits: { collections: 201 },
  },
  { method: "GET", path: "/api/v1/me/events", admits: { read: 200, events: 200 } },
  { method: "GET", path: "/api/v1/me/webhooks", admits: { webhooks: 200 } },
  // An empty body is refused after the scope.
  { method: "POST", path: "/api/v1/me/webhooks", body: {}, admits: { webhooks: 422 } },
  { method: "POST", path: "/api/v1/media", body: {}, admits: { events: 415 } },
  { method: "GET", path: "/api/v1/admin/badge-counts", admits: { moderate: 200 } },
  { method: "GET", path: "/api/v1/admin/reports", admits: { moderate: 200 } },
  {
    method: "POST",
    path: "/api/v1/admin/reports/withdraw",
    body: {},
    admits: { moderate: 422 },
  },
];
