import type { RunStatus } from "../../../../db/schema";

export const RUN_ACTIONS = ["cancel", "retry", "delete"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** Statuses that allow each action; reading is always allowed (decisions.md §11). */
const ALLOWED: Record<RunAction, readonly RunStatus[]> = {
  cancel: ["pending", "running"],
  retry: ["failed", "cancelled"],
  delete: ["completed", "failed", "cancelled"],
};

export const statusesFor = (action: RunAction): readonly RunStatus[] => ALLOWED[action];

/** Actions that the status allows. */
export const actionsOf = (status: RunStatus): RunAction[] =>
  RUN_ACTIONS.filter((action) => ALLOWED[action].includes(status));
