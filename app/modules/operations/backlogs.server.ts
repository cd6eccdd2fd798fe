import { type SQL, sql } from "drizzle-orm";
import {
  type ALARMS,
  auditEntries,
  deadLetters,
  domainEvents,
  ingestionRuns,
  jobs,
  mails,
  operationCounts,
  pushes,
  storedBackups,
  webhookDeliveries,
} from "../../../db/schema";
import { instantOrNull } from "../../../db/schema/bad-rows";
import { HOUR, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { readOperationCounts } from "./operation-store.server";

/** Past this a backlog is not counted further. */
export const BACKLOG_LIMIT = 1_000;

/**
 * Rows that wait, as SQL with literal conditions, so that SQLite takes the partial indexes; `at` is
 * since when.
 */
const WAITING = {
  deadLetters: sql`SELECT created_at AS at FROM ${deadLetters}`,
  mails: sql`SELECT due_at AS at FROM ${mails} WHERE status = 'pending'`,
  domainEvents: sql`SELECT due_at AS at FROM ${domainEvents} WHERE done_at IS NULL`,
  jobs: sql`SELECT due_at AS at FROM ${jobs} WHERE given_up_at IS NULL`,
  pushes: sql`SELECT due_at AS at FROM ${pushes} WHERE status = 'pending'`,
  webhooks: sql`SELECT due_at AS at FROM ${webhookDeliveries} WHERE status = 'pending'`,
  ingestion: sql`SELECT due_at AS at FROM ${ingestionRuns} WHERE status IN ('pending', 'running')`,
  audit: sql`SELECT created_at AS at FROM ${auditEntries} WHERE sequence IS NULL`,
} as const;
export type BacklogName = keyof typeof WAITING;
const NAMES = Object.keys(WAITING) as BacklogName[];

export type AlarmName = (typeof ALARMS)[number];

/** Work that waits. */
export interface Backlog {
  name: BacklogName;
  /** Rows, up to `BACKLOG_LIMIT`. */
  count: number;
  /** Those that have been due for longer than `LATE`. */
  late: number;
  /** When the oldest was due, UTC ms; null without rows. */
  oldest: number | null;
}

/** After this, work that is due counts as late, ms. The cron runs each minute. */
const LATE = 15 * MINUTE;
/** Errors in the log within an hour, from which the alarm is raised. */
const MANY_ERRORS = 20;

/** All backlogs, in one batch over indexes. */
export async function readBacklogs({ db, clock }: Pick<Deps, "db" | "clock">): Promise<Backlog[]> {
  const limit = sql.raw(String(BACKLOG_LIMIT));
  const due = clock.now() - LATE;
  const countOf = (rows: SQL) =>
    db
      .select({
        count: sql<number>`count(*)`,
        late: sql<number>`count(CASE WHEN at < ${due} THEN 1 END)`,
        oldest: sql<number | null>`min(${instantOrNull(sql`at`)})`,
      })
      .from(sql`(${rows} ORDER BY at LIMIT ${limit})`);
  const [first, ...rest] = NAMES.map((name) => countOf(WAITING[name]));
  if (!first) return [];
  const found = await db.batch([first, ...rest]);
  return NAMES.map((name, at) => ({
    name,
    ...(found[at]?.[0] ?? { count: 0, late: 0, oldest: null }),
  }));
}

/** What was met since the last full hour: errors in the log, and rows that could not be shown. */
interface Faults {
  errors: number;
  badRows: number;
}

export const NO_FAULTS: Faults = { errors: 0, badRows: 0 };

export async function countFaults(
  deps: Pick<Deps, "db" | "clock" | "operations">,
): Promise<Faults> {
  const since = deps.clock.now() - HOUR;
  if (!deps.operations) {
    const hour = Math.floor(since / HOUR) * HOUR + HOUR;
    const [row] = await deps.db
      .select({
        errors: sql<number>`coalesce(sum(CASE WHEN ${operationCounts.name} = 'error' THEN ${operationCounts.count} END), 0)`,
        badRows: sql<number>`count(DISTINCT CASE WHEN ${operationCounts.name} = 'bad-row' THEN ${operationCounts.label} END)`,
      })
      .from(operationCounts)
      .where(
        sql`${operationCounts.hour} >= ${hour} AND ${operationCounts.name} IN ('error', 'bad-row')`,
      );
    return row ?? NO_FAULTS;
  }
  const rows = await readOperationCounts(deps, since);
  return {
    errors: rows.reduce((sum, { name, count }) => sum + (name === "error" ? count : 0), 0),
    badRows: new Set(rows.flatMap(({ name, label }) => (name === "bad-row" ? [label] : []))).size,
  };
}

/** Bytes that a database of D1 can have (docs/specification/quality.md §4). */
const DATABASE_BYTES = 10_000_000_000;
/** Percent of them from which the alarm is raised: time enough to move what is old. */
const FULL = 70;

/** After so many hours without a backup the alarm is raised: one a day is whole. */
const BACKUP_HOURS = 26;

/** How many hours old the last backup is, and whether one has failed since; a local run has none. */
export async function readBackups({
  db,
  clock,
  isLocal,
}: Pick<Deps, "db" | "clock" | "isLocal">): Promise<{ hours: number; failed: boolean }> {
  const [row] = isLocal ? [] : await db.select().from(storedBackups);
  return {
    hours: row ? Math.floor((clock.now() - row.storedAt) / HOUR) : 0,
    failed: typeof row?.failedAt === "number",
  };
}

/** Rows, errors, percent or hours by alarm, for those whose condition holds. */
export function alarmsFor(
  backlogs: readonly Backlog[],
  { errors, badRows }: Faults,
  databaseBytes: number,
  backups: { hours: number; failed: boolean },
): Map<AlarmName, number> {
  const found = new Map<AlarmName, number>();
  for (const { name, count, late } of backlogs) {
    if (name === "ingestion") continue;
    const waiting = name === "deadLetters" ? count : late;
    if (waiting > 0) found.set(name, waiting);
  }
  if (errors >= MANY_ERRORS) found.set("errors", errors);
  if (badRows > 0) found.set("badRows", badRows);
  const full = Math.floor((databaseBytes / DATABASE_BYTES) * 100);
  if (full >= FULL) found.set("databaseSize", full);
  if (backups.failed) found.set("backupFailed", 1);
  if (backups.hours >= BACKUP_HOURS) found.set("backupOld", backups.hours);
  return found;
}
