import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { ingestionLogs, type LOG_LEVELS } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** What a run tells of itself; pages have a text for each (app/locales/…/ingestion.json, `log`). */
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
 * A log line for the head of a batch that holds only while the run is as `asFound` says: else it has no run, which fails,
 * and with it the whole batch (app/modules/events/decision).
 */
export const guardedLog = ({ db, ids, clock }: LogDeps, asFound: SQL, { values = {}, ...entry }: LogEntry) =>
  db
    .insert(ingestionLogs)
    .values({ id: ids.next(), runId: sql`(SELECT id FROM ingestion_runs WHERE ${asFound})`, values, ...entry, createdAt: clock.now() });

/** The statement that adds log lines to a run, for the batch of what they tell of. One JSON text: a statement takes 100 parameters. */
export function logStatement({ db, ids, clock }: LogDeps, runId: string, entries: readonly LogEntry[]) {
  const now = clock.now();
  const rows = entries.map(({ level, code, values = {} }) => ({ id: ids.next(), runId, level, code, values, createdAt: now }));
  const columns = sql.join(
    Object.keys(getTableColumns(ingestionLogs)).map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`),
    sql`, `,
  );
  return db.insert(ingestionLogs).select(sql`SELECT ${columns} FROM json_each(${JSON.stringify(rows)})`);
}
