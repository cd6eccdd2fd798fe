import { sql } from "drizzle-orm";
import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { Purge } from "../../lib/runtime/purge-rounds.server";
import { purgeJobId } from "../jobs/purge-kinds";
import { deleteMedia } from "./claim-media.server";

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
