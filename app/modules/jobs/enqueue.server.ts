import type { Deps, JobMessage } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";

/**
 * Sends a queue message after the response. It may be lost: the work itself is stored, and the cron
 * finds it.
 * @param failure log event when the queue refuses it
 * @param delaySeconds the queue's delay
 */
export function enqueue(
  { jobs, later }: Pick<Deps, "jobs" | "later">,
  message: JobMessage,
  failure: `${string}.not-enqueued`,
  delaySeconds = 0,
): void {
  later(
    jobs
      .send(message, delaySeconds)
      .catch((error) => log("warn", failure, { id: message.id, ...describeError(error) })),
  );
}

/** Ids per message, far below the queue's limit. */
const AT_ONCE = 100;

/** Mails and pushes of their outboxes. */
export interface NotificationsToSend {
  mails: readonly string[];
  pushes: readonly string[];
}

/** Queues stored notifications for sending. */
export function enqueueNotifications(
  deps: Pick<Deps, "jobs" | "later" | "ids">,
  { mails, pushes }: NotificationsToSend,
): void {
  for (let at = 0; at < Math.max(mails.length, pushes.length); at += AT_ONCE) {
    const part = { mails: mails.slice(at, at + AT_ONCE), pushes: pushes.slice(at, at + AT_ONCE) };
    enqueue(deps, { type: "news.send", id: deps.ids.next(), ...part }, "news.not-enqueued");
  }
}
