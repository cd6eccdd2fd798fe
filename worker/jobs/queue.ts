import type { Deps, JobMessage } from "../../app/lib/deps";
import { describeError, log } from "../../app/lib/log";
import { countViews } from "../../app/modules/analytics/count-views.server";
import { leaveFormerCity } from "../../app/modules/cities/move-followers.server";
import { sendDigests } from "../../app/modules/digests/send-digests.server";
import { countVisits } from "../../app/modules/events/count-visits.server";
import { processRun } from "../../app/modules/ingestion/process-run.server";
import { deliverMail } from "../../app/modules/mail/deliver-mail.server";
import { reviveCause } from "../../app/modules/notifications/causes.server";
import { expandCause, PEOPLE_AT_ONCE } from "../../app/modules/notifications/expand-cause.server";
import { sendNotifications } from "../../app/modules/notifications/send-notifications.server";
import { keepDeadLetters } from "../../app/modules/queues/dead-letters.server";
import { indexCity } from "../../app/modules/search/index-city.server";
import { createDeps } from "../deps";

/** What was tried too often; the main queue is every other one. */
const DEAD = /-dead$/;

type Type = JobMessage["type"];
type Handle<T extends Type = Type> = (deps: Deps, messages: Extract<JobMessage, { type: T }>[]) => Promise<void>;

/** Who takes the messages of a type, all of a batch at once. What it throws brings these messages again, and no others. */
const HANDLERS: { [T in Type]: Handle<T> } = {
  "visits.noted": countVisits,
  "pages.viewed": countViews,
  "mail.send": async (deps, messages) => {
    for (const { id } of messages) await deliverMail(deps, id);
  },
  "news.send": async (deps, messages) => {
    for (const message of messages) await sendNotifications(deps, message);
  },
  "news.expand": async (deps, messages) => {
    for (const { id, again } of messages) {
      if (again) await reviveCause(deps, id);
      if ((await expandCause(deps, id, PEOPLE_AT_ONCE)) === "more") await deps.jobs.send({ type: "news.expand", id });
    }
  },
  "digests.send": async (deps, messages) => {
    for (const message of messages) await sendDigests(deps, message);
  },
  "city.index": async (deps, messages) => {
    for (const { id, after } of messages) await indexCity(deps, id, after);
  },
  "city.followers": async (deps, messages) => {
    for (const message of messages) await leaveFormerCity(deps, message);
  },
  "ingestion.run": async (deps, messages) => {
    for (const { id } of messages) await processRun(deps, id);
  },
};

/** Consumes the queues. Messages come at least once, in any order. */
export const queue: ExportedHandlerQueueHandler<Env, JobMessage> = async (batch, env, context) => {
  const deps = createDeps(env, (work) => context.waitUntil(work));
  if (DEAD.test(batch.queue)) {
    log("error", "queue.dead", { messages: batch.messages.length });
    await keepDeadLetters(
      deps,
      batch.queue,
      batch.messages.map(({ body }) => body),
    );
    return;
  }
  for (const type of new Set(batch.messages.map(({ body }) => body.type))) {
    const messages = batch.messages.filter(({ body }) => body.type === type);
    try {
      if (!Object.hasOwn(HANDLERS, type)) throw new Error(`No handler takes messages of type ${type}.`);
      const handle = HANDLERS[type] as Handle;
      await handle(
        deps,
        messages.map(({ body }) => body),
      );
      for (const message of messages) message.ack();
    } catch (error) {
      log("warn", "queue.failed", { type, messages: messages.length, ...describeError(error) });
      for (const message of messages) message.retry();
    }
  }
};
