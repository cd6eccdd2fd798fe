import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  type DecisionAction,
  type EventStatus,
  eventDecisions,
  eventDrafts,
  events,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { cleanLines } from "../../lib/text/clean-text";

/** Actions on an event's moderation status. */
type StatusAction = "submit" | "withdraw" | "approve" | "reject" | "flag";

/**
 * Every transition there is (decisions.md §3). A submit that needs no review ends at `approved`
 * instead.
 */
const TRANSITIONS: Readonly<Record<EventStatus, Partial<Record<StatusAction, EventStatus>>>> = {
  draft: { submit: "pending" },
  pending: { approve: "approved", reject: "rejected", withdraw: "draft" },
  approved: { flag: "flagged" },
  flagged: { approve: "approved", reject: "rejected" },
  rejected: { submit: "pending" },
};

/** Statuses in which its creator may delete an event. */
const DELETABLE: readonly EventStatus[] = ["draft", "pending", "rejected"];

/** The status that follows. @throws AppError("conflict") where the table has none */
export function nextStatus(status: EventStatus, action: StatusAction): EventStatus {
  const next = TRANSITIONS[status][action];
  if (!next) throw new AppError("conflict");
  return next;
}

/** Whether the table has a way. */
export const isTransitionAllowed = (status: EventStatus, action: StatusAction): boolean =>
  TRANSITIONS[status][action] !== undefined;

export const isDeletableByCreator = (status: EventStatus): boolean => DELETABLE.includes(status);

/** Maximum length of a rejection reason, characters (decisions.md §3). */
export const REASON_MAX = 500;

/** The input of a rejection. */
export const Rejection = v.strictObject({
  reason: v.pipe(
    v.string("errors:issue.reason"),
    v.transform(cleanLines),
    v.minLength(1, "errors:issue.reason"),
    v.maxLength(REASON_MAX, "errors:issue.reasonLong"),
  ),
});
export type Rejection = v.InferOutput<typeof Rejection>;

/** An event as a decision found it. */
interface DecidedOn {
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
