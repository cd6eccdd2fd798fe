import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { ingestionLogs, type LOG_LEVELS } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

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
  const columns = sql.join(
    Object.keys(getTableColumns(ingestionLogs)).map(
      (name) => sql`value ->> ${sql.raw(`'${name}'`)}`,
    ),
    sql`, `,
  );
  return db
    .insert(ingestionLogs)
    .select(sql`SELECT ${columns} FROM json_each(${JSON.stringify(rows)})`);
}
