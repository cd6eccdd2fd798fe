import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";

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
