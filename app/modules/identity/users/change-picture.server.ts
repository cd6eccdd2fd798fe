import { and, eq, isNotNull, sql } from "drizzle-orm";
import { externalIdentities, media, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { personalAuditEntry } from "../../audit/personal-details.server";
import { deleteMedia } from "../../media/delete-media.server";
import { fetchPicture } from "../../media/fetch-picture.server";
import { mediaKeyOf } from "../../media/media-key";
import { formerAvatars } from "../../media/queries.server";
import { storeMedia } from "../../media/store-media.server";
import { getUserOrThrow } from "./queries.server";

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
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map(({ message }) => ({ path: "picture", message })),
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
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      error.code,
      error.issues.map((issue) => ({ ...issue, path: "picture" })),
    );
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
