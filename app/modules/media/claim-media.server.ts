import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { media as mediaTable, users } from "../../../db/schema";
import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { copyKeys } from "../../lib/pages/picture-copies";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import type { Purge } from "../../lib/runtime/purge-rounds.server";
import { purgeJobId } from "../jobs/purge-kinds";
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

/**
 * A form may stay open for so long before the file that came with it is attached to anything, ms.
 */
const GRACE = 48 * HOUR;
/** Files per round. */
const LOOKED = 500;

/**
 * Whether no avatar, event, revision, draft, city, venue or organizer references a file of the
 * owner, nor an event that they edited as staff. `assertOwnFiles` excludes other places. Keys are
 * unique, so any occurrence is a reference.
 */
const IS_NAMED_NOWHERE = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = file.owner_id AND instr(users.photo_url, file.key) > 0)
AND NOT EXISTS (
  SELECT 1 FROM events LEFT JOIN event_revisions ON event_revisions.event_id = events.id WHERE events.creator_id = file.owner_id
  AND (instr(events.image_url, file.key) > 0 OR instr(events.video_url, file.key) > 0 OR instr(event_revisions."values", file.key) > 0)
)
AND NOT EXISTS (SELECT 1 FROM event_drafts WHERE event_drafts.creator_id = file.owner_id AND instr(event_drafts."values", file.key) > 0)
AND NOT EXISTS (
  SELECT 1 FROM audit_entries CROSS JOIN events ON events.id = audit_entries.entity_id WHERE audit_entries.actor_id = file.owner_id
  AND audit_entries.entity = 'event' AND (instr(events.image_url, file.key) > 0 OR instr(events.video_url, file.key) > 0)
)
AND NOT EXISTS (SELECT 1 FROM cities WHERE instr(cities.hero_image_url, file.key) > 0)
AND NOT EXISTS (SELECT 1 FROM venues WHERE venues.image_url = ${paths.media("")} || file.key)
AND NOT EXISTS (SELECT 1 FROM organizers WHERE organizers.image_url = ${paths.media("")} || file.key)`;

/**
 * Files of present staff count as used, since an editor of many events would need a lookup in all
 * of them.
 */
const IS_UNUSED = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = file.owner_id AND users.role <> 'user') AND ${IS_NAMED_NOWHERE}`;

/** Deletes a file that something has named until now, unless something else names it too. */
export async function deleteOnceUnused(
  deps: Pick<Deps, "db" | "media">,
  key: string,
): Promise<void> {
  const found = await deps.db.all<{ key: string }>(
    sql`SELECT file.key AS key FROM media AS file WHERE file.key = ${key} AND ${IS_NAMED_NOWHERE}`,
  );
  await deleteMedia(
    deps,
    found.map((file) => file.key),
  );
}

/**
 * Deletes files that were sent more than 48 hours ago and that nothing refers to, such as replaced
 * pictures, and frees their quota. A walk over all files, since only the lookup of each shows
 * whether it is used; its backlog are the files that last night's walk has not reached.
 */
export const unusedMediaPurge: Purge = {
  due: (
    _deps,
    at,
  ) => sql`jobs CROSS JOIN media ON media.key > coalesce(jobs."values" ->> 'after', '')
WHERE jobs.id = ${purgeJobId("unusedMedia")} AND media.created_at < ${at - GRACE}`,
  async round(deps, after = "") {
    const looked = await deps.db.all<{ key: string; isUnused: number }>(
      sql`SELECT file.key AS key, (file.created_at < ${deps.clock.now() - GRACE} AND ${IS_UNUSED}) AS isUnused
FROM (SELECT key, owner_id, created_at FROM media WHERE key > ${after} ORDER BY key LIMIT ${LOOKED}) AS file`,
    );
    const unused = looked.filter(({ isUnused }) => isUnused === 1).map(({ key }) => key);
    await deleteMedia(deps, unused);
    return { removed: unused.length, isDone: looked.length < LOOKED, after: looked.at(-1)?.key };
  },
};
