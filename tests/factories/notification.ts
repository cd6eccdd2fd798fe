import type { Deps } from "../../app/lib/deps";
import { notifications } from "../../db/schema";

type Given = Omit<typeof notifications.$inferInsert, "id" | "createdAt" | "readAt">;

/** The statement that stores a notification as it is given, now. */
export const notificationStatement = ({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, given: Given) =>
  db
    .insert(notifications)
    .values({ id: ids.next(), ...given, createdAt: clock.now() })
    .onConflictDoNothing();
