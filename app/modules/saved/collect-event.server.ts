import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { collectionEvents, collections, events, savedOccurrences } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, isRefusal } from "../../lib/errors";
import type { SavedKey } from "../../lib/pages/saved-list";
import { type Actor, assertCan } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { getOccurrence } from "../events/get-event.server";
import {
  noteSaveSource,
  type SaveOrigin,
  type SaveSource,
  saveSourceOf,
  saveWeight,
} from "../events/visits/visits.server";
import { savedStatement } from "../notifications/event-domain-events.server";
import { notifyRooms } from "../notifications/notification-statements.server";
import { insertSelect } from "../store/run-guarded.server";
import { defaultCollectionStatement, getOwnCollection } from "./queries.server";
import { COLLECTION_LIMITS, type CollectionOrder } from "./schema";

type Writer = Pick<Deps, "db" | "clock" | "ids" | "vault" | "memo">;
type Notifier = Writer & Pick<Deps, "rooms" | "later">;

/**
 * The statement that appends a public event to a collection with room: it checks both in the same
 * statement as it is written, so that no number of requests at once fills a collection beyond its
 * limit.
 */
function collectStatement(
  { db, clock }: Writer,
  isMeant: SQL | undefined,
  eventId: string,
  source: SaveSource,
) {
  return db
    .insert(collectionEvents)
    .select(
      db
        .select({
          collectionId: collections.id,
          eventId: events.id,
          position:
            sql<number>`coalesce((SELECT max(held.position) FROM collection_events held WHERE held.collection_id = ${collections.id}), 0) + 1`.as(
              "position",
            ),
          createdAt: sql<number>`${clock.now()}`.as("created_at"),
          weight:
            sql<number>`CASE WHEN ${collections.isDefault} THEN ${saveWeight(source, eventId)} ELSE 0 END`.as(
              "weight",
            ),
          source: sql<string | null>`${source.cameFrom}`.as("source"),
        })
        .from(collections)
        .crossJoin(events)
        .where(
          and(
            isMeant,
            lt(collections.eventCount, COLLECTION_LIMITS.events),
            eq(events.id, eventId),
            eq(events.isListed, true),
          ),
        ),
    )
    .onConflictDoNothing();
}

/** Whether the event is in it now, and how full it is. */
function outcomeStatement({ db }: Writer, isMeant: SQL | undefined, eventId: string) {
  return db
    .select({
      eventCount: collections.eventCount,
      isIn: sql<number>`EXISTS (SELECT 1 FROM collection_events held WHERE held.collection_id = ${collections.id} AND held.event_id = ${eventId})`.as(
        "is_in",
      ),
    })
    .from(collections)
    .where(isMeant);
}

const fullCollection = () =>
  new AppError("conflict", [
    { path: "", message: "errors:issue.collectionFull", values: { max: COLLECTION_LIMITS.events } },
  ]);

/**
 * @returns how many events the collection has
 * @throws the reason why the event was not added
 */
function assertCollected(outcome: { eventCount: number; isIn: number } | undefined): number {
  if (outcome?.isIn) return outcome.eventCount;
  throw outcome && outcome.eventCount >= COLLECTION_LIMITS.events
    ? fullCollection()
    : new AppError("not-found");
}

/**
 * Appends a public event to one of the actor's collections. Idempotent.
 * @param origin as below: saves of one network weigh little in what is popular
 * @throws AppError("not-found") for invisible events and collections, AppError("conflict") when it
 * is full
 */
export async function addToCollection(
  deps: Notifier,
  actor: Actor | null,
  collectionId: string,
  eventId: string,
  origin: SaveOrigin = null,
): Promise<void> {
  assertCan(actor, "collection:manage");
  const isMeant = and(eq(collections.id, collectionId), eq(collections.ownerId, actor.id));
  const source = await saveSourceOf(deps, actor.id, eventId, origin);
  const [, [outcome], notified] = await deps.db.batch([
    collectStatement(deps, isMeant, eventId, source),
    outcomeStatement(deps, isMeant, eventId),
    savedStatement(deps, eventId, actor.id),
    noteSaveSource(deps, source, eventId),
  ]);
  assertCollected(outcome);
  if (notified.length > 0) deps.later(notifyRooms(deps, notified));
}

/**
 * Removes an event from one of the actor's collections. Idempotent. @throws AppError("not-found")
 */
export async function removeFromCollection(
  deps: Writer,
  actor: Actor | null,
  collectionId: string,
  eventId: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  await getOwnCollection(deps, actor, collectionId);
  await deps.db
    .delete(collectionEvents)
    .where(
      and(eq(collectionEvents.collectionId, collectionId), eq(collectionEvents.eventId, eventId)),
    );
}

/**
 * Adds a public event to the actor's favourites, creating the default collection if missing.
 * @returns how many favourites there are now
 * @throws AppError("not-found") for invisible events, AppError("conflict") when it is full
 */
export async function saveFavourite(
  deps: Notifier,
  actor: Actor | null,
  eventId: string,
  origin: SaveOrigin = null,
): Promise<number> {
  assertCan(actor, "collection:manage");
  if (!isUuid(eventId)) throw new AppError("not-found");
  return saveWith(deps, await saveSourceOf(deps, actor.id, eventId, origin), eventId, []);
}

/** Saves the event, and in the same batch what belongs to the favourite. */
async function saveWith(
  deps: Notifier,
  source: SaveSource,
  eventId: string,
  others: BatchItem<"sqlite">[],
): Promise<number> {
  const { userId } = source;
  const isMeant = and(eq(collections.ownerId, userId), eq(collections.isDefault, true));
  const [, , [outcome], notified] = await deps.db.batch([
    defaultCollectionStatement(deps, userId),
    collectStatement(deps, isMeant, eventId, source),
    outcomeStatement(deps, isMeant, eventId),
    savedStatement(deps, eventId, userId),
    noteSaveSource(deps, source, eventId),
    ...others,
  ]);
  const held = assertCollected(outcome);
  if (notified.length > 0) deps.later(notifyRooms(deps, notified));
  return held;
}

/**
 * Saves one date of a public event, and with it the event. Idempotent. People who saved dates are
 * notified of those only.
 * @param at original start
 * @returns how many favourites there are now
 * @throws AppError("not-found") for invisible events and unknown dates, AppError("conflict") when
 * the favourites are full
 */
export async function saveOccurrence(
  deps: Notifier,
  actor: Actor | null,
  eventId: string,
  at: string,
  origin: SaveOrigin = null,
): Promise<number> {
  assertCan(actor, "collection:manage");
  if (!isUuid(eventId)) throw new AppError("not-found");
  await getOccurrence(deps.db, eventId, at);
  const isFavourite = sql`EXISTS (SELECT 1 FROM ${collections} JOIN ${collectionEvents} held ON held.collection_id = ${collections.id}
    WHERE ${collections.ownerId} = ${actor.id} AND ${collections.isDefault} = 1 AND held.event_id = ${eventId})`;
  const chosen = insertSelect(
    deps.db,
    savedOccurrences,
    { userId: actor.id, eventId, originalStart: at, createdAt: deps.clock.now() },
    sql`WHERE ${isFavourite}`,
  ).onConflictDoNothing();
  return saveWith(deps, await saveSourceOf(deps, actor.id, eventId, origin), eventId, [chosen]);
}

/**
 * Saves what the actor has saved as a guest.
 * @returns how many favourites there are now, null where none could be saved; of how many events the
 * pages are gone, and how many did not fit
 */
export async function adoptSaved(
  deps: Notifier,
  actor: Actor,
  keys: readonly SavedKey[],
  address: string | null,
): Promise<{ held: number | null; gone: number; full: number }> {
  const outcomes = await Promise.all(
    keys.map(({ id, at }) =>
      (at === null
        ? saveFavourite(deps, actor, id, address)
        : saveOccurrence(deps, actor, id, at, address)
      ).catch((error) => {
        if (isRefusal(error, "conflict")) return "full";
        if (isRefusal(error)) return "gone";
        throw error;
      }),
    ),
  );
  const held = outcomes.filter((outcome) => typeof outcome === "number");
  const count = (of: string) => outcomes.filter((outcome) => outcome === of).length;
  return {
    held: held.length > 0 ? Math.max(...held) : null,
    gone: count("gone"),
    full: count("full"),
  };
}

/** Removes one date from the actor's favourites; the event stays. Idempotent. */
export async function removeOccurrence(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  eventId: string,
  at: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  const { userId, originalStart } = savedOccurrences;
  await db
    .delete(savedOccurrences)
    .where(and(eq(userId, actor.id), eq(savedOccurrences.eventId, eventId), eq(originalStart, at)));
}

/**
 * Removes an event, and with it its saved dates (by trigger), from the actor's favourites.
 * Idempotent.
 */
export async function removeFavourite(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  eventId: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  const own = db
    .select({ id: collections.id })
    .from(collections)
    .where(and(eq(collections.ownerId, actor.id), eq(collections.isDefault, true)));
  await db
    .delete(collectionEvents)
    .where(
      and(eq(collectionEvents.eventId, eventId), eq(collectionEvents.collectionId, sql`(${own})`)),
    );
}

/** Where to: one place up or down, or to the place of another event. */
export type Move = "up" | "down" | { before: string } | { after: string };

/** Ids with one of them moved; null where that changes nothing. Pure. */
function movedOrder(order: readonly string[], id: string, move: Move): string[] | null {
  const from = order.indexOf(id);
  const rest = order.filter((other) => other !== id);
  const beside =
    typeof move === "string" ? -1 : rest.indexOf("before" in move ? move.before : move.after);
  if (from === -1 || (typeof move === "object" && beside === -1)) return null;
  const wanted =
    move === "up" ? from - 1 : move === "down" ? from + 1 : "before" in move ? beside : beside + 1;
  const to = Math.max(0, Math.min(rest.length, wanted));
  return to === from ? null : [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The ids of a collection's events in order, unlisted ones included. */
async function heldIds({ db }: Pick<Deps, "db">, collectionId: string): Promise<string[]> {
  const held = await db
    .select({ id: collectionEvents.eventId })
    .from(collectionEvents)
    .where(eq(collectionEvents.collectionId, collectionId))
    .orderBy(asc(collectionEvents.position), asc(collectionEvents.eventId));
  return held.map(({ id }) => id);
}

/** Rewrites positions from 1, which removes gaps and duplicates of concurrent changes. */
async function writeOrder(
  { db }: Pick<Deps, "db">,
  collectionId: string,
  order: readonly string[],
): Promise<void> {
  await db.run(sql`UPDATE collection_events SET position = wanted.key + 1 FROM json_each(${JSON.stringify(order)}) AS wanted
WHERE collection_id = ${collectionId} AND event_id = wanted.value AND position <> wanted.key + 1`);
}

/**
 * Moves an event within one of the actor's collections.
 * @throws AppError("not-found") where the collection is not theirs or the event not in it
 */
export async function moveInCollection(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  collectionId: string,
  eventId: string,
  move: Move,
): Promise<void> {
  assertCan(actor, "collection:manage");
  await getOwnCollection(deps, actor, collectionId);
  const order = await heldIds(deps, collectionId);
  if (!order.includes(eventId)) throw new AppError("not-found");
  const moved = movedOrder(order, eventId, move);
  if (moved) await writeOrder(deps, collectionId, moved);
}

/**
 * Reorders one of the actor's collections. Unnamed events follow in their present order, since the
 * client may not know of unlisted or new ones.
 * @throws AppError("not-found"), or AppError("invalid") with an issue at `events` for events
 * outside the collection
 */
export async function orderCollection(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  collectionId: string,
  { events: wanted }: CollectionOrder,
): Promise<void> {
  assertCan(actor, "collection:manage");
  await getOwnCollection(deps, actor, collectionId);
  const order = await heldIds(deps, collectionId);
  const held = new Set(order);
  if (wanted.some((id) => !held.has(id)))
    throw new AppError("invalid", [{ path: "events", message: "errors:issue.notInCollection" }]);
  const named = new Set(wanted);
  await writeOrder(deps, collectionId, [...wanted, ...order.filter((id) => !named.has(id))]);
}
