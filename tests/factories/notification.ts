import type { Deps } from "../../app/lib/deps";
import { notifications } from "../../db/schema";

type NotificationRow = typeof notifications.$inferInsert;

/** Statement that stores a notification, once per key; of an approved event by default. */
export function notificationStatement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  { userId, ...changes }: Partial<NotificationRow> & Pick<NotificationRow, "userId">,
) {
  return db
    .insert(notifications)
    .values({
      id: ids.next(),
      userId,
      type: "approval",
      kind: "event-approved",
      values: { title: { en: "An evening", fa: null } },
      idempotencyKey: crypto.randomUUID(),
      createdAt: clock.now(),
      ...changes,
    })
    .onConflictDoNothing();
}
