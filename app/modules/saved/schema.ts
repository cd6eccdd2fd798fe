import * as v from "valibot";
import { COLLECTION_ICONS } from "../../../db/schema";
import { FAMILY_COLORS } from "../../lib/drawing/palette";
import { cleanLine, cleanLines } from "../../lib/text/clean-text";
import { EventJson } from "../events/event-json-schema";

export type CollectionColor = keyof typeof FAMILY_COLORS;
/** A collection has one of the look's colour families. */
export const COLLECTION_COLORS = Object.keys(FAMILY_COLORS) as [
  CollectionColor,
  ...CollectionColor[],
];

/** Limits of a collection and of collections per user, the default one included. */
export const COLLECTION_LIMITS = {
  name: 80,
  description: 500,
  collections: 100,
  events: 1_000,
} as const;

/** Keeps floods out before anything is measured. */
const FLOOD = 10_000;

const Name = v.pipe(
  v.string("errors:issue.collectionName"),
  v.maxLength(FLOOD, "errors:issue.nameLong"),
  v.transform(cleanLine),
  v.minLength(1, "errors:issue.collectionName"),
  v.maxLength(COLLECTION_LIMITS.name, "errors:issue.nameLong"),
);
const Description = v.pipe(
  v.nullable(v.string()),
  v.transform((text) => text ?? ""),
  v.maxLength(FLOOD, "errors:issue.reasonLong"),
  v.transform(cleanLines),
  v.maxLength(COLLECTION_LIMITS.description, "errors:issue.reasonLong"),
);
const Color = v.picklist(COLLECTION_COLORS, "errors:issue.collectionColor");
const Icon = v.picklist(COLLECTION_ICONS, "errors:issue.collectionIcon");

/** A new collection. Only the name is needed (product.md §5). */
export const CollectionInput = v.strictObject({
  // A missing name gets the same error as an empty one.
  name: v.optional(Name, ""),
  description: v.optional(Description, ""),
  color: v.optional(Color, "firoozeh"),
  icon: v.optional(Icon, "bookmark"),
  isPublic: v.optional(v.boolean(), false),
});
export type CollectionInput = v.InferOutput<typeof CollectionInput>;

/** Changes of a collection; omitted fields keep their values. */
export const CollectionUpdate = v.strictObject({
  name: v.optional(Name),
  description: v.optional(Description),
  color: v.optional(Color),
  icon: v.optional(Icon),
  isPublic: v.optional(v.boolean()),
});
export type CollectionUpdate = v.InferOutput<typeof CollectionUpdate>;

const isOnceEach = (ids: string[]) => new Set(ids).size === ids.length;
/** The ids of a collection's events in the order that they shall have. */
export const CollectionOrder = v.strictObject({
  events: v.pipe(
    v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
    v.maxLength(COLLECTION_LIMITS.events, "errors:issue.notInCollection"),
    v.check(isOnceEach, "errors:issue.twiceInOrder"),
  ),
});
export type CollectionOrder = v.InferOutput<typeof CollectionOrder>;

const entries = {
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  description: v.string(),
  color: v.picklist(COLLECTION_COLORS),
  icon: v.picklist(COLLECTION_ICONS),
  isPublic: v.boolean(),
  isDefault: v.boolean(),
  eventCount: v.pipe(v.number(), v.integer()),
};

/** A collection in JSON (decisions.md §12). */
export const CollectionJson = v.pipe(v.object(entries), v.metadata({ ref: "Collection" }));
export type CollectionJson = v.InferOutput<typeof CollectionJson>;

/**
 * The same with a page of its events, in their owner's order. Events that have left the public are
 * not among them.
 */
export const CollectionWithEventsJson = v.pipe(
  v.object({
    ...entries,
    events: v.array(EventJson),
    nextCursor: v.nullable(v.string()),
    hasMore: v.boolean(),
  }),
  v.metadata({ ref: "CollectionWithEvents" }),
);
