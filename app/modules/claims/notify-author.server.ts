import { eq } from "drizzle-orm";
import { notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { notificationKind } from "../notifications/notification-kinds";

interface DecisionNotification {
  userId: string;
  kind: "claim-approved" | "claim-rejected" | "announcement-approved" | "announcement-rejected";
  values: Record<string, unknown>;
  actionPath: string;
  idempotencyKey: string;
}

/** The statement that tells somebody in their list what staff decided, for the batch of the decision. */
export const decisionNotification = ({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, given: DecisionNotification) =>
  db
    .insert(notifications)
    .values({
      id: ids.next(),
      type: notificationKind(given.kind).type,
      ...given,
      relatedEntityId: null,
      readAt: null,
      createdAt: clock.now(),
    })
    .onConflictDoNothing();

/** The notification of a decision, for the room of its reader. */
export const findNotification = ({ db }: Pick<Deps, "db">, idempotencyKey: string) =>
  db.select().from(notifications).where(eq(notifications.idempotencyKey, idempotencyKey));
