import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/log";

/** Ids of one message: it stays far below what a queue takes. */
const AT_ONCE = 100;

/** Mails and pushes of their outboxes. */
export interface NewsToSend {
  mails: readonly string[];
  pushes: readonly string[];
}

/** Asks the queue to send what has just been stored. That it does so is not certain, nor need it be. */
export function enqueueNews({ jobs, later, ids }: Pick<Deps, "jobs" | "later" | "ids">, { mails, pushes }: NewsToSend): void {
  for (let at = 0; at < Math.max(mails.length, pushes.length); at += AT_ONCE) {
    const part = { mails: mails.slice(at, at + AT_ONCE), pushes: pushes.slice(at, at + AT_ONCE) };
    later(
      jobs.send({ type: "news.send", id: ids.next(), ...part }).catch((error) => log("warn", "news.not-enqueued", describeError(error))),
    );
  }
}
