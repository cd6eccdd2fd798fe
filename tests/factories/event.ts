import { eq, sql } from "drizzle-orm";
import { HOUR } from "../../app/lib/dates/durations";
import { type EventDraft, eventRow } from "../../app/modules/events/event-row.server";
import type { Database } from "../../db/client";
import { eventFlags, events } from "../../db/schema";
import { createUser } from "./user";

let count = 0;

/** Inserts an approved event of two hours, a concert by default. */
export async function createEvent(
  db: Database,
  draft: Partial<EventDraft> & Pick<EventDraft, "cityId" | "startsAt">,
): Promise<typeof events.$inferSelect> {
  count += 1;
  const row = eventRow({
    id: `019b0000-0000-7000-a000-${String(count).padStart(12, "0")}`,
    titleEn: `Event ${count}`,
    endsAt: draft.startsAt + 2 * HOUR,
    timeZone: "Asia/Tehran",
    currency: "IRR",
    price: 1_000_000,
    categories: ["Concert"],
    tags: [],
    status: "approved",
    publishedAt: 0,
    createdAt: 0,
    updatedAt: 0,
    ...draft,
  });
  const [event] = await db.insert(events).values(row).returning();
  if (!event) throw new Error("The event was not written.");
  return event;
}

/** Adds an open report of an account of its own to an event. */
export async function reportEvent(
  db: Database,
  eventId: string,
  changes: Partial<typeof eventFlags.$inferInsert> = {},
): Promise<void> {
  const { id: userId } = await createUser(db);
  await db.insert(eventFlags).values({ eventId, userId, reason: "spam", createdAt: 1, ...changes });
  await db
    .update(events)
    .set({ flagCount: sql`${events.flagCount} + 1` })
    .where(eq(events.id, eventId));
}
