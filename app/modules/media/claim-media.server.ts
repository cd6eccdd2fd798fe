import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { media as mediaTable, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { copyKeys } from "../../lib/pages/picture-copies";
import type { Actor } from "../../lib/permissions";
import type { FileType } from "./media-files";
import { type MediaKind, quotaOf } from "./storage-limits.server";

export interface StoredMedia {
  id: string;
  key: string;
  bytes: number;
  contentType: string;
}

export const invalidFile = (message: string) =>
  new AppError("invalid", [{ path: "file", message }]);

/** The id and key of a new file. @param facts of a picture, part of the key (`factsSuffix`) */
export function newMediaKey(
  { ids }: Pick<Deps, "ids">,
  actor: Pick<Actor, "id">,
  kind: MediaKind,
  type: FileType,
  facts = "",
) {
  const id = ids.next();
  return {
    id,
    key: `${kind === "avatar" ? `users/${actor.id}` : `uploads/${actor.id}`}/${id}${facts}.${type}`,
  };
}

/**
 * Reserves quota and records a file in one statement, so that concurrent uploads cannot exceed the
 * quota.
 * @throws AppError("invalid") when the quota is full, AppError("too-many-requests") past the daily
 * bytes
 */
export async function claimMedia(
  deps: Pick<Deps, "db" | "clock" | "memo" | "budget">,
  actor: Pick<Actor, "id">,
  kind: MediaKind,
  { id, key, bytes, contentType }: StoredMedia,
): Promise<void> {
  const isEditorial = kind === "editorial";
  if (!isEditorial) await deps.budget.take("upload-bytes", actor.id, bytes);
  const quota = await quotaOf(deps);
  const counted = isEditorial ? 0 : bytes;
  const [claimed] = await deps.db.batch([
    deps.db
      .update(users)
      .set({ mediaBytes: sql`${users.mediaBytes} + ${counted}` })
      .where(
        and(
          eq(users.id, actor.id),
          isEditorial ? undefined : lte(sql`${users.mediaBytes} + ${counted}`, quota),
        ),
      )
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

/** Releases the quota of files and deletes their rows, exactly once each under concurrency. */
export async function releaseMedia(
  { db }: Pick<Deps, "db">,
  keys: readonly string[],
): Promise<void> {
  // As one parameter: D1 takes a hundred.
  const gone = inArray(mediaTable.key, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`);
  await db.batch([
    db
      .update(users)
      .set({
        mediaBytes: sql`max(0, ${users.mediaBytes} - (SELECT coalesce(sum(${mediaTable.bytes}), 0) FROM ${mediaTable} WHERE ${mediaTable.ownerId} = ${users.id} AND ${mediaTable.kind} <> 'editorial' AND ${gone}))`,
      })
      .where(inArray(users.id, db.select({ id: mediaTable.ownerId }).from(mediaTable).where(gone))),
    db.delete(mediaTable).where(gone),
  ]);
}

/** Deletes files with their copies and releases their quota; ignores missing keys. */
export async function deleteMedia(
  deps: Pick<Deps, "db" | "media">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  // The rows last: while they are there, a deletion that was cut off is known to be unfinished.
  await deps.media.delete(keys.flatMap((key) => [key, ...copyKeys(key)]));
  await releaseMedia(deps, keys);
}

/** Keys of a user's previous avatars. */
export async function formerAvatars(
  { db }: Pick<Deps, "db">,
  userId: string,
  presentKey: string | null,
): Promise<string[]> {
  const theirs = and(eq(mediaTable.ownerId, userId), eq(mediaTable.kind, "avatar"));
  const rows = await db
    .select({ key: mediaTable.key })
    .from(mediaTable)
    .where(presentKey === null ? theirs : and(theirs, ne(mediaTable.key, presentKey)))
    .limit(100);
  return rows.map(({ key }) => key);
}
