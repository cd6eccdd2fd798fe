import { idOf } from "./newcomers";

/** Pending events that wait longer than all others, so that queue tests only meet their own. */
const COUNT = 24;
/** Two more with their own host, for the notification test. */
const NEWS = 2;
const DAY = 86_400_000;
/** Far ahead, in a city that no other test uses. */
const AHEAD = 300 * DAY;
const CITY = "sari";

/** Positions of the events that the notification test approves. */
export const NOTIFICATION_PLACES = [COUNT, COUNT + 1] as const;

/** @param place from 0, longest-waiting first */
export const waitingId = (place: number): string =>
  `019a0000-0000-7000-8000-${String(place).padStart(12, "0")}`;
export const waitingTitle = (place: number): string =>
  `Long awaited ${String(place).padStart(2, "0")}`;

/** SQL for these events and their signed-in host. @param now ISO 8601 */
export function waitingEventsSql(now: string): string {
  const at = Date.parse(now);
  const startsAt = at + AHEAD;
  const day = new Date(startsAt).toISOString().slice(0, 10);
  const rows = Array.from({ length: COUNT + NEWS }, (_, place) => {
    const host = idOf(place < COUNT ? "hosts" : "awaits");
    const since = at - 90 * DAY + place * 60_000;
    return `INSERT OR IGNORE INTO events (id, city_id, title_en, title_fa, description_en, venue_en, starts_at, ends_at, time_zone, local_day,
        currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, created_at, updated_at)
      SELECT '${waitingId(place)}', id, '${waitingTitle(place)}', NULL, 'An evening of the tests.', 'A hall', ${startsAt}, ${startsAt + 7_200_000},
        time_zone, '${day}', 'IRR', '["Concert"]', '[]', '[]', 'pending', '${host}', '${waitingTitle(place).toLowerCase()}',
        ${9_000_000_000_000_000 - COUNT + place}, ${since}, ${since}, ${since} FROM cities WHERE slug = '${CITY}';`;
  });
  const hosts = ["hosts", "awaits"] as const;
  return [
    `UPDATE users SET display_name = 'Nasrin', onboarding_completed_at = ${at} WHERE id IN (${hosts.map((name) => `'${idOf(name)}'`)});`,
    ...rows,
  ].join("\n");
}
