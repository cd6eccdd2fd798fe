import { sql } from "drizzle-orm";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { CASE_SOURCES } from "./inbox-cases.server";
import { kindsFor } from "./list-inbox.server";
import { isUndecided } from "./schedule-decision.server";

/** Cases of each kind that are counted, longest waiting first. */
const MOST = 1_000;

interface CityQueue {
  count: number;
  /** Start of the longest wait, UTC epoch ms. */
  oldest: number;
}

/** The cases that wait for a decision of the actor's, by city. One round trip. */
export async function waitingByCity(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<Map<string, CityQueue>> {
  assertCan(actor, "event:moderate");
  const statements = kindsFor(actor).map((kind) => {
    const source = CASE_SOURCES[kind];
    const rows = sql`SELECT ${source.cityId} AS its_city, ${source.at} AS at FROM ${source.from}
      WHERE ${source.isOpen} AND ${source.at} > -1 AND ${isUndecided(source.id)} ORDER BY ${source.at} LIMIT ${sql.raw(String(MOST))}`;
    return db
      .select({
        cityId: sql<string | null>`its_city`.as("queue_city"),
        count: sql<number>`count(*)`.as("queue_count"),
        oldest: sql<number>`min(at)`.as("queue_oldest"),
      })
      .from(sql`(${rows})`)
      .groupBy(sql`its_city`);
  });
  const [first, ...rest] = statements;
  const found = new Map<string, CityQueue>();
  if (!first) return found;
  for (const { cityId, count, oldest } of (await db.batch([first, ...rest])).flat()) {
    if (cityId === null) continue;
    const known = found.get(cityId);
    found.set(cityId, {
      count: count + (known?.count ?? 0),
      oldest: Math.min(oldest, known?.oldest ?? oldest),
    });
  }
  return found;
}
