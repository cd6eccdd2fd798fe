import { sql } from "drizzle-orm";
import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { deleteMedia } from "./delete-media.server";

/** A form may stay open for so long before the file that came with it is attached to anything, ms. */
const GRACE = 48 * HOUR;
/** Files per nightly pass: from a random position to the end, and from the start to it. */
const LOOKED = 2_000;

/**
 * Whether no avatar, event, revision, draft or city of the owner references a file, nor an event that they edited as
 * staff. `assertOwnFiles` excludes other places. Keys are unique, so any occurrence is a reference.
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
AND NOT EXISTS (SELECT 1 FROM cities WHERE instr(cities.hero_image_url, file.key) > 0)`;

/** Files of present staff count as used, since an editor of many events would need a lookup in all of them. */
const IS_UNUSED = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = file.owner_id AND users.role <> 'user') AND ${IS_NAMED_NOWHERE}`;

/** Deletes a file that something has named until now, unless something else names it too. */
export async function deleteOnceUnused(deps: Pick<Deps, "db" | "media">, key: string): Promise<void> {
  const found = await deps.db.all<{ key: string }>(
    sql`SELECT file.key AS key FROM media AS file WHERE file.key = ${key} AND ${IS_NAMED_NOWHERE}`,
  );
  await deleteMedia(
    deps,
    found.map((file) => file.key),
  );
}

/** Ids begin with their time (UUIDv7), so one between two others is found by counting. */
function somewhereBetween(first: string, last: string, random: Deps["random"]): string {
  const [low, high] = [first, last].map((id) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)) as [number, number];
  const share = new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32;
  const at = Math.floor(low + (high - low) * share);
  const digits = at.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Nightly: deletes files that were sent more than 48 hours ago and that nothing refers to, such as replaced pictures, and
 * gives their room back. By owner, beginning somewhere else each night, so that however many there are, all of them have
 * their turn. @returns how many
 */
export async function purgeUnusedMedia(deps: Pick<Deps, "db" | "clock" | "media" | "random">): Promise<{ files: number }> {
  const { db, clock, random } = deps;
  const ends = await db.get<{ first: string | null; last: string | null }>(
    sql`SELECT (SELECT min(owner_id) FROM media) AS first, (SELECT max(owner_id) FROM media) AS last`,
  );
  if (ends.first === null || ends.last === null) return { files: 0 };
  const start = somewhereBetween(ends.first, ends.last, random);
  const before = clock.now() - GRACE;
  let files = 0;
  for (const part of [sql`owner_id >= ${start}`, sql`owner_id < ${start}`]) {
    const unused = await db.all<{ key: string }>(
      sql`SELECT file.key AS key FROM (SELECT key, owner_id, created_at FROM media WHERE ${part} ORDER BY owner_id, kind, created_at LIMIT ${LOOKED}) AS file
WHERE file.created_at < ${before} AND ${IS_UNUSED}`,
    );
    await deleteMedia(
      deps,
      unused.map(({ key }) => key),
    );
    files += unused.length;
  }
  return { files };
}
