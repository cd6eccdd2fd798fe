import { eq } from "drizzle-orm";
import * as v from "valibot";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { staleError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { personalAuditEntry } from "../../audit/personal-details.server";
import { deleteMedia } from "../../media/delete-media.server";
import { formerAvatars } from "../../media/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import { getManagedUser, ifUserUnchanged } from "./managed-user.server";
import { searchKeyWithName } from "./new-user.server";
import { getUserOrThrow } from "./queries.server";
import { Profile } from "./schema";
import type { UserRow } from "./user-json.server";

/**
 * Body of PUT /users/{id}: profile fields that staff may correct, any subset. A picture can only be
 * removed. Role and state have their own endpoints; preferences belong to the user.
 */
export const UserUpdate = v.partial(
  v.strictObject({ ...Profile.entries, photoURL: v.null("errors:issue.photoOnlyNull") }),
);
export type UserUpdate = v.InferOutput<typeof UserUpdate>;

/** @throws as `getManagedUser`; conflict if the account changed meanwhile */
export async function updateUser(
  deps: Deps,
  by: Actor | null,
  id: string,
  update: UserUpdate,
): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  const { photoURL, ...profile } = update;
  const wanted = { ...profile, ...(photoURL === null ? { photoUrl: null } : {}) };
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (key) => wanted[key] !== user[key],
  );
  if (changed.length === 0) return user;
  const pick = (from: Partial<UserRow>) =>
    Object.fromEntries(changed.map((key) => [key, from[key]]));
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          ...wanted,
          displayName: ifUserUnchanged(actor, user, wanted.displayName ?? users.displayName),
          ...(wanted.displayName !== undefined && {
            searchKey: searchKeyWithName(wanted.displayName),
          }),
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      ...personalAuditEntry(deps, {
        actorId: actor.id,
        action: "user.corrected",
        userId: user.id,
        before: pick(user),
        after: pick(wanted),
        sessionId: actor.sessionId,
      }),
    ],
    { "users.display_name": () => staleError("") },
  );
  if (changed.includes("photoUrl"))
    await deleteMedia(deps, await formerAvatars(deps, user.id, null));
  return getUserOrThrow(deps, user.id);
}
