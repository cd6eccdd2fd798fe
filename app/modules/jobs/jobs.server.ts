import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { jobs } from "../../../db/schema";
import { HOUR, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { hasAllowance } from "../../lib/runtime/allowance";
import { log } from "../../lib/runtime/log";
import type { PurgeKind } from "./purge-kinds";
import { CLAIM, deadLetterStatement, enqueue, lastErrorOf } from "./queue.server";

/** Waits after failures, ms; past the last one a job is given up. */
const WAITS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR];
/** Duration of a run, ms, and its limit of steps. */
const RUN = 20_000;
const STEPS = 50;
/** What a step asks at most, of what an invocation may ask. */
const STEP = 400;
/** Jobs per sweep. */
const SWEEP = 20;

/** The remaining work of each kind of job. */
export interface JobValues {
  /** After a change of the city's names: reindexes its events after `after`. */
  "city.index": { cityId: string; after: { createdAt: number; id: string } | null };
  /** After a change of an event's texts: how people ask for it, written by a model. */
  "event.phrasings": { eventId: string };
  /** After a change of an event: its vector in the index by meaning. */
  "event.meaning": { eventId: string };
  /** The vectors of the events after `after`. */
  "meanings.sweep": { after: string };
  /** The city `from` is gone: replaces it by `into` for followers after the user `after`. */
  "city.followers": { from: string; into: string | null; after: string | null };
  /** The host `from` is merged into `into`: moves its events. */
  "host.merge": { kind: "venue" | "organizer"; from: string; into: string };
  /** Digests that staff send by hand, to users after `after` without one. */
  "digests.send": { frequency: "daily" | "weekly"; after: string };
  /** Emails of a city's weekly picks, to subscribers after `after`. */
  "week.mail": { weekId: string; after: string };
  /** A check of a source: what it reads, then what follows from it. */
  "source.check": SourceCheckValues;
  /**
   * Rows of a kind that are kept no longer; so many are gone. `after`: where a purge that looks at
   * every row continues.
   */
  purge: { kind: PurgeKind; removed: number; after?: string };
}
export type JobKind = keyof JobValues;

export type SourceCheckValues = {
  sourceId: string;
  checkId: string;
  phase: "read" | "gone" | "import" | "translate" | "assess" | "end";
  /** The last candidate whose English was proposed; missing before the first. */
  translated?: string;
  /** Addresses that are still to be read; null before the first. */
  follow: string[] | null;
  /** Whether an address failed, so that missing items prove nothing. */
  isPartial: boolean;
  /** For the next conditional request. */
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
};

/** One step of a job. @returns the remaining work; null when done */
export type JobStep<K extends JobKind> = (
  deps: Deps,
  values: JobValues[K],
) => Promise<JobValues[K] | null>;
/** A step may run twice: its worker may die before the end is stored. */
export type JobSteps = { [K in JobKind]: JobStep<K> };

type Job = typeof jobs.$inferSelect;

/**
 * The statement that enqueues work, for the batch of its change. Call `enqueueJob` after the batch;
 * the cron finds what the queue loses.
 * @param id unique id for deduplication; random by default
 */
export function jobStatement<K extends JobKind>(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  kind: K,
  values: JobValues[K],
  id: string = ids.next(),
) {
  const now = clock.now();
  return {
    id,
    statement: db
      .insert(jobs)
      .values({ id, kind, values, dueAt: now, createdAt: now })
      .onConflictDoNothing(),
  };
}

/** Asks the queue to begin with a job now. */
export const enqueueJob = (deps: Pick<Deps, "jobs" | "later">, id: string): void =>
  enqueue(deps, { type: "job.run", id }, "job.not-enqueued");

/** The row as one worker has claimed it. */
const asHeld = ({ id, dueAt }: Pick<Job, "id" | "dueAt">) =>
  and(eq(jobs.id, id), eq(jobs.dueAt, dueAt), isNull(jobs.givenUpAt));

/**
 * Runs a due job after claiming it. Each step stores the remaining work; the claim of a dead worker
 * expires, and the next one continues after the last step.
 * @returns `more` when unfinished
 * @throws the step's error; the cron retries the job
 */
export async function runJob(
  deps: Deps,
  steps: Partial<JobSteps>,
  id: string,
  most = STEPS,
): Promise<"done" | "more" | "skipped"> {
  const { db, clock } = deps;
  if (!hasAllowance(deps, STEP)) return "more";
  const began = clock.now();
  const found = await db
    .update(jobs)
    .set({ dueAt: began + CLAIM, attempts: sql`${jobs.attempts} + 1` })
    .where(and(eq(jobs.id, id), isNull(jobs.givenUpAt), lte(jobs.dueAt, began)))
    .returning({
      id: jobs.id,
      kind: jobs.kind,
      dueAt: jobs.dueAt,
      attempts: jobs.attempts,
      lastError: jobs.lastError,
    })
    .get();
  if (!found) return "skipped";
  let held: Pick<Job, "id" | "dueAt"> = found;
  if (found.attempts > WAITS.length) {
    await giveUp(deps, found, found.lastError ?? "Its workers died again and again.");
    return "done";
  }
  try {
    const step = steps[found.kind as JobKind] as JobStep<JobKind> | undefined;
    if (!step) throw new Error(`Nothing takes jobs of kind ${found.kind}.`);
    // Apart from the claim, so that a row that cannot be read counts as tried.
    let values = (await db.select({ values: jobs.values }).from(jobs).where(asHeld(held)).get())
      ?.values as JobValues[JobKind] | undefined;
    for (let count = 1; values !== undefined; count++) {
      const next = await step(deps, values);
      if (next === null) {
        await db.delete(jobs).where(asHeld(held));
        return "done";
      }
      const now = clock.now();
      const isEnough = count >= most || now - began >= RUN || !hasAllowance(deps, STEP);
      const dueAt = isEnough ? now : Math.max(now + CLAIM, held.dueAt + 1);
      const kept = await db
        .update(jobs)
        .set({ values: next, attempts: 0, lastError: null, dueAt })
        .where(asHeld(held))
        .returning({ id: jobs.id })
        .get();
      if (!kept) return "skipped";
      if (isEnough) return "more";
      held = { id, dueAt };
      values = next;
    }
    return "skipped";
  } catch (error) {
    const lastError = lastErrorOf(error);
    log("warn", "job.retried", { id, kind: found.kind, error: lastError });
    await db
      .update(jobs)
      .set({ lastError, dueAt: clock.now() + (WAITS[found.attempts - 1] ?? MINUTE) })
      .where(asHeld(held));
    throw error;
  }
}

/** Gives a job up, where staff see it and can have it taken up again. */
async function giveUp(
  deps: Deps,
  job: Pick<Job, "id" | "kind" | "dueAt">,
  error: string,
): Promise<void> {
  log("error", "job.dead", { id: job.id, kind: job.kind, error });
  await deps.db.batch([
    deps.db.update(jobs).set({ givenUpAt: deps.clock.now(), lastError: error }).where(asHeld(job)),
    deadLetterStatement(deps, "jobs", [{ type: "job.run", id: job.id, again: true }], error),
  ]);
}

/** Takes a job up again that was given up. */
export async function retryJob(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: string,
): Promise<void> {
  await db
    .update(jobs)
    .set({ givenUpAt: null, attempts: 0, dueAt: clock.now() })
    .where(and(eq(jobs.id, id), sql`given_up_at IS NOT NULL`));
}

/** Every minute: continues jobs that the queue lost or whose worker died. */
export async function sweepJobs(
  deps: Deps,
  steps: JobSteps,
): Promise<{ jobs: number; failed: number }> {
  const due = await deps.db
    .select({ id: jobs.id })
    .from(jobs)
    // Written out, so that the partial index is taken.
    .where(and(sql`given_up_at IS NULL`, lte(jobs.dueAt, deps.clock.now())))
    .orderBy(asc(jobs.dueAt), asc(jobs.id))
    .limit(SWEEP);
  let failed = 0;
  for (const { id } of due)
    try {
      if ((await runJob(deps, steps, id)) === "more") enqueueJob(deps, id);
    } catch {
      failed += 1;
    }
  return { jobs: due.length, failed };
}
