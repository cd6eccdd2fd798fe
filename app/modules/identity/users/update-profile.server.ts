import { eq, inArray, sql } from "drizzle-orm";
import { cities, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { ALL_CITIES } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { personalAuditEntry } from "../../audit/personal-details.server";
import { findCityBySlug } from "../../cities/queries.server";
import { nextDigestAt } from "../../notifications/digest-times.server";
import { searchKeyWithName } from "./new-user.server";
import { getUserOrThrow } from "./queries.server";
import type { ProfileUpdate } from "./schema";
import type { UserRow } from "./user-json.server";

/**
 * Updates the given profile fields. Repeating `onboardingCompleted` keeps the first time.
 * @throws invalid for unknown cities
 */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  update: ProfileUpdate,
): Promise<UserRow> {
  assertCan(actor, "account:manage");
  const { onboardingCompleted, ...changes } = update;
  const user = await getUserOrThrow(deps, actor.id);
  if (changes.cities && changes.cities.length > 0) {
    const known = await deps.db
      .select({ slug: cities.slug })
      .from(cities)
      .where(inArray(cities.slug, changes.cities));
    if (known.length < changes.cities.length)
      throw new AppError("invalid", [{ path: "cities", message: "errors:issue.city" }]);
  }
  if (
    changes.homeCity &&
    changes.homeCity !== ALL_CITIES &&
    !(await findCityBySlug(deps, changes.homeCity))
  )
    throw new AppError("invalid", [{ path: "homeCity", message: "errors:issue.city" }]);
  const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (key) => JSON.stringify(changes[key]) !== JSON.stringify(user[key]),
  );
  if (
    changes.preferredLanguage === null &&
    !user.followsBrowserLanguage &&
    !changed.includes("preferredLanguage")
  )
    changed.push("preferredLanguage");
  const finishes = onboardingCompleted === true && user.onboardingCompletedAt === null;
  if (changed.length === 0 && !finishes) return user;
  const pick = (from: object) =>
    Object.fromEntries(changed.map((key) => [key, (from as Record<string, unknown>)[key]]));
  const now = deps.clock.now();
  const after = { ...user, ...changes };
  await deps.db.batch([
    deps.db
      .update(users)
      .set({
        ...changes,
        ...(changes.preferredLanguage === undefined
          ? {}
          : { followsBrowserLanguage: changes.preferredLanguage === null }),
        // The trigger of migration 0009 handles other changes of these columns.
        ...(["notificationPreferences", "timeZone", "calendar", "preferredLanguage"].some(
          (name) => name in changes,
        )
          ? { digestDueAt: nextDigestAt(after.notificationPreferences, after, now) }
          : {}),
        ...(finishes
          ? { onboardingCompletedAt: sql`coalesce(${users.onboardingCompletedAt}, ${now})` }
          : {}),
        ...(changes.displayName !== undefined && {
          searchKey: searchKeyWithName(changes.displayName),
        }),
        updatedAt: now,
      })
      .where(eq(users.id, actor.id)),
    ...personalAuditEntry(deps, {
      actorId: actor.id,
      action: "user.profile-changed",
      userId: actor.id,
      before: { ...pick(user), ...(finishes ? { onboardingCompleted: false } : {}) },
      after: { ...pick(changes), ...(finishes ? { onboardingCompleted: true } : {}) },
      sessionId: actor.sessionId,
    }),
  ]);
  return getUserOrThrow(deps, actor.id);
}
