/** Refills the staff's indexes of events and users like migration 0007, whose triggers maintain them. Used after a restore. */
export const FILL_NAME_TABLES: readonly string[] = [
  "DELETE FROM event_titles;",
  `INSERT INTO event_titles (rowid, title, event_id)
SELECT search_rowid, replace(replace(replace(title_en || ' ' || coalesce(title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), id FROM events;`,
  "DELETE FROM user_names;",
  "INSERT INTO user_names (rowid, search_key, user_id) SELECT rowid, search_key, id FROM users;",
];
