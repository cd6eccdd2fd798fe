import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { cities, externalIdentities, media, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, errorAt, isRefusal } from "../../../lib/errors";
import { ALL_CITIES, paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { personalAuditEntry } from "../../audit/audit-entry.server";
import { findCityBySlug } from "../../cities/queries.server";
import { deleteMedia, formerAvatars } from "../../media/claim-media.server";
import { mediaKeyOf } from "../../media/media-files";
import { fetchPicture } from "../../media/remote-pictures.server";
import { storeMedia } from "../../media/store-media.server";
import { nextDigestAt } from "../../notifications/digest-times.server";
import type { UserRow } from "./queries.server";
import { getUserOrThrow, searchKeyWithName } from "./queries.server";
import type { Preferences, ProfileUpdate } from "./schema";

/**
 * Updates the given profile fields. Repeating `onboardingCompleted` keeps the first time.
 * @throws invalid for unknown cities, and where a completed onboarding shall not be
 */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  update: ProfileUpdate,
): Promise<UserRow> {
  assertCan(actor, "account:manage");
  const { onboardingCompleted, ...changes } = update;
  const user = await getUserOrThrow(deps, actor.id);
  if (onboardingCompleted === false && user.onboardingCompletedAt !== null)
    throw new AppError("invalid", [
      { path: "onboardingCompleted", message: "errors:issue.onboarded" },
    ]);
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

/**
 * Stores an avatar without its camera metadata (ASVS 14.2.8) and deletes the previous one.
 * @throws invalid with an issue at `picture` if the file is not an image, too large, broken, or
 * over the quota
 */
export async function changePicture(deps: Deps, actor: Actor, bytes: Uint8Array): Promise<void> {
  assertCan(actor, "account:manage");
  if (bytes.length === 0)
    throw new AppError("invalid", [{ path: "picture", message: "errors:issue.noPicture" }]);
  const { key } = await storeMedia(deps, actor, bytes, "avatar").catch((error: unknown) => {
    if (!isRefusal(error) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map((issue) => ({ ...issue, path: "picture" })),
    );
  });
  await setPicture(deps, actor, paths.media(key));
}

/** Removes the avatar; the product shows initials instead. */
export async function removePicture(deps: Deps, actor: Actor): Promise<void> {
  assertCan(actor, "account:manage");
  await setPicture(deps, actor, null);
}

/** Picture URL of a linked external account; null if there is none. */
export async function externalPicture(
  { db }: Pick<Deps, "db">,
  userId: string,
): Promise<string | null> {
  const found = await db
    .select({ pictureUrl: externalIdentities.pictureUrl })
    .from(externalIdentities)
    .where(and(eq(externalIdentities.userId, userId), isNotNull(externalIdentities.pictureUrl)))
    .get();
  return found?.pictureUrl ?? null;
}

/**
 * Imports the picture of the linked external account.
 * @throws conflict if there is none; invalid with an issue at `picture` if the download fails
 */
export async function takeExternalPicture(deps: Deps, actor: Actor): Promise<void> {
  assertCan(actor, "account:manage");
  const pictureUrl = await externalPicture(deps, actor.id);
  if (pictureUrl === null) throw new AppError("conflict");
  await setPicture(deps, actor, await fetchAvatar(deps, actor.id, pictureUrl));
}

async function fetchAvatar(deps: Deps, userId: string, address: string): Promise<string> {
  try {
    return await fetchPicture(deps, userId, address, "avatar");
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw errorAt(error, () => "picture");
  }
}

async function setPicture(deps: Deps, actor: Actor, photoUrl: string | null): Promise<void> {
  const { photoUrl: former } = await getUserOrThrow(deps, actor.id);
  const key = mediaKeyOf(photoUrl);
  if (former === photoUrl) return;
  await deps.db.batch([
    deps.db
      .update(users)
      .set({ photoUrl, updatedAt: deps.clock.now() })
      .where(
        and(
          eq(users.id, actor.id),
          // Of two concurrent uploads, the later one may have deleted the earlier one's file.
          ...(key === null
            ? []
            : [sql`EXISTS (SELECT 1 FROM ${media} WHERE ${media.key} = ${key})`]),
        ),
      ),
    ...personalAuditEntry(deps, {
      actorId: actor.id,
      action: "user.picture-changed",
      userId: actor.id,
      before: { photoUrl: former },
      after: { photoUrl },
      sessionId: actor.sessionId,
    }),
  ]);
  // Deletes only files of this account. Files older than the quota have no row in `media`.
  const old = mediaKeyOf(former);
  const own = old?.startsWith(`users/${actor.id}/`) ? [old] : [];
  await deleteMedia(deps, [...new Set([...own, ...(await formerAvatars(deps, actor.id, key))])]);
}

/** Sets the consent to counting opened mails and followed links; off by default. */
export async function allowMailTracking(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  isAllowed: boolean,
): Promise<void> {
  await db
    .update(users)
    .set({ allowsMailTracking: isAllowed })
    .where(and(eq(users.id, actor.id), ne(users.allowsMailTracking, isAllowed)));
}

/** Completes the onboarding and saves the preferences (product.md §4). */
export async function completeOnboarding(
  deps: Deps,
  actor: Actor,
  preferences: Preferences,
): Promise<void> {
  await updateProfile(deps, actor, { ...preferences, onboardingCompleted: true });
}

/** Completes the onboarding without preferences. */
export async function skipOnboarding(deps: Deps, actor: Actor): Promise<void> {
  await updateProfile(deps, actor, { onboardingCompleted: true });
}
