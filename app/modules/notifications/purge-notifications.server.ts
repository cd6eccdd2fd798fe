import { lt } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { cityNews, digestItems, digests, notificationCauses, pushes } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";
import { purgeInRounds } from "../queues/purge-rounds.server";

/** As long as the outbox keeps its mails, ms. */
const KEPT = 90 * DAY;
/** News that no digest has taken up by now are none. */
const ITEMS_KEPT = 30 * DAY;
/** As long stand the news of cities in the lists of those who follow them. */
const CITY_NEWS_KEPT = 30 * DAY;

/** Nightly: forgets what notifications were made of, in bounded rounds: causes, pushes, digests and what waited for them. */
export async function purgeNotifications(deps: Pick<Deps, "db" | "clock">) {
  const now = deps.clock.now();
  const forget = async (table: SQLiteTable & { createdAt: SQLiteColumn }, before: number) =>
    (await purgeInRounds(deps, table, lt(table.createdAt, before))).removed;
  return {
    causes: await forget(notificationCauses, now - KEPT),
    pushes: await forget(pushes, now - KEPT),
    digests: await forget(digests, now - KEPT),
    digestItems: await forget(digestItems, now - ITEMS_KEPT),
    cityNews: await forget(cityNews, now - CITY_NEWS_KEPT),
  };
}
