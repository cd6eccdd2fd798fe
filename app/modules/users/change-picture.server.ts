import { and, eq, isNotNull } from "drizzle-orm";
import { externalIdentities, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { PICTURE_TYPES, pictureKindOf, stripMetadata } from "../media/strip-metadata";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "./queries.server";

const MB = 1_048_576;

const refused = (message: string) => new AppError("invalid", [{ path: "picture", message }]);

/** The largest picture that is taken, bytes (decisions.md §7, storage). */
export const maxPictureSize = async (deps: Pick<Deps, "db" | "memo">): Promise<number> =>
  (await settingsOf(deps)).storage.maxImageSizeMb * MB;

/**
 * Stores somebody's picture, without what the camera wrote into it (ASVS 14.2.8), and deletes the one before.
 * @throws AppError("invalid") with an issue at `picture` for what is no picture, too large or broken
 */
export async function changePicture(deps: Deps, actor: Actor, bytes: Uint8Array): Promise<void> {
  assertCan(actor, "account:manage");
  if (bytes.length === 0) throw refused("errors:issue.noPicture");
  if (bytes.length > (await maxPictureSize(deps))) throw refused("errors:issue.pictureSize");
  const kind = pictureKindOf(bytes);
  if (kind === null) throw refused("errors:issue.pictureType");
  const clean = stripMetadata(bytes, kind);
  if (clean === null) throw refused("errors:issue.pictureBroken");
  const key = `users/${actor.id}/${deps.ids.next()}.${kind}`;
  await deps.media.put(key, clean, PICTURE_TYPES[kind]);
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

/** Takes the picture of the account elsewhere. @throws AppError("conflict") where there is none */
export async function takeExternalPicture(deps: Deps, actor: Actor): Promise<void> {
  assertCan(actor, "account:manage");
  const pictureUrl = await externalPicture(deps, actor.id);
  if (pictureUrl === null) throw new AppError("conflict");
  await setPicture(deps, actor, pictureUrl);
}

async function setPicture(deps: Deps, actor: Actor, photoUrl: string | null): Promise<void> {
  const { photoUrl: former } = await getUserOrThrow(deps, actor.id);
  if (former === photoUrl) return;
  await deps.db.batch([
    deps.db.update(users).set({ photoUrl, updatedAt: deps.clock.now() }).where(eq(users.id, actor.id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.picture-changed",
      entity: "user",
      entityId: actor.id,
      metadata: { before: former, after: photoUrl },
      sessionId: actor.sessionId,
    }),
  ]);
  const own = paths.media(`users/${actor.id}/`);
  // Only what was uploaded here: a picture elsewhere is not ours to delete.
  if (former?.startsWith(own)) deps.later(deps.media.delete([former.slice(paths.media("").length)]));
}
