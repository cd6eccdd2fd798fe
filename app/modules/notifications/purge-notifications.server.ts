import { lt, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { cityNews, digestItems, digests, notificationCauses, pushes } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";

/** As long as the outbox keeps its mails, ms. */
const KEPT = 90 * DAY;
/** News that no digest has taken up by now are none. */
const ITEMS_KEPT = 30 * DAY;
/** As long stand the news of cities in the lists of those who follow them. */
const CITY_NEWS_KEPT = 30 * DAY;
/** Rows that one night removes: a statement must end in seconds. */
const BATCH = 10_000;

/** Nightly: forgets what notifications were made of: causes, pushes, digests and what waited for them. */
export async function purgeNotifications({ db, clock }: Pick<Deps, "db" | "clock">) {
  const now = clock.now();
  const forget = (table: SQLiteTable & { createdAt: SQLiteColumn }, before: number) =>
    db.delete(table).where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${lt(table.createdAt, before)} LIMIT ${BATCH})`);
  const [causes, pushed, digested, items, news] = await db.batch([
    forget(notificationCauses, now - KEPT),
    forget(pushes, now - KEPT),
    forget(digests, now - KEPT),
    forget(digestItems, now - ITEMS_KEPT),
    forget(cityNews, now - CITY_NEWS_KEPT),
  ]);
  return {
    causes: causes.meta.changes,
    pushes: pushed.meta.changes,
    digests: digested.meta.changes,
    digestItems: items.meta.changes,
    cityNews: news.meta.changes,
  };
}
