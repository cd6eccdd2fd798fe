import type { EventStatus } from "../../../db/schema";
import { AppError } from "../../lib/errors";

/** Actions on an event's moderation status. */
export type StatusAction = "submit" | "withdraw" | "approve" | "reject" | "flag";

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
