import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/**
 * Work that a change leaves to do: a row in the batch of that change, carried out step by step by queue and cron
 * (docs/decisions/jobs.md). The row goes with its last step.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    /** Which work: a name of app/modules/queues/jobs.server.ts. */
    kind: text("kind").notNull(),
    /** What is left to do; each step stores what it leaves to the next one. */
    values: text("values", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** When it may be taken up: at once, or after the claim of whoever is at it. */
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    /** Set once it has failed too often: a dead letter then stands for it. */
    givenUpAt: instant("given_up_at"),
  },
  (t) => [index("jobs_due").on(t.dueAt, t.id).where(sql`given_up_at IS NULL`)],
);

/** What was given up, kept for staff: queue messages and jobs that failed too often, and single rows that fail by themselves. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: id(),
    queue: text("queue").notNull(),
    body: text("body", { mode: "json" }).notNull(),
    /** Why; null where the queue does not say. */
    error: text("error"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("dead_letters_by_age").on(t.createdAt)],
);
