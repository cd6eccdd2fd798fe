import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

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
      enum: ["request", "failure", "cache", "query", "error", "job"],
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
] as const;

/** Alarms that are on (app/modules/operations/check-alarms.server.ts). */
export const alarms = sqliteTable("alarms", {
  name: text("name", { enum: ALARMS }).primaryKey(),
  /** Rows that wait, or errors of the hour, when it was raised. */
  count: integer("count").notNull(),
  raisedAt: instant("raised_at").notNull(),
});
