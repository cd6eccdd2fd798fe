import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionRuns, sourceChecks, sourceItems } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { ReadItem } from "../fields/item-values.server";
import { rowParts } from "../ingestion/start-run.server";
import { hashOf } from "./read-source.server";

/**
 * Stores what a check found: new items, changed ones and those that are unchanged. Marks what is to
 * be imported. Running it twice changes nothing. An item whose UID has changed is known by its
 * address, if no other has that.
 */
export async function recordItems(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  sourceId: string,
  checkId: string,
  items: readonly (ReadItem & { cityId: string })[],
): Promise<void> {
  if (items.length === 0) return;
  const now = clock.now();
  const list = (values: readonly unknown[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
  const urls = items.flatMap(({ url }) => url ?? []);
  const known = await db
    .select({ key: sourceItems.key, url: sourceItems.url })
    .from(sourceItems)
    .where(and(eq(sourceItems.sourceId, sourceId), inArray(sourceItems.url, list(urls))));
  const keys = new Set(items.map(({ key }) => key));
  const alone = (url: string) => urls.filter((other) => other === url).length === 1;
  const keyOf = ({ key, url }: ReadItem): string => {
    if (url === null || known.some((one) => one.key === key) || !alone(url)) return key;
    const [same, ...more] = known.filter((one) => one.url === url && !keys.has(one.key));
    return same && more.length === 0 ? same.key : key;
  };
  const rows = await Promise.all(
    items.map(async (item) => {
      const { origin: _origin, ...stated } = item.values;
      return JSON.stringify({
        id: ids.next(),
        sourceId,
        key: keyOf(item),
        url: item.url,
        title: item.title,
        cityId: item.cityId,
        lastDay: item.lastDay,
        next: JSON.stringify(item.values),
        hash: await hashOf(JSON.stringify(stated)),
        state: item.isCancelled ? "cancelled" : "present",
        snippet: item.snippet,
        checkId,
      });
    }),
  );
  const of = (name: string) => sql`value ->> ${sql.raw(`'${name}'`)}`;
  const statements = rowParts(rows).map((part) =>
    db.run(sql`INSERT INTO source_items (id, source_id, item_key, url, title, city_id, last_day, "values", next, hash, state, is_due, snippet, updates, check_id, first_seen_at, changed_at)
      SELECT ${sql.join(["id", "sourceId", "key", "url", "title", "cityId", "lastDay"].map(of), sql`, `)}, '{}', ${of("next")}, ${of("hash")}, ${of("state")}, 1, ${of("snippet")}, 0, ${of("checkId")}, ${now}, ${now}
      FROM json_each(${`[${part.join(",")}]`}) WHERE true
      ON CONFLICT (source_id, item_key) DO UPDATE SET
        check_id = excluded.check_id, url = excluded.url, title = excluded.title, last_day = excluded.last_day, snippet = excluded.snippet,
        next = CASE WHEN excluded.hash <> source_items.hash THEN excluded.next ELSE source_items.next END,
        is_due = CASE WHEN excluded.hash <> source_items.hash OR excluded.state <> source_items.state THEN 1 ELSE source_items.is_due END,
        changed_at = CASE WHEN excluded.hash <> source_items.hash OR excluded.state <> source_items.state THEN ${now} ELSE source_items.changed_at END,
        hash = excluded.hash, state = excluded.state`),
  );
  for (const statement of statements) await statement;
}

/** The runs that a check began, by their keys. */
export const runsOfCheck = (checkId: string) =>
  and(
    gte(ingestionRuns.idempotencyKey, `source ${checkId} `),
    lt(ingestionRuns.idempotencyKey, `source ${checkId}!`),
  );

export type ItemRow = typeof sourceItems.$inferSelect;

/** Statements that settle an item and count it; they go into the batch of what follows from it. */
export function settled(
  { db }: Pick<Deps, "db">,
  item: ItemRow,
  checkId: string,
  isUpdate = false,
): BatchItem<"sqlite">[] {
  const counter =
    item.state === "cancelled" ? "cancelled" : item.state === "gone" ? "gone" : "changed";
  return [
    db
      .update(sourceItems)
      .set({
        ...(item.next !== null && {
          values: JSON.parse(item.next) as Record<string, unknown>,
          next: null,
        }),
        isDue: false,
        ...(isUpdate && { updates: item.updates + 1 }),
      })
      .where(eq(sourceItems.id, item.id)),
    db
      .update(sourceChecks)
      .set({ [counter]: sql.raw(`"${counter}" + 1`) })
      .where(eq(sourceChecks.id, checkId)),
  ];
}
