import { and, eq, isNull, sql } from "drizzle-orm";
import {
  type DecisionAction,
  type EventStatus,
  eventDecisions,
  eventDrafts,
  events,
} from "../../../db/schema";
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
 * Records a decision; the statement goes at the head of its batch. When the event has changed since
 * it was read, the statement and so the batch fails.
 * @param isDraft whether it is still a draft
 */
export function decisionOn(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  { event, reason = null, ...decision }: Decision,
  isDraft = false,
) {
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
        .where(
          and(
            eq(events.id, event.id),
            eq(events.status, event.status),
            eq(events.version, event.version),
            isNull(events.deletedAt),
          ),
        );
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
