import { and, eq, isNotNull, sql } from "drizzle-orm";
import { externalIdentities, media, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { personalAuditEntry } from "../audit/personal-details.server";
import { deleteMedia } from "../media/delete-media.server";
import { fetchPicture } from "../media/fetch-picture.server";
import { mediaKeyOf } from "../media/media-key";
import { formerAvatars } from "../media/queries.server";
import { storeMedia } from "../media/store-media.server";
import { getUserOrThrow } from "./queries.server";

/**
 * Stores somebody's picture, without what the camera wrote into it (ASVS 14.2.8), and deletes the one before.
 * @throws AppError("invalid") with an issue at `picture` for what is no picture, too large, broken, or has no room
 */
export async function changePicture(deps: Deps, actor: Actor, bytes: Uint8Array): Promise<void> {
  assertCan(actor, "account:manage");
  if (bytes.length === 0) throw new AppError("invalid", [{ path: "picture", message: "errors:issue.noPicture" }]);
  const { key } = await storeMedia(deps, actor, bytes, "avatar").catch((error: unknown) => {
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map(({ message }) => ({ path: "picture", message })),
    );
  });
  await setPicture(deps, actor, paths.media(key));
}

/** Takes the picture away; initials stand in for it. */
export async function removePicture(deps: Deps, actor: Actor): Promise<void> {
  assertCan(actor, "account:manage");
  await setPicture(deps, actor, null);
}

/** The picture of somebody's account elsewhere; null where there is none. */
export async function externalPicture({ db }: Pick<Deps, "db">, userId: string): Promise<string | null> {
  const found = await db
    .select({ pictureUrl: externalIdentities.pictureUrl })
    .from(externalIdentities)
    .where(and(eq(externalIdentities.userId, userId), isNotNull(externalIdentities.pictureUrl)))
    .get();
  return found?.pictureUrl ?? null;
}

/**
 * Fetches the picture of the account elsewhere. @throws AppError("conflict") where there is none, AppError("invalid") with an
 * issue at `picture` where it cannot be had
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
          // Of two uploads at once, the later one has cleared the earlier one away.
          ...(key === null ? [] : [sql`EXISTS (SELECT 1 FROM ${media} WHERE ${media.key} = ${key})`]),
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
  // Only what was uploaded here: a picture elsewhere is not ours to delete. One of before there was a quota has no row.
  const old = mediaKeyOf(former);
  const own = old?.startsWith(`users/${actor.id}/`) ? [old] : [];
  await deleteMedia(deps, [...new Set([...own, ...(await formerAvatars(deps, actor.id, key))])]);
}
