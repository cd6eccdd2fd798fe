import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type CandidateStatus, ingestionCandidates, ingestionRuns } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { isOutage, isolateFailures } from "../../../lib/http/isolate-failures";
import { webUrl } from "../../../lib/http/web-url";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { describeError, log } from "../../../lib/runtime/log";
import { findCityById } from "../../cities/queries.server";
import { isRemotePicture, remotePictureStatement } from "../../media/remote-pictures.server";
import { runGuarded } from "../../store/run-guarded.server";
import {
  assessCandidates,
  errorText,
  type Processed,
  unassessedCandidates,
} from "./assess-candidates.server";
import { candidateContext } from "./candidate-context.server";
import {
  announceRun,
  guardedLog,
  type LogEntry,
  lastLine,
  logStatement,
  runCompleted,
} from "./run-log.server";

/** Time after which a silent worker loses its claim on a run, ms. */
const CLAIM = 30_000;
/** Candidates per step, which is one batch; cancelling takes effect after it. */
const STEP = 50;
/** Runs per sweep. */
const SWEEP = 5;
/** What a run asks at most, of what an invocation may ask. */
const RUN = 400;
/**
 * Consecutive failures of a step after which the run fails; temporary problems are over by then.
 */
const TRIES = 2;

type Run = typeof ingestionRuns.$inferSelect;
type Statement = BatchItem<"sqlite">;
/** Guard: the run is still claimed by this worker, not cancelled, retried or taken over. */
const asClaimed = ({ id, dueAt }: Run): SQL =>
  sql`id = ${id} AND status = 'running' AND due_at = ${dueAt}`;

/**
 * Processes the waiting candidates of a run step by step and completes it. Safe to call at any time
 * and concurrently: one worker holds the claim, and after a crash the next one continues behind the
 * last step.
 * @returns the outcome; `skipped` if there was nothing to do or another worker holds the claim
 */
export async function processRun(
  deps: Deps,
  id: string,
): Promise<"completed" | "failed" | "skipped"> {
  const claimed = await claim(deps, id);
  if (!claimed) return "skipped";
  for (let run = claimed, tries = 1; ; tries++) {
    try {
      return await workThrough(deps, run, tries === 1);
    } catch (error) {
      // Cancelled or taken over.
      if (isLost(error)) return "skipped";
      log("warn", "ingestion.step-failed", { id, tries, ...describeError(error) });
      const current = await deps.db
        .select()
        .from(ingestionRuns)
        .where(eq(ingestionRuns.id, id))
        .get();
      if (current?.status !== "running") return "skipped";
      if (tries >= TRIES) return await fail(deps, current, error);
      run = current;
    }
  }
}

/** Resumes runs that the queue lost or a worker abandoned. Called by the cron each minute. */
export async function sweepRuns(deps: Deps): Promise<{ runs: number }> {
  const due = await deps.db
    .select({ id: ingestionRuns.id })
    .from(ingestionRuns)
    .where(
      and(
        sql`${ingestionRuns.status} IN ('pending', 'running')`,
        lte(ingestionRuns.dueAt, deps.clock.now()),
      ),
    )
    .orderBy(asc(ingestionRuns.dueAt))
    .limit(SWEEP);
  await processRuns(
    deps,
    due.map(({ id }) => id),
  );
  return { runs: due.length };
}

/** Processes runs independently: one that cannot be read fails alone. */
export async function processRuns(deps: Deps, ids: readonly string[]): Promise<void> {
  await isolateFailures(
    ids,
    async (part) => {
      for (const id of part) await processRun(deps, id);
    },
    async (id, error) => {
      log("error", "ingestion.failed", { id, ...describeError(error) });
      const now = deps.clock.now();
      await deps.db
        .update(ingestionRuns)
        .set({ status: "failed", completedAt: now, lastError: errorText(error), updatedAt: now })
        .where(
          and(eq(ingestionRuns.id, id), inArray(ingestionRuns.status, ["pending", "running"])),
        );
    },
    { atOnce: 1, isEnough: () => !hasAllowance(deps, RUN) },
  );
}

async function claim({ db, clock }: Deps, id: string): Promise<Run | undefined> {
  const now = clock.now();
  return db
    .update(ingestionRuns)
    .set({
      status: "running",
      startedAt: sql`coalesce(started_at, ${now})`,
      dueAt: now + CLAIM,
      updatedAt: now,
    })
    .where(
      and(
        eq(ingestionRuns.id, id),
        inArray(ingestionRuns.status, ["pending", "running"]),
        lte(ingestionRuns.dueAt, now),
      ),
    )
    .returning()
    .get();
}

async function workThrough(
  deps: Deps,
  claimed: Run,
  isFirstTry: boolean,
): Promise<"completed" | "failed"> {
  let run = claimed;
  let lastLineId = await lastLine(deps, run.id);
  const [waiting, city] = await Promise.all([
    unassessedCandidates(deps, run.id),
    findCityById(deps, run.cityId),
  ]);
  if (!city) throw new Error("The run's city is gone.");
  const isFresh = run.processedCount === 0;
  const begin: LogEntry = {
    level: "info",
    code: isFresh ? "run-started" : "run-resumed",
    values: { waiting: waiting.length, attempt: run.attempt },
  };
  if (waiting.length > 0) {
    const context = await candidateContext(deps, city);
    const { processed, logs } = await assessCandidates(deps, context, waiting);
    for (let start = 0; start < processed.length; start += STEP) {
      const step = processed.slice(start, start + STEP);
      const about = start === 0 ? [...(isFirstTry ? [begin] : []), ...logs] : [];
      run = await takeStepApart(deps, run, step, about);
      lastLineId = await announceRun(deps, run.id, lastLineId);
    }
  }
  const outcome = await end(deps, run);
  await announceRun(deps, run.id, lastLineId);
  return outcome;
}

const isLost = (error: unknown) => isRefusal(error, "conflict");

/**
 * Takes a step; if it fails, takes its candidates one by one and marks failing ones for a retry.
 */
async function takeStepApart(
  deps: Deps,
  claimed: Run,
  step: readonly Processed[],
  about: readonly LogEntry[],
): Promise<Run> {
  let run = claimed;
  let lines = about;
  await isolateFailures(
    step,
    async (part) => {
      run = await takeStep(deps, run, part, lines);
      lines = [];
    },
    async ({ id }, error) => {
      log("error", "ingestion.candidate-failed", { id, ...describeError(error) });
      const { db, clock } = deps;
      const found = await db
        .select({ position: ingestionCandidates.position })
        .from(ingestionCandidates)
        .where(eq(ingestionCandidates.id, id))
        .get();
      const values = { position: (found?.position ?? 0) + 1, error: errorText(error) };
      await runGuarded(deps, [
        guardedLog(deps, asClaimed(run), { level: "error", code: "candidate-failed", values }),
        db
          .update(ingestionCandidates)
          .set({
            status: "pending_retry",
            findings: [{ code: "processing-failed", field: null }],
            updatedAt: clock.now(),
          })
          .where(eq(ingestionCandidates.id, id)),
        db
          .update(ingestionRuns)
          .set({ processedCount: processedOf(run.id) })
          .where(eq(ingestionRuns.id, run.id)),
      ]);
    },
    { endsAll: (error) => isLost(error) || isOutage(error) },
  );
  return run;
}

/**
 * One batch: results of some candidates, log, progress and a longer claim. @throws conflict if the
 * claim is lost
 */
async function takeStep(
  deps: Deps,
  run: Run,
  step: readonly Processed[],
  about: readonly LogEntry[],
): Promise<Run> {
  const { db, clock } = deps;
  const now = clock.now();
  const count = (status: CandidateStatus) =>
    step.filter((candidate) => candidate.status === status).length;
  const next = { ...run, dueAt: Math.max(now + CLAIM, run.dueAt + 1) };
  const found = sql`json_each(${JSON.stringify(step)}) AS found`;
  const of = (name: string) => sql`found.value ->> ${sql.raw(`'${name}'`)}`;
  const done: LogEntry = {
    level: "info",
    code: "step-done",
    values: {
      looked: step.length,
      ready: count("pending_review") + count("auto_approved"),
      flagged: count("flagged"),
      failed: count("pending_retry"),
    },
  };
  await runGuarded(deps, [
    guardedLog(deps, asClaimed(run), about[0] ?? done),
    ...(about.length > 0 ? [logStatement(deps, run.id, [...about.slice(1), done])] : []),
    db
      .update(ingestionCandidates)
      .set({
        values: of("values"),
        status: of("status"),
        findings: of("findings"),
        localDay: of("localDay"),
        venueId: of("venueId"),
        updatedAt: now,
      })
      .from(found)
      // The unary plus keeps the planner off the index by status, which would read the whole JSON
      // per row.
      .where(
        sql`${ingestionCandidates.id} = ${of("id")} AND +${ingestionCandidates.status} = 'waiting'`,
      ),
    ...step.flatMap(({ id, values: { imageUrl } }) => {
      const isFetchable = isRemotePicture(imageUrl) && webUrl(imageUrl) !== null;
      return isFetchable
        ? [
            remotePictureStatement(deps, {
              kind: "candidate",
              entityId: id,
              url: imageUrl,
              ownerId: run.creatorId,
            }),
          ]
        : [];
    }),
    db
      .update(ingestionRuns)
      .set({ processedCount: processedOf(run.id), dueAt: next.dueAt, updatedAt: now })
      .where(eq(ingestionRuns.id, run.id)),
  ]);
  return next;
}

const processedOf = (runId: string) =>
  sql`(SELECT count(*) FROM ingestion_candidates WHERE run_id = ${runId} AND status <> 'waiting')`;

/**
 * Ends a run without waiting candidates: "failed" if some could not be processed, so that it can be
 * retried.
 */
async function end(deps: Deps, run: Run): Promise<"completed" | "failed"> {
  const counts = await countsOf(deps, run.id);
  const failed = counts.pending_retry ?? 0;
  const status = failed > 0 ? "failed" : "completed";
  await finish(deps, run, status, counts, {
    level: failed > 0 ? "error" : "info",
    code: failed > 0 ? "run-failed" : "run-completed",
    values: {
      events: run.eventsCount,
      ready: (counts.pending_review ?? 0) + (counts.auto_approved ?? 0),
      flagged: counts.flagged ?? 0,
      failed,
    },
  });
  return status;
}

async function fail(deps: Deps, run: Run, error: unknown): Promise<"failed" | "skipped"> {
  log("error", "ingestion.failed", { id: run.id, ...describeError(error) });
  const counts = await countsOf(deps, run.id);
  const entry: LogEntry = {
    level: "error",
    code: "run-failed",
    values: {
      events: run.eventsCount,
      ready: (counts.pending_review ?? 0) + (counts.auto_approved ?? 0),
      flagged: counts.flagged ?? 0,
      failed: (counts.pending_retry ?? 0) + (counts.waiting ?? 0),
    },
  };
  try {
    const lastLineId = await lastLine(deps, run.id);
    await finish(deps, run, "failed", counts, entry, errorText(error));
    await announceRun(deps, run.id, lastLineId);
    return "failed";
  } catch (lost) {
    if (isLost(lost)) return "skipped";
    throw lost;
  }
}

async function finish(
  deps: Deps,
  run: Run,
  status: "completed" | "failed",
  counts: Record<string, number>,
  entry: LogEntry,
  lastError: string | null = null,
): Promise<void> {
  const now = deps.clock.now();
  const after = await runCompleted(deps, { ...run, status, counts });
  const statements: [Statement, ...Statement[]] = [
    guardedLog(deps, asClaimed(run), entry),
    deps.db
      .update(ingestionRuns)
      .set({
        status,
        completedAt: now,
        processedCount: processedOf(run.id),
        lastError,
        updatedAt: now,
      })
      .where(eq(ingestionRuns.id, run.id)),
    ...after.statements,
  ];
  await runGuarded(deps, statements);
  await after.dispatch();
}

/** Number of a run's candidates per status. */
export async function countsOf(
  { db }: Pick<Deps, "db">,
  runId: string,
): Promise<Partial<Record<CandidateStatus, number>> & Record<string, number>> {
  const rows = await db
    .select({ status: ingestionCandidates.status, count: sql<number>`count(*)` })
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.runId, runId))
    .groupBy(ingestionCandidates.status);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
