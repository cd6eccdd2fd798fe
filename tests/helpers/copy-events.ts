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

/**
 * Copies every event so often, with occurrences, facets and search documents, each copy a minute
 * later: a full database in seconds, where writing each event takes minutes.
 */
export async function copyEvents(db: Database, copies: number): Promise<void> {
  const triggers = await db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('events', 'event_occurrences', 'event_facets')`,
  );
  for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER ${name}`));
  for (const [table, own] of Object.entries(COPIED)) {
    const columns = await db.all<{ name: string }>(
      sql.raw(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`),
    );
    const names = [...new Set([...columns.map(({ name }) => name), ...Object.keys(own)])];
    const id = table === "events" ? "id" : "event_id";
    await db.run(
      sql.raw(
        `INSERT INTO ${table} (${names.join(", ")})
         WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${copies}),
         originals AS MATERIALIZED (SELECT ${names.join(", ")} FROM ${table}),
         made AS (SELECT *, printf('%08x', copy) || substr(${id}, 9) AS copied_id, copy * ${MINUTE} AS shift FROM copies CROSS JOIN originals)
         SELECT ${names.map((name) => own[name] ?? name).join(", ")} FROM made`,
      ),
    );
  }
  await db.run(sql.raw(`UPDATE facet_counts SET upcoming = upcoming * ${copies + 1}`));
  for (const trigger of triggers) await db.run(sql.raw(trigger.sql));
}
