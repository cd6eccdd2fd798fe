import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { enqueueNotifications } from "../jobs/queue.server";
import {
  type Delivery,
  digestStatement,
  inAppStatement,
  mailStatements,
  pushStatements,
} from "./channel-statements.server";
import { notifyRooms } from "./notify-rooms.server";
import type { PreparedNotifications } from "./prepare-notifications.server";
import type { NotificationRow } from "./queries.server";

/** Notifications that wait for the batch that they belong to. */
interface PendingNotifications {
  statements: readonly BatchItem<"sqlite">[];
  /** Called after the batch. @param results the results of the statements */
  dispatch(results: readonly unknown[][]): void;
}

/** The statements that store prepared notifications, and their dispatch after the batch. */
export function notificationStatements(
  deps: Deps,
  given: Pick<Delivery, "domainEvent" | "rule" | "digestedBy">,
  prepared: PreparedNotifications,
): PendingNotifications {
  const delivery = { ...given, now: deps.clock.now() };
  const inApp =
    prepared.inApp.length > 0
      ? [
          inAppStatement(
            deps,
            delivery,
            prepared.inApp.map((id) => [deps.ids.next(), id] as const),
          ),
        ]
      : [];
  const mailed = mailStatements(deps, delivery, prepared.mails);
  const pushed = pushStatements(deps, delivery, prepared.pushes);
  const kept =
    prepared.digests.length > 0 ? [digestStatement(deps, delivery, prepared.digests)] : [];
  return {
    statements: [...inApp, ...mailed, ...pushed, ...kept],
    dispatch: (results) => {
      const stored = (inApp.length > 0 ? results[0] : []) as NotificationRow[];
      const idsFrom = (from: number, count: number) =>
        results
          .slice(from, from + count)
          .flatMap((rows) => (rows as { id: string }[]).map(({ id }) => id));
      const isDue = new Set(
        [...prepared.mails, ...prepared.pushes]
          .filter(({ dueAt }) => dueAt <= delivery.now)
          .map(({ id }) => id),
      );
      const due = (ids: string[]) => ids.filter((id) => isDue.has(id));
      const first = inApp.length;
      enqueueNotifications(deps, {
        mails: due(idsFrom(first, mailed.length)),
        pushes: due(idsFrom(first + mailed.length, pushed.length)),
      });
      deps.later(notifyRooms(deps, stored));
    },
  };
}
