const HOUR = 3_600_000;

/** Required columns, and those in which pending and approved events differ. */
const COLUMNS = `id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day, currency, categories, tags, tag_keys,
  status, creator_id, title_key, search_rowid, submitted_at, published_at, created_at, updated_at`;

/**
 * Statement that adds many events at once; every tenth title and day is a duplicate.
 * @param kind separates ids and statuses @param from number of the first event
 */
export function addEventsSql(
  kind: "pending" | "approved" | "flagged",
  from: number,
  count: number,
  cityId: string,
  userId: string,
  now: number,
): string {
  const series = { pending: "a", approved: "b", flagged: "c" }[kind];
  const base = { pending: 1, approved: 2, flagged: 3 }[kind] * 1_000_000_000;
  return `INSERT INTO events (${COLUMNS})
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
    SELECT printf('019${series}0000-0000-7000-8000-%012d', i), '${cityId}', 'Evening of ' || (i - (i % 10 = 9)), 'A long evening.', 'A hall',
      ${now} + (i % 300) * ${24 * HOUR}, ${now} + (i % 300) * ${24 * HOUR} + ${2 * HOUR}, 'Asia/Tehran', '2027-01-01', 'IRR', '["Concert"]', '[]', '[]',
      '${kind}', '${userId}', '${kind} ' || (i - (i % 10 = 9)), ${base} + i, ${now} - i * 1000, ${kind === "pending" ? "NULL" : now}, ${now} - i * 1000, ${now} - i * 1000
    FROM n`;
}

/** Statement that adds pending edits to some of the approved events. */
export const addEditsSql = (
  count: number,
  userId: string,
  now: number,
): string => `INSERT INTO event_revisions
    (event_id, author_id, "values", version, status, created_at, updated_at)
  SELECT id, '${userId}', json_object('title', json_object('en', 'Another evening', 'fa', NULL), 'description', json_object('en', 'x', 'fa', NULL),
    'venue', json_object('en', 'A hall', 'fa', NULL), 'address', json_object('en', NULL, 'fa', NULL), 'organizer', json_object('en', NULL, 'fa', NULL),
    'city', 'tehran', 'latitude', NULL, 'longitude', NULL, 'startsAt', NULL, 'endsAt', NULL, 'allDay', json('false'), 'price', NULL, 'currency', 'IRR',
    'ticketUrl', NULL, 'imageUrl', NULL, 'videoUrl', NULL, 'categories', json('[]'), 'tags', json('[]')), 1, 'pending', ${now} - search_rowid % 1000000, ${now}
  FROM events WHERE status = 'approved' ORDER BY search_rowid LIMIT ${count}`;
