import { desc, eq } from "drizzle-orm";
import { eventDrafts, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import { citiesById } from "../cities/queries.server";
import type { OwnEvent } from "./find-own-event.server";

/** Drafts of an account, latest change first. `createDraft` limits their number. */
export async function listDrafts(
  { db, memo }: Pick<Deps, "db" | "memo">,
  actor: Actor,
): Promise<OwnEvent[]> {
  assertCan(actor, "event:create");
  const found = await db
    .select({ draft: eventDrafts, displayName: users.displayName })
    .from(eventDrafts)
    .innerJoin(users, eq(users.id, eventDrafts.creatorId))
    .where(eq(eventDrafts.creatorId, actor.id))
    .orderBy(desc(eventDrafts.updatedAt));
  const cities = await citiesById({ db, memo });
  return found.map(({ draft, displayName }) => ({
    draft,
    event: null,
    revision: null,
    cities,
    creator: { id: actor.id, displayName },
  }));
}
