import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";

/**
 * Operation counts of an hour, by release; kept for a week. Deployments with Analytics Engine keep
 * it there instead.
 */
export const operationCounts = sqliteTable(
  "operation_counts",
  {
    /** The hour's begin. */
    hour: instant("hour").notNull(),
    /** Id of the deployment; empty for local runs. */
    release: text("release").notNull(),
    name: text("name", {
      enum: ["request", "failure", "cache", "query", "costly", "error", "job", "bad-row"],
    }).notNull(),
    /**
     * A class of requests, an outcome of the cache, the SQL of a query, a message of the log, a
     * job.
     */
    label: text("label").notNull(),
    count: integer("count").notNull(),
    totalMs: integer("total_ms").notNull(),
    longestMs: integer("longest_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.release, t.name, t.label] })],
);

export const ALARMS = [
  "deadLetters",
  "mails",
  "domainEvents",
  "jobs",
  "pushes",
  "webhooks",
  "audit",
  "errors",
  "databaseSize",
  "badRows",
  "backupFailed",
  "backupOld",
] as const;

/** Alarms that are on (app/modules/operations/check-alarms.server.ts). */
export const alarms = sqliteTable("alarms", {
  name: text("name", { enum: ALARMS }).primaryKey(),
  /**
   * Rows that wait or are bad, errors of the hour, percent, or hours since a backup, when it was
   * raised.
   */
  count: integer("count").notNull(),
  raisedAt: instant("raised_at").notNull(),
});

/**
 * Work that a change leaves to do: a row in the batch of that change, carried out step by step by
 * queue and cron (docs/decisions/jobs.md). The row is deleted with its last step.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    /** Which work: a name of app/modules/jobs/jobs.server.ts. */
    kind: text("kind").notNull(),
    /** State left for the next step. */
    values: text("values", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Earliest processing time: now, or the end of the current worker's claim. */
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    /** Set after too many failures, when a dead letter replaces the job. */
    givenUpAt: instant("given_up_at"),
  },
  (t) => [index("jobs_due").on(t.dueAt, t.id).where(sql`given_up_at IS NULL`)],
);

/**
 * Work that was given up and needs staff: queue messages and jobs after too many failures, and
 * single failing rows.
 */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: id(),
    queue: text("queue").notNull(),
    body: json<Record<string, unknown>>("body", {}).notNull(),
    /** Why; null where the queue does not say. */
    error: text("error"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("dead_letters_by_age").on(t.createdAt)],
);

/**
 * A restore that has begun and not ended: while this row is there, the product refuses to serve
 * (docs/operate.md). One row, written and removed by `npm run restore` alone.
 */
export const restoreState = sqliteTable("restore_state", {
  id: text("id").primaryKey(),
  /** SHA-256 of the file, hexadecimal: only the same file may go on. */
  fileHash: text("file_hash").notNull(),
  phase: text("phase", { enum: ["emptying", "loading", "finishing"] }).notNull(),
  /** Rows of the file that are loaded, in the order in which the restore loads them. */
  loaded: integer("loaded").notNull(),
  startedAt: instant("started_at").notNull(),
});

/** How the backups of the third Worker went (docs/operate.md). One row, which a migration makes. */
export const storedBackups = sqliteTable("stored_backups", {
  id: text("id").primaryKey(),
  /** When the last one was stored; at first, when the database was made. */
  storedAt: instant("stored_at").notNull(),
  /** When one failed, if none was stored since. */
  failedAt: instant("failed_at"),
});

/**
 * One row: a version that rises with every change of public content. Part of the page cache's key.
 */
export const contentVersions = sqliteTable("content_versions", {
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(0),
});

/** Responses stored by Idempotency-Key for a day (decisions.md §12). */
export const keptAnswers = sqliteTable(
  "kept_answers",
  {
    /** Fingerprint of caller, operation and key. */
    key: text("key").primaryKey(),
    /** Fingerprint of the body that was sent. */
    requestHash: text("request_hash").notNull(),
    /** The request that is at it, or was. */
    requestId: text("request_id").notNull(),
    /** Null while it still runs. */
    status: integer("status"),
    contentType: text("content_type"),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("kept_answers_by_expiry").on(t.expiresAt)],
);
