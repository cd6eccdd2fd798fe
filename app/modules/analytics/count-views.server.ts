import { sql } from "drizzle-orm";
import { countedMessages, dailyCounts } from "../../../db/schema";
import type { Deps, JobMessage } from "../../lib/deps";

type ViewsMessage = Extract<JobMessage, { type: "pages.viewed" }>;

/** The `daily_counts` name of a route's views. */
const viewName = (route: string): string => `view:${route}`;

/**
 * Adds page views to the counts of their days. A message that comes again changes nothing: its id
 * is remembered in the batch that counts it, as those of visits are, for 48 hours.
 */
export async function countViews(
  { db, clock }: Pick<Deps, "db" | "clock">,
  messages: readonly ViewsMessage[],
): Promise<void> {
  const known = new Map(messages.map((message) => [message.id, message]));
  for (const { id, views } of known.values()) {
    const key = `views:${id}`;
    const rows = JSON.stringify(
      views.map(({ route, day, count }) => ({ name: viewName(route), day, count })),
    );
    await db.batch([
      db
        .insert(dailyCounts)
        .select(
          sql`SELECT value ->> 'name', value ->> 'day', value ->> 'count' FROM json_each(${rows})
            WHERE NOT EXISTS (SELECT 1 FROM ${countedMessages} WHERE id = ${key})`,
        )
        .onConflictDoUpdate({
          target: [dailyCounts.name, dailyCounts.day],
          set: { count: sql`${dailyCounts.count} + excluded.count` },
        }),
      db.insert(countedMessages).values({ id: key, createdAt: clock.now() }).onConflictDoNothing(),
    ]);
  }
}
