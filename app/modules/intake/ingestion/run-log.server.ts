import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionLogs, ingestionRuns, type LOG_LEVELS } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { describeError, log } from "../../../lib/runtime/log";
import { auditEntry } from "../../audit/audit-entry.server";
import { findCityById } from "../../cities/queries.server";
import { ingestionDomainEvent } from "../../notifications/event-domain-events.server";
import { insertJson } from "../../store/run-guarded.server";
import { logMessage } from "./json.server";

/** Codes of log lines; each has a text (app/locales/…/ingestion.json, `log`). */
export type LogCode =
  | "run-created"
  | "run-started"
  | "run-resumed"
  | "venues-known"
  | "twins-found"
  | "step-done"
  | "candidate-failed"
  | "run-completed"
  | "run-failed"
  | "run-cancelled"
  | "run-retried";

export interface LogEntry {
  level: (typeof LOG_LEVELS)[number];
  code: LogCode;
  values?: Record<string, string | number>;
}

type LogDeps = Pick<Deps, "db" | "ids" | "clock">;

/**
 * Log line that guards its batch: `asFound` must hold for the run, otherwise the line has no run
 * and the batch fails (app/modules/events/decision).
 */
export const guardedLog = (
  { db, ids, clock }: LogDeps,
  asFound: SQL,
  { values = {}, ...entry }: LogEntry,
) =>
  db.insert(ingestionLogs).values({
    id: ids.next(),
    runId: sql`(SELECT id FROM ingestion_runs WHERE ${asFound})`,
    values,
    ...entry,
    createdAt: clock.now(),
  });

/**
 * Statement that adds log lines to a run. One JSON text, since a statement has at most 100
 * parameters.
 */
export function logStatement(
  { db, ids, clock }: LogDeps,
  runId: string,
  entries: readonly LogEntry[],
) {
  const now = clock.now();
  const rows = entries.map(({ level, code, values = {} }) => ({
    id: ids.next(),
    runId,
    level,
    code,
    values,
    createdAt: now,
  }));
  return insertJson(db, ingestionLogs, JSON.stringify(rows));
}

/** `source` of the runs that checks of sources start. */
export const MONITORED = "monitored";

export interface EndedRun
  extends Pick<
    typeof ingestionRuns.$inferSelect,
    "id" | "cityId" | "attempt" | "eventsCount" | "source"
  > {
  status: "completed" | "failed";
  /** Number of candidates by status. */
  counts: Readonly<Record<string, number>>;
}

/**
 * Statements for the batch that ends a run: an audit entry and, for a completed run, the domain
 * event that notifies staff (decisions.md §9). Call `dispatch` after the batch.
 */
export async function runCompleted(
  deps: Deps,
  run: EndedRun,
): Promise<{ statements: BatchItem<"sqlite">[]; dispatch(): Promise<void> }> {
  const audit = auditEntry(deps, {
    actorId: null,
    action: run.status === "completed" ? "ingestion.completed" : "ingestion.failed",
    entity: "ingestion-run",
    entityId: run.id,
    metadata: { events: run.eventsCount, ...run.counts },
    severity: run.status === "completed" ? "info" : "warning",
  });
  // Checks of sources complete all day; the inbox counts what they bring.
  const city =
    run.status === "completed" && run.source !== MONITORED
      ? await findCityById(deps, run.cityId)
      : undefined;
  if (!city) return { statements: [audit], dispatch: async () => {} };
  const domainEvent = ingestionDomainEvent(deps, {
    id: `${run.id}:${run.attempt}`,
    // Null, so that the editor who started the run is notified too.
    actorId: null,
    count: run.eventsCount,
    flagged: run.counts.flagged ?? 0,
    city: { en: city.nameEn, fa: city.nameFa },
    path: paths.adminIngestionRun(run.id),
  });
  return { statements: [audit, ...domainEvent.statements], dispatch: domainEvent.dispatch };
}

/** Log lines per message. */
const LINES = 50;

/**
 * Sends the state and new log lines of a run to its live viewers. Sends stored data only; logs an
 * unreachable room, since the page polls the log too.
 * @param after id of the last line sent before
 * @returns id of the last line sent
 */
export async function announceRun(
  { db, rooms }: Pick<Deps, "db" | "rooms">,
  id: string,
  after: string,
): Promise<string> {
  try {
    const [[run], lines] = await db.batch([
      db
        .select({
          status: ingestionRuns.status,
          processedCount: ingestionRuns.processedCount,
          eventsCount: ingestionRuns.eventsCount,
        })
        .from(ingestionRuns)
        .where(eq(ingestionRuns.id, id)),
      db
        .select()
        .from(ingestionLogs)
        .where(and(eq(ingestionLogs.runId, id), gt(ingestionLogs.id, after)))
        .orderBy(asc(ingestionLogs.id))
        .limit(LINES),
    ]);
    if (run)
      await rooms.runChanged({
        type: "run:changed",
        runId: id,
        ...run,
        lines: lines.map((line) => ({
          id: line.id,
          level: line.level,
          code: line.code,
          message: { en: logMessage("en", line), fa: logMessage("fa", line) },
          createdAt: new Date(line.createdAt).toISOString(),
        })),
      });
    return lines.at(-1)?.id ?? after;
  } catch (error) {
    log("warn", "room.unreachable", describeError(error));
    return after;
  }
}

/** Id of the last log line, which viewers have read already. */
export const lastLine = async ({ db }: Pick<Deps, "db">, runId: string): Promise<string> => {
  const line = await db
    .select({ id: ingestionLogs.id })
    .from(ingestionLogs)
    .where(eq(ingestionLogs.runId, runId))
    .orderBy(desc(ingestionLogs.id))
    .limit(1)
    .get();
  return line?.id ?? "";
};
