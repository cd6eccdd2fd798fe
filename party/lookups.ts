/**
 * Queries of the rooms: rooms keep sockets, the database is the truth (decisions.md §10). Each uses
 * a key.
 */

/** Whether there is a city of that slug. */
export async function cityExists(db: D1Database, slug: string): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM cities WHERE slug = ?").bind(slug).first()) !== null;
}

/** The city slug of a public event; null for any other event. */
export async function cityOfEvent(db: D1Database, eventId: string): Promise<string | null> {
  return db
    .prepare(
      "SELECT cities.slug FROM events JOIN cities ON cities.id = events.city_id WHERE events.id = ? AND events.is_listed = 1",
    )
    .bind(eventId)
    .first<string>("slug");
}

/** Which of a user's sessions are valid at `now`, UTC ms. */
export async function openSessions(
  db: D1Database,
  userId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      "SELECT sessions.id FROM json_each(?) AS asked JOIN sessions ON sessions.id = asked.value JOIN users ON users.id = sessions.user_id WHERE sessions.user_id = ? AND sessions.expires_at > ? AND sessions.ends_at > ? AND users.is_active = 1",
    )
    .bind(JSON.stringify(sessionIds), userId, now, now)
    .all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

/**
 * Which sessions are valid at `now` (UTC ms) and may manage ingestion: `actsAsStaff` in
 * app/modules/identity, in the words of this layer.
 */
export async function staffSessions(
  db: D1Database,
  sessionIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      "SELECT sessions.id FROM json_each(?) AS asked JOIN sessions ON sessions.id = asked.value JOIN users ON users.id = sessions.user_id WHERE sessions.expires_at > ? AND sessions.ends_at > ? AND users.is_active = 1 AND users.role IN ('admin', 'owner') AND users.email_verified_at IS NOT NULL AND (users.totp_enabled_at IS NOT NULL OR users.second_factor_due_at IS NULL OR users.second_factor_due_at > ? OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id) OR EXISTS (SELECT 1 FROM platform_settings s WHERE s.\"group\" = 'security' AND s.\"values\" ->> 'requireStaffSecondFactor' = 0))",
    )
    .bind(JSON.stringify(sessionIds), now, now, now)
    .all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}
