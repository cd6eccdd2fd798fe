import { sql } from "drizzle-orm";
import { MINUTE } from "../../app/lib/dates/durations";
import type { Database } from "../../db/client";

/** Tables whose rows are copied, with what a copy has of its own; `copy` is its number. */
const COPIED: Record<string, Record<string, string>> = {
  events: {
    id: "copied_id",
    title_en: "title_en || ' ' || copy",
    starts_at: "starts_at + shift",
    ends_at: "ends_at + shift",
    search_rowid: "search_rowid + copy * 1000000",
  },
  event_occurrences: {
    event_id: "copied_id",
    starts_at: "starts_at + shift",
    ends_at: "ends_at + shift",
  },
  event_facets: {
    event_id: "copied_id",
    starts_at: "starts_at + shift",
    ends_at: "ends_at + shift",
  },
  event_search: {
    rowid: "rowid + copy * 1000000",
    event_id: "copied_id",
    ends_at: "ends_at + shift",
  },
};

/** Copies that one statement makes. */
const PART = 3;

/**
 * Copies every event so often, with occurrences, facets and search documents, each copy a minute
 * later: a full database in seconds, where writing each event takes minutes.
 */
export async function copyEvents(db: Database, copies: number): Promise<void> {
  const triggers = await db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('events', 'event_occurrences', 'event_facets')`,
  );
  for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER ${name}`));
  const numbers = Array.from({ length: copies }, (_, at) => at + 1);
  for (const [table, own] of Object.entries(COPIED)) {
    const columns = await db.all<{ name: string }>(
      sql.raw(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`),
    );
    const names = [...new Set([...columns.map(({ name }) => name), ...Object.keys(own)])];
    const id = table === "events" ? "id" : "event_id";
    // In parts: a statement of minutes loses its connection. Ids of copies begin with their number.
    for (let start = 0; start < copies; start += PART)
      await db.run(
        sql.raw(
          `INSERT INTO ${table} (${names.join(", ")})
           WITH copies AS (SELECT value AS copy FROM json_each('${JSON.stringify(numbers.slice(start, start + PART))}')),
           originals AS MATERIALIZED (SELECT ${names.join(", ")} FROM ${table} WHERE substr(${id}, 1, 6) <> '000000'),
           made AS (SELECT *, printf('%08x', copy) || substr(${id}, 9) AS copied_id, copy * ${MINUTE} AS shift FROM copies CROSS JOIN originals)
           SELECT ${names.map((name) => own[name] ?? name).join(", ")} FROM made`,
        ),
      );
  }
  await db.run(sql.raw(`UPDATE facet_counts SET upcoming = upcoming * ${copies + 1}`));
  for (const trigger of triggers) await db.run(sql.raw(trigger.sql));
}
