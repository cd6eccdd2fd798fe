import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { collectionEvents, collections, events, savedOccurrences } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { getOccurrence } from "../events/event-occurrences.server";
import { savedStatement } from "../notifications/event-domain-events.server";
import { notifyRooms } from "../notifications/notify-rooms.server";
import { defaultCollectionStatement } from "./default-collection.server";
import { getOwnCollection } from "./queries.server";
import { COLLECTION_LIMITS } from "./schema";

type Writer = Pick<Deps, "db" | "clock" | "ids">;
type Notifier = Writer & Pick<Deps, "rooms" | "later">;

/**
 * The statement that appends a public event to a collection with room: it checks both in the same
 * statement as it is written, so that no number of requests at once fills a collection beyond its
 * limit.
 */
function collectStatement({ db, clock }: Writer, isMeant: SQL | undefined, eventId: string) {
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

/** @throws the reason why the event was not added */
function assertCollected(outcome: { eventCount: number; isIn: number } | undefined): void {
  if (outcome?.isIn) return;
  throw outcome && outcome.eventCount >= COLLECTION_LIMITS.events
    ? fullCollection()
    : new AppError("not-found");
}

/**
 * Appends a public event to one of the actor's collections. Idempotent.
 * @throws AppError("not-found") for invisible events and collections, AppError("conflict") when it
 * is full
 */
export async function addToCollection(
  deps: Notifier,
  actor: Actor | null,
  collectionId: string,
  eventId: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  const isMeant = and(eq(collections.id, collectionId), eq(collections.ownerId, actor.id));
  const [, [outcome], notified] = await deps.db.batch([
    collectStatement(deps, isMeant, eventId),
    outcomeStatement(deps, isMeant, eventId),
    savedStatement(deps, eventId, actor.id),
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
 * @throws AppError("not-found") for invisible events, AppError("conflict") when it is full
 */
export async function saveFavourite(
  deps: Notifier,
  actor: Actor | null,
  eventId: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  if (!isUuid(eventId)) throw new AppError("not-found");
  await saveWith(deps, actor, eventId, []);
}

/** Saves the event, and in the same batch what belongs to the favourite. */
async function saveWith(
  deps: Notifier,
  actor: Actor,
  eventId: string,
  others: BatchItem<"sqlite">[],
): Promise<void> {
  const isMeant = and(eq(collections.ownerId, actor.id), eq(collections.isDefault, true));
  const [, , [outcome], notified] = await deps.db.batch([
    defaultCollectionStatement(deps, actor.id),
    collectStatement(deps, isMeant, eventId),
    outcomeStatement(deps, isMeant, eventId),
    savedStatement(deps, eventId, actor.id),
    ...others,
  ]);
  assertCollected(outcome);
  if (notified.length > 0) deps.later(notifyRooms(deps, notified));
}

/**
 * Saves one date of a public event, and with it the event. Idempotent. People who saved dates are
 * notified of those only.
 * @param at original start
 * @throws AppError("not-found") for invisible events and unknown dates, AppError("conflict") when
 * the favourites are full
 */
export async function saveOccurrence(
  deps: Notifier,
  actor: Actor | null,
  eventId: string,
  at: string,
): Promise<void> {
  assertCan(actor, "collection:manage");
  if (!isUuid(eventId)) throw new AppError("not-found");
  await getOccurrence(deps.db, eventId, at);
  const isFavourite = sql`EXISTS (SELECT 1 FROM ${collections} JOIN ${collectionEvents} held ON held.collection_id = ${collections.id}
    WHERE ${collections.ownerId} = ${actor.id} AND ${collections.isDefault} = 1 AND held.event_id = ${eventId})`;
  const chosen = deps.db
    .insert(savedOccurrences)
    .select(sql`SELECT ${actor.id}, ${eventId}, ${at}, ${deps.clock.now()} WHERE ${isFavourite}`)
    .onConflictDoNothing();
  await saveWith(deps, actor, eventId, [chosen]);
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
