import { asc, eq, sql } from "drizzle-orm";
import { collectionEvents } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { getOwnCollection } from "./queries.server";
import type { CollectionOrder } from "./schema";

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
