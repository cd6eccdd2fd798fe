import type { Deps, JobMessage } from "../../app/lib/deps";
import { hasAllowance } from "../../app/lib/runtime/allowance";
import { describeError, log } from "../../app/lib/runtime/log";
import { countViews } from "../../app/modules/analytics/views.server";
import { countVisits } from "../../app/modules/events/visits/visits.server";
import { processRuns } from "../../app/modules/intake/ingestion/process-run.server";
import { retryRemotePicture } from "../../app/modules/intake/pictures/fetch-remote-pictures.server";
import { enqueueJob, retryJob, runJob } from "../../app/modules/jobs/jobs.server";
import { keepDeadLetters } from "../../app/modules/jobs/queue.server";
import {
  retryDigest,
  sendDueDigests,
} from "../../app/modules/notifications/digests/send-digests.server";
import {
  retryDomainEvent,
  sendNotifications,
} from "../../app/modules/notifications/domain-events.server";
import {
  expandDomainEvent,
  PEOPLE_AT_ONCE,
  retryRecipient,
} from "../../app/modules/notifications/expand-domain-event.server";
import {
  addOperationCounts,
  gatherOperations,
} from "../../app/modules/operations/operation-store.server";
import { settleDecisions } from "../../app/modules/review/inbox/schedule-decision.server";
import { siteState } from "../../app/modules/store/content-version.server";
import { createJobDeps } from "../deps";
import { jobSteps } from "./job-steps";

/** When messages that came during a restore come again, seconds. */
const RESTORING = 3_600;

/** Dead-letter queues; any other name is the main queue. */
const DEAD = /-dead$/;

type Type = JobMessage["type"];
type Handle<T extends Type = Type> = (
  deps: Deps,
  messages: Extract<JobMessage, { type: T }>[],
) => Promise<void>;

/** What a message of a kind asks at most, of what an invocation may ask. */
const [EXPANSION, RUN, ONE] = [300, 400, 60];

/** Takes messages in turn. Those that the invocation may not begin any more come again. */
async function inTurn<M extends JobMessage>(
  deps: Deps,
  messages: readonly M[],
  most: number,
  take: (message: M) => Promise<unknown>,
): Promise<void> {
  for (const message of messages)
    if (hasAllowance(deps, most)) await take(message);
    else await deps.jobs.send(message);
}

/** Handlers by type, each for all messages of a batch. An error retries these messages only. */
const HANDLERS: { [T in Type]: Handle<T> } = {
  "visits.noted": countVisits,
  "pages.viewed": countViews,
  "operations.counted": addOperationCounts,
  "mail.send": (deps, messages) =>
    sendNotifications(deps, { mails: messages.map(({ id }) => id), pushes: [] }),
  "news.send": async (deps, messages) => {
    await sendNotifications(deps, {
      mails: messages.flatMap(({ mails }) => mails),
      pushes: messages.flatMap(({ pushes }) => pushes),
    });
  },
  "news.expand": (deps, messages) =>
    inTurn(deps, messages, EXPANSION, async ({ id, again }) => {
      if (again) await retryDomainEvent(deps, id);
      if ((await expandDomainEvent(deps, id, PEOPLE_AT_ONCE)) === "more")
        await deps.jobs.send({ type: "news.expand", id });
    }),
  "news.tell": (deps, messages) =>
    inTurn(deps, messages, ONE, (message) => retryRecipient(deps, message)),
  // Several messages cause one run.
  "digests.send": async (deps, messages) => {
    for (const { reader } of messages) if (reader) await retryDigest(deps, reader);
    await sendDueDigests(deps);
  },
  "job.run": async (deps, messages) => {
    for (const { id, again } of messages) {
      if (again) await retryJob(deps, id);
      if ((await runJob(deps, jobSteps, id)) === "more") enqueueJob(deps, id);
    }
  },
  "ingestion.run": (deps, messages) =>
    inTurn(deps, messages, RUN, ({ id }) => processRuns(deps, [id])),
  // One run settles all that are due.
  "decision.settle": async (deps) => {
    await settleDecisions(deps);
  },
  "picture.fetch": async (deps, messages) => {
    for (const { picture } of messages) await retryRemotePicture(deps, picture);
  },
};

/**
 * How long a message that could not even be kept waits, seconds: twice as long each time, up to six
 * hours.
 */
const waitOf = (attempts: number) => Math.min(60 * 2 ** (attempts - 1), 6 * 3_600);

/**
 * Stores messages that the queue gave up. While D1 is down they stay in their queue for a retry,
 * and the log names them.
 */
async function keepDead(deps: Deps, batch: MessageBatch<JobMessage>): Promise<void> {
  log("error", "queue.dead", { messages: batch.messages.length });
  try {
    await keepDeadLetters(
      deps,
      batch.queue,
      batch.messages.map(({ body }) => body),
    );
  } catch (error) {
    const messages = batch.messages.map(({ body: { type, id } }) => ({ type, id }));
    log("error", "queue.dead-not-kept", { messages, ...describeError(error) });
    for (const message of batch.messages) message.retry({ delaySeconds: waitOf(message.attempts) });
  }
}

/**
 * Consumes the queues. Messages are delivered at least once, in any order; types do not block each
 * other.
 */
export const queue: ExportedHandlerQueueHandler<Env, JobMessage> = async (batch, env, context) => {
  const deps = createJobDeps(env, (work) => context.waitUntil(work));
  if (DEAD.test(batch.queue)) return keepDead(deps, batch);
  // While D1 is down each message fails separately.
  if ((await siteState(deps).catch(() => null))?.isRestoring) {
    log("error", "restore.unended", { messages: batch.messages.length });
    batch.retryAll({ delaySeconds: RESTORING });
    return;
  }
  // Counting counts nothing itself: the messages would never end.
  if (batch.messages.some(({ body }) => body.type !== "operations.counted")) gatherOperations(deps);
  const types = [...new Set(batch.messages.map(({ body }) => body.type))];
  await Promise.all(
    types.map((type) =>
      consume(
        deps,
        type,
        batch.messages.filter(({ body }) => body.type === type),
      ),
    ),
  );
};

/** Handles the messages of one type; wrangler.toml sets the retry delay. */
async function consume(
  deps: Deps,
  type: Type,
  messages: readonly Message<JobMessage>[],
): Promise<void> {
  try {
    if (!Object.hasOwn(HANDLERS, type))
      throw new Error(`No handler takes messages of type ${type}.`);
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
