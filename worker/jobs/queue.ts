import type { JobMessage } from "../../app/lib/deps";
import { log } from "../../app/lib/log";
import { countInteractions, countViews } from "../../app/modules/events/count-views.server";
import { keepDeadLetters } from "../../app/modules/events/dead-letters.server";
import { createDeps } from "../deps";

/** What was tried too often; the main queue is every other one. */
const DEAD = /-dead$/;

/** Consumes the queues. A batch is counted as a whole or, when that fails, comes again: counting twice changes nothing. */
export const queue: ExportedHandlerQueueHandler<Env, JobMessage> = async (batch, env, context) => {
  const deps = createDeps(env, (work) => context.waitUntil(work));
  const messages = batch.messages.map(({ body }) => body);
  if (DEAD.test(batch.queue)) {
    log("error", "queue.dead", { messages: messages.length });
    await keepDeadLetters(deps, batch.queue, messages);
    return;
  }
  await countViews(
    deps,
    messages.filter((message) => message.type === "event.viewed"),
  );
  await countInteractions(
    deps,
    messages.filter((message) => message.type === "event.interacted"),
  );
};
