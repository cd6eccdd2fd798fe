import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { enqueueNews } from "../queues/enqueue.server";
import { digestStatement, inAppStatement, mailStatements, pushStatements, type Telling } from "./news-channels.server";
import type { PreparedNews } from "./prepare-news.server";
import type { NotificationRow } from "./queries.server";
import { tellRooms } from "./tell-rooms.server";

/** News that wait for the batch that they belong to. */
interface PendingNews {
  statements: readonly BatchItem<"sqlite">[];
  /** Once the batch is written. @param results what the batch gave for the statements */
  hurry(results: readonly unknown[][]): void;
}

/** The statements that store prepared news, and what sends them on their way once they are written. */
export function newsStatements(deps: Deps, { cause, rule }: Pick<Telling, "cause" | "rule">, news: PreparedNews): PendingNews {
  const telling = { cause, rule, now: deps.clock.now() };
  const inApp =
    news.inApp.length > 0
      ? [
          inAppStatement(
            deps,
            telling,
            news.inApp.map((id) => [deps.ids.next(), id] as const),
          ),
        ]
      : [];
  const mailed = mailStatements(deps, telling, news.mails);
  const pushed = pushStatements(deps, telling, news.pushes);
  const kept = news.digests.length > 0 ? [digestStatement(deps, telling, news.digests)] : [];
  return {
    statements: [...inApp, ...mailed, ...pushed, ...kept],
    hurry: (results) => {
      const told = (inApp.length > 0 ? results[0] : []) as NotificationRow[];
      const idsFrom = (from: number, count: number) =>
        results.slice(from, from + count).flatMap((rows) => (rows as { id: string }[]).map(({ id }) => id));
      const isDue = new Set([...news.mails, ...news.pushes].filter(({ dueAt }) => dueAt <= telling.now).map(({ id }) => id));
      const due = (ids: string[]) => ids.filter((id) => isDue.has(id));
      const first = inApp.length;
      enqueueNews(deps, { mails: due(idsFrom(first, mailed.length)), pushes: due(idsFrom(first + mailed.length, pushed.length)) });
      deps.later(tellRooms(deps, told));
    },
  };
}
