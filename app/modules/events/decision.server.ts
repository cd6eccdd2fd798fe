import { and, eq, isNull, sql } from "drizzle-orm";
import { type DecisionAction, type EventStatus, eventDecisions, eventDrafts, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

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
