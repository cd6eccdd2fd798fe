import { type NOTIFICATION_TYPES, notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { LifecycleKind } from "./tell-savers.server";

/** What a notification about a decision can say. */
export type VerdictKind =
  | "event-approved"
  | "event-rejected"
  | "edit-accepted"
  | "edit-rejected"
  | "event-removed"
  | "reports-cleared"
  | "event-merged";

/** What a notification can say: each kind has its texts (locales/…/notifications.json). */
export type NotificationKind = VerdictKind | LifecycleKind;

export interface NotificationOrder {
  userId: string;
  type: (typeof NOTIFICATION_TYPES)[number];
  kind: NotificationKind;
  /** `title` in both languages; `reason` as a moderator has written it. */
  values: { title: { en: string; fa: string | null }; reason?: string };
  actionPath: string | null;
  relatedEntityId: string | null;
  /** One notification a key, whatever is retried. */
  idempotencyKey: string;
}

/** The statement that stores a notification, for the batch of its cause: neither is there without the other (quality.md §3). */
export function notificationStatement({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, order: NotificationOrder) {
  return db
    .insert(notifications)
    .values({ id: ids.next(), ...order, values: order.values, createdAt: clock.now() })
    .onConflictDoNothing();
}
