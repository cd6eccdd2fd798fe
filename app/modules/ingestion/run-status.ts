import type { RunStatus } from "../../../db/schema";

export const RUN_ACTIONS = ["cancel", "retry", "delete"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

/** Which status allows which action; a run may always be looked at (decisions.md §11). */
const ALLOWED: Record<RunAction, readonly RunStatus[]> = {
  cancel: ["pending", "running"],
  retry: ["failed", "cancelled"],
  delete: ["completed", "failed", "cancelled"],
};

export const statusesFor = (action: RunAction): readonly RunStatus[] => ALLOWED[action];

/** What may be done with a run now. */
export const actionsOf = (status: RunStatus): RunAction[] => RUN_ACTIONS.filter((action) => ALLOWED[action].includes(status));
