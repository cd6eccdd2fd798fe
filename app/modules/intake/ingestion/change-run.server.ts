import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionCandidates, ingestionRuns, ingestionTexts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry, auditWhere } from "../../audit/audit-entry.server";
import { runGuarded } from "../../store/run-guarded.server";
import { OPEN_STATUSES } from "./find-candidate-duplicates.server";
import { announceRun, guardedLog, type LogEntry, lastLine } from "./run-log.server";
import { enqueueRun } from "./start-run.server";
import { type RunAction, statusesFor } from "./wizard";

type Statement = BatchItem<"sqlite">;

/**
 * Changes a run in one batch that requires a status allowing the action. @throws not-found;
 * conflict
 */
async function changeRun(
  deps: Deps,
  actor: Actor,
  id: string,
  action: Exclude<RunAction, "delete">,
  entry: LogEntry,
  statements: Statement[],
): Promise<void> {
  const [run, lastLineId] = await Promise.all([getStatus(deps, id), lastLine(deps, id)]);
  const asFound = sql`id = ${id} AND status IN ${[...statusesFor(action)]}`;
  await runGuarded(deps, [
    guardedLog(deps, asFound, entry),
    ...statements,
    auditEntry(deps, {
      actorId: actor.id,
      action: action === "cancel" ? "ingestion.cancelled" : "ingestion.retried",
      entity: "ingestion-run",
      entityId: id,
      metadata: { before: { status: run.status } },
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(announceRun(deps, id, lastLineId));
}

async function getStatus({ db }: Pick<Deps, "db">, id: string) {
  const run = await db
    .select({ status: ingestionRuns.status })
    .from(ingestionRuns)
    .where(eq(ingestionRuns.id, id))
    .get();
  if (!run) throw new AppError("not-found");
  return run;
}

/** Cancels a pending or running run: the current step is its last. @throws conflict */
export async function cancelRun(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const now = deps.clock.now();
  await changeRun(deps, actor, id, "cancel", { level: "warn", code: "run-cancelled" }, [
    deps.db
      .update(ingestionRuns)
      .set({ status: "cancelled", completedAt: now, updatedAt: now })
      .where(eq(ingestionRuns.id, id)),
  ]);
}

/**
 * Retries the undecided candidates of a failed or cancelled run; its log continues. @throws
 * conflict
 */
export async function retryRun(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const now = deps.clock.now();
  await changeRun(deps, actor, id, "retry", { level: "info", code: "run-retried" }, [
    deps.db
      .update(ingestionCandidates)
      .set({ status: "waiting", version: sql`${ingestionCandidates.version} + 1`, updatedAt: now })
      .where(
        and(
          eq(ingestionCandidates.runId, id),
          inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
        ),
      ),
    deps.db
      .update(ingestionRuns)
      .set({
        status: "pending",
        attempt: sql`${ingestionRuns.attempt} + 1`,
        processedCount: sql`(SELECT count(*) FROM ingestion_candidates WHERE run_id = ${id} AND status <> 'waiting')`,
        lastError: null,
        completedAt: null,
        dueAt: now,
        updatedAt: now,
      })
      .where(eq(ingestionRuns.id, id)),
  ]);
  enqueueRun(deps, id);
}

/**
 * Deletes an ended run with its candidates, log and answer. Its events stay.
 * @throws not-found; conflict while it is pending or running
 */
export async function deleteRun(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const run = await getStatus(deps, id);
  if (!statusesFor("delete").includes(run.status)) throw new AppError("conflict");
  const asFound = sql`SELECT 1 FROM ingestion_runs WHERE id = ${id} AND status = ${run.status}`;
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "ingestion.deleted",
        entity: "ingestion-run",
        entityId: id,
        metadata: { before: { status: run.status } },
        sessionId: actor.sessionId,
      },
      sql`(${asFound})`,
    ),
    // Deletes candidates and log by ON DELETE CASCADE.
    deps.db.delete(ingestionRuns).where(eq(ingestionRuns.id, id)),
    deps.db.delete(ingestionTexts).where(eq(ingestionTexts.ownerId, id)),
  ]);
}
