import { and, eq, sql } from "drizzle-orm";
import { collectionEvents, collections } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { runGuarded } from "../store/run-guarded.server";
import { getOwnCollection, keptName } from "./queries.server";
import { COLLECTION_LIMITS, type CollectionInput, type CollectionUpdate } from "./schema";

const record = (
  actor: Actor,
  what: "created" | "updated" | "deleted",
  entityId: string,
  metadata: Record<string, unknown>,
) => ({
  actorId: actor.id,
  action: `collection.${what}`,
  entity: "collection",
  entityId,
  metadata,
  sessionId: actor.sessionId,
});

/**
 * Creates a collection. @returns its id
 * @throws AppError("conflict") at the limit of collections, AppError("forbidden") for a public one
 * without a verified address
 */
export async function createCollection(
  deps: Deps,
  actor: Actor | null,
  input: CollectionInput,
): Promise<string> {
  assertCan(actor, "collection:manage");
  if (input.isPublic) assertCan(actor, "collection:publish");
  await deps.budget.take("collection", actor.id);
  const id = deps.ids.next();
  const now = deps.clock.now();
  // Comes out null at the limit, and fails the batch: two requests at once never exceed it.
  const ownerId = sql<string>`CASE WHEN (SELECT count(*) FROM collections WHERE owner_id = ${actor.id}) < ${COLLECTION_LIMITS.collections} THEN ${actor.id} END`;
  await runGuarded(
    deps,
    [
      deps.db.insert(collections).values({ ...input, id, ownerId, createdAt: now, updatedAt: now }),
      auditEntry(deps, record(actor, "created", id, { isPublic: input.isPublic })),
    ],
    {
      "collections.owner_id": () =>
        new AppError("conflict", [
          {
            path: "",
            message: "errors:issue.tooManyCollections",
            values: { max: COLLECTION_LIMITS.collections },
          },
        ]),
    },
  );
  return id;
}

/**
 * Changes a collection of the actor's. The default one may be renamed and redrawn but stays
 * private: a heart is pressed in passing, and must never publish anything.
 * @throws AppError("not-found"), AppError("conflict") where the favourites shall be public,
 * AppError("forbidden") where a collection shall be public without a verified address
 */
export async function updateCollection(
  deps: Deps,
  actor: Actor | null,
  id: string,
  changes: CollectionUpdate,
): Promise<void> {
  assertCan(actor, "collection:manage");
  const { isDefault, isPublic } = await getOwnCollection(deps, actor, id);
  if (isDefault && changes.isPublic)
    throw new AppError("conflict", [
      { path: "isPublic", message: "errors:issue.favouritesPrivate" },
    ]);
  if (changes.isPublic && !isPublic) assertCan(actor, "collection:publish");
  const name = changes.name === undefined ? {} : { name: keptName(changes.name, isDefault) };
  await deps.db.batch([
    deps.db
      .update(collections)
      .set({ ...changes, ...name, updatedAt: deps.clock.now() })
      .where(and(eq(collections.id, id), eq(collections.ownerId, actor.id))),
    auditEntry(
      deps,
      record(actor, "updated", id, {
        before: { isPublic },
        after: { isPublic: changes.isPublic ?? isPublic },
      }),
    ),
  ]);
}

/**
 * Deletes one of the actor's collections, not its events. @throws AppError("not-found"),
 * AppError("conflict") for the default one
 */
export async function deleteCollection(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "collection:manage");
  const { isDefault, eventCount } = await getOwnCollection(deps, actor, id);
  if (isDefault)
    throw new AppError("conflict", [{ path: "", message: "errors:issue.favouritesStay" }]);
  await deps.db.batch([
    deps.db.delete(collectionEvents).where(eq(collectionEvents.collectionId, id)),
    deps.db
      .delete(collections)
      .where(and(eq(collections.id, id), eq(collections.ownerId, actor.id))),
    auditEntry(deps, record(actor, "deleted", id, { before: { eventCount } })),
  ]);
}
