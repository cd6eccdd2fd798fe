import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { type MEDIA_KINDS, media as mediaTable, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import { FILE_TYPES, type FileType, fileTypeOf, isVideo } from "./file-types";
import { pictureSize } from "./picture-size";
import { stripMetadata } from "./strip-metadata";

const MB = 1_048_576;
/** A small file may unfold into a picture that no phone can hold (ASVS 5.2.6). Pixels. */
const MAX_PIXELS = 40_000_000;

export type MediaKind = (typeof MEDIA_KINDS)[number];
type PictureKind = Exclude<MediaKind, "video">;

const TYPES: Record<PictureKind, readonly FileType[]> = {
  avatar: ["jpg", "png", "webp"],
  picture: ["jpg", "png", "webp", "gif", "avif"],
};

export interface StoredMedia {
  id: string;
  key: string;
  bytes: number;
  contentType: string;
}

/** The largest file of a kind that is taken, bytes (decisions.md §7, storage). */
export async function maxMediaSize(deps: Pick<Deps, "db" | "memo">, kind: MediaKind): Promise<number> {
  const { storage } = await settingsOf(deps);
  return (kind === "video" ? storage.maxVideoSizeMb : storage.maxImageSizeMb) * MB;
}

export const invalidFile = (message: string) => new AppError("invalid", [{ path: "file", message }]);

/**
 * Checks what somebody has sent, by its bytes alone: what it is, how large it is, and what it says beside what it shows.
 * @returns the picture without place, device and names (ASVS 14.2.8)
 */
async function checkPicture(deps: Deps, bytes: Uint8Array, kind: PictureKind): Promise<{ type: FileType; clean: Uint8Array }> {
  if (bytes.length === 0) throw invalidFile("errors:issue.noFile");
  if (bytes.length > (await maxMediaSize(deps, kind)))
    throw new AppError("too-large", [{ path: "file", message: "errors:issue.pictureSize" }]);
  const type = fileTypeOf(bytes);
  if (type === null || isVideo(type) || !TYPES[kind].includes(type))
    throw new AppError("unsupported-type", [
      { path: "file", message: kind === "avatar" ? "errors:issue.pictureType" : "errors:issue.imageType" },
    ]);
  const size = pictureSize(bytes, type);
  if (!size) throw invalidFile("errors:issue.pictureBroken");
  if (size.width * size.height > MAX_PIXELS) throw invalidFile("errors:issue.picturePixels");
  const clean = stripMetadata(bytes, type);
  if (!clean) throw invalidFile("errors:issue.pictureBroken");
  return { type, clean };
}

/** The id and the key under which a file will stand. */
export function newMediaKey({ ids }: Pick<Deps, "ids">, actor: Pick<Actor, "id">, kind: MediaKind, type: FileType) {
  const id = ids.next();
  return { id, key: `${kind === "avatar" ? `users/${actor.id}` : `uploads/${actor.id}`}/${id}.${type}` };
}

/**
 * Claims a file's part of somebody's quota and writes the file down, in one statement, so that no number of uploads at
 * once brings them past it. @throws AppError("invalid") where there is no room
 */
export async function claimMedia(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  actor: Pick<Actor, "id">,
  kind: MediaKind,
  { id, key, bytes, contentType }: StoredMedia,
): Promise<void> {
  const quota = (await settingsOf(deps)).storage.storageQuotaMb * MB;
  const [claimed] = await deps.db.batch([
    deps.db
      .update(users)
      .set({ mediaBytes: sql`${users.mediaBytes} + ${bytes}` })
      .where(and(eq(users.id, actor.id), lte(sql`${users.mediaBytes} + ${bytes}`, quota)))
      .returning({ id: users.id }),
    deps.db.insert(mediaTable).select(
      deps.db
        .select({
          id: sql<string>`${id}`.as("id"),
          key: sql<string>`${key}`.as("key"),
          ownerId: users.id,
          kind: sql<MediaKind>`${kind}`.as("kind"),
          contentType: sql<string>`${contentType}`.as("content_type"),
          bytes: sql<number>`${bytes}`.as("bytes"),
          createdAt: sql<number>`${deps.clock.now()}`.as("created_at"),
        })
        .from(users)
        .where(and(eq(users.id, actor.id), sql`changes() > 0`)),
    ),
  ]);
  if (claimed.length === 0) throw invalidFile("errors:issue.quota");
}

/**
 * Stores a picture of somebody's, once there is room for it in their quota; films come by `receiveVideo`.
 * @throws AppError("too-large"), AppError("unsupported-type"), or AppError("invalid") for what is broken, has too many
 * pixels or no room in the quota; each with an issue at `file`
 */
export async function storeMedia(deps: Deps, actor: Actor, bytes: Uint8Array, kind: PictureKind): Promise<StoredMedia> {
  assertCan(actor, "media:upload");
  const { type, clean } = await checkPicture(deps, bytes, kind);
  const stored = { ...newMediaKey(deps, actor, kind, type), bytes: clean.byteLength, contentType: FILE_TYPES[type].contentType };
  await claimMedia(deps, actor, kind, stored);
  try {
    await deps.media.put(stored.key, clean, stored.contentType);
  } catch (error) {
    await releaseMedia(deps, [stored.key]);
    throw error;
  }
  return stored;
}

/** Gives back what files have claimed of their owners' quotas, and forgets them. Once for each, whoever else does so. */
export async function releaseMedia({ db }: Pick<Deps, "db">, keys: readonly string[]): Promise<void> {
  // As one parameter: D1 takes a hundred.
  const gone = inArray(mediaTable.key, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`);
  await db.batch([
    db
      .update(users)
      .set({
        mediaBytes: sql`max(0, ${users.mediaBytes} - (SELECT coalesce(sum(${mediaTable.bytes}), 0) FROM ${mediaTable} WHERE ${mediaTable.ownerId} = ${users.id} AND ${gone}))`,
      })
      .where(inArray(users.id, db.select({ id: mediaTable.ownerId }).from(mediaTable).where(gone))),
    db.delete(mediaTable).where(gone),
  ]);
}

/** Deletes files and gives their quota back; keys that are not there are none. */
export async function deleteMedia(deps: Pick<Deps, "db" | "media">, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  // The rows last: while they are there, a deletion that was cut off is known to be unfinished.
  await deps.media.delete(keys);
  await releaseMedia(deps, keys);
}

/** The keys of somebody's former pictures beside their name: all that were there before the present one. */
export async function formerAvatars({ db }: Pick<Deps, "db">, userId: string, presentKey: string | null): Promise<string[]> {
  const theirs = and(eq(mediaTable.ownerId, userId), eq(mediaTable.kind, "avatar"));
  const rows = await db
    .select({ key: mediaTable.key })
    .from(mediaTable)
    .where(presentKey === null ? theirs : and(theirs, ne(mediaTable.key, presentKey)))
    .limit(100);
  return rows.map(({ key }) => key);
}

export interface StorageQuota {
  usedBytes: number;
  quotaBytes: number;
}

/** How much of their room somebody's files take. @throws AppError("not-found") where they are neither oneself nor, for staff, anybody */
export async function storageQuota(deps: Pick<Deps, "db" | "memo">, actor: Actor | null, userId: string): Promise<StorageQuota> {
  assertCan(actor, "account:manage");
  if (actor.id !== userId && !isStaff(actor)) throw new AppError("not-found");
  const { mediaBytes } = await getUserOrThrow(deps, userId);
  return { usedBytes: mediaBytes, quotaBytes: (await settingsOf(deps)).storage.storageQuotaMb * MB };
}

/** The address under which a file shows, and the key that an address of ours names; null for any other address. */
export const mediaKeyOf = (address: string | null): string | null =>
  address?.startsWith(paths.media("")) ? address.slice(paths.media("").length) : null;
