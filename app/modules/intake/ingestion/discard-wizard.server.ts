import { and, eq, sql } from "drizzle-orm";
import { ingestionTexts, ingestionWizards } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";

/** Deletes a wizard with its answer. Idempotent. */
export async function discardWizard(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const own = and(eq(ingestionWizards.id, id), eq(ingestionWizards.userId, actor.id));
  await db.batch([
    db
      .delete(ingestionTexts)
      .where(
        sql`owner_id IN (SELECT id FROM ingestion_wizards WHERE id = ${id} AND user_id = ${actor.id})`,
      ),
    db.delete(ingestionWizards).where(own),
  ]);
}
