import { and, eq, inArray, sql } from "drizzle-orm";
import { collectionEvents, collections } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** The user whose hearts are filled; null for visitors, without a query. */
export type Saver = { id: string } | null;

/**
 * Which of these events a user has saved, in one round trip; null for visitors, whose pages are
 * shared.
 */
export async function savedAmong(
  { db }: Pick<Deps, "db">,
  saver: Saver,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (!saver) return null;
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: collectionEvents.eventId })
    .from(collections)
    .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
    .where(
      and(
        eq(collections.ownerId, saver.id),
        eq(collections.isDefault, true),
        inArray(
          collectionEvents.eventId,
          sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        ),
      ),
    );
  return new Set(found.map(({ id }) => id));
}
