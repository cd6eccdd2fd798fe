import { eq, inArray } from "drizzle-orm";
import { cities, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { userSearchKey } from "./new-user.server";
import { getUserOrThrow } from "./queries.server";
import type { ProfileUpdate } from "./schema";
import type { UserRow } from "./user-json.server";

/** Changes what one may change about oneself; what is not named stays. @throws AppError("invalid") for unknown cities */
export async function updateProfile(deps: Deps, actor: Actor, changes: ProfileUpdate): Promise<UserRow> {
  assertCan(actor, "account:manage");
  const user = await getUserOrThrow(deps, actor.id);
  if (changes.cities && changes.cities.length > 0) {
    const known = await deps.db.select({ slug: cities.slug }).from(cities).where(inArray(cities.slug, changes.cities));
    if (known.length < changes.cities.length) throw new AppError("invalid", [{ path: "cities", message: "errors:issue.city" }]);
  }
  const changed = (Object.keys(changes) as (keyof ProfileUpdate)[]).filter(
    (key) => JSON.stringify(changes[key]) !== JSON.stringify(user[key]),
  );
  if (changed.length === 0) return user;
  const pick = (from: object) => Object.fromEntries(changed.map((key) => [key, (from as Record<string, unknown>)[key]]));
  await deps.db.batch([
    deps.db
      .update(users)
      .set({ ...changes, searchKey: userSearchKey(changes.displayName ?? user.displayName, user.email), updatedAt: deps.clock.now() })
      .where(eq(users.id, actor.id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.profile-changed",
      entity: "user",
      entityId: actor.id,
      metadata: { before: pick(user), after: pick(changes) },
      sessionId: actor.sessionId,
    }),
  ]);
  return getUserOrThrow(deps, actor.id);
}
