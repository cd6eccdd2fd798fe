import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DecisionAction, type EventStatus, eventDecisions, eventDrafts, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";

/** An event as a decision found it. */
export interface DecidedOn {
  id: string;
  status: EventStatus;
  version: number;
}

export interface Decision {
  event: DecidedOn;
  action: DecisionAction;
  toStatus: EventStatus;
  actorId: string | null;
  reason?: string | null;
}

type Statement = BatchItem<"sqlite">;

/** A column that must not be null, and comes out so where something is no longer as it was found; or what is there already. */
const GUARD = /(?:NOT NULL|UNIQUE) constraint failed: ([a-z_]+\.[a-z_]+)/;

/**
 * Writes a decision down and gives the statement for the head of its batch. Where the event has changed since it was
 * read, that statement fails, and with it the whole batch: nothing is decided twice or on what nobody saw.
 * @param isDraft whether it stands among the drafts still
 */
export function decisionOn(deps: Pick<Deps, "db" | "ids" | "clock">, { event, reason = null, ...decision }: Decision, isDraft = false) {
  const { db, ids, clock } = deps;
  const id = ids.next();
  const asFound = isDraft
    ? db
        .select({ id: eventDrafts.id })
        .from(eventDrafts)
        .where(and(eq(eventDrafts.id, event.id), eq(eventDrafts.version, event.version)))
    : db
        .select({ id: events.id })
        .from(events)
        .where(and(eq(events.id, event.id), eq(events.status, event.status), eq(events.version, event.version), isNull(events.deletedAt)));
  const statement = db.insert(eventDecisions).values({
    ...decision,
    id,
    eventId: sql`(${asFound})`,
    fromStatus: event.status,
    reason,
    createdAt: clock.now(),
  });
  return { id, statement };
}

/**
 * Runs the batch of a decision. @param refusals what the guard of another column means, by `table.column`
 * @throws AppError("conflict") where somebody was faster
 */
export async function runDecision(
  { db }: Pick<Deps, "db">,
  statements: readonly [Statement, ...Statement[]],
  refusals: Record<string, () => AppError> = {},
): Promise<void> {
  try {
    await db.batch([...statements]);
  } catch (error) {
    const guard = guardOf(error);
    if (guard === null) throw error;
    throw refusals[guard]?.() ?? new AppError("conflict");
  }
}

/** The guard that a failed batch ran into; null where it failed for another reason. */
function guardOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const guard = GUARD.exec(cause.message)?.[1];
    if (guard) return guard;
  }
  return null;
}
