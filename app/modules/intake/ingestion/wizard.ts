import type { RunStatus } from "../../../../db/schema";
import type { CategoryName } from "../../../lib/event/categories";
import type { Schedule } from "../../../lib/event/schedule";
import type { ParsedFieldName } from "../entries/parsed-event";
import type { AiProvider } from "./prompt";

/** Corrections of an entry, by field. */
type EntryCorrection = Partial<
  Record<ParsedFieldName, string | number | boolean | readonly string[] | Schedule | null>
>;

/** Choices of the first step. */
export interface WizardChoice {
  /** Slug. */
  city: string;
  /** YYYY-MM. */
  month: string;
  /** Empty for all. */
  categories: CategoryName[];
  provider: AiProvider;
}

/** Choices and corrections so far. */
export interface WizardValues extends WizardChoice {
  /** Increases with each pasted answer: corrections refer to one answer. */
  answer: number;
  /** Length of the answer, characters; null if there is none. */
  length: number | null;
  /** Whether it contains events. */
  isRead: boolean;
  corrections: Record<string, EntryCorrection>;
  leftOut: number[];
  /** The run that was started, if any. */
  runId: string | null;
}

export interface Wizard {
  id: string;
  values: WizardValues;
  version: number;
  updatedAt: number;
}

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

/** Maximum events per run (decisions.md §11). */
export const RUN_EVENTS_MAX = 500;
/** Maximum candidates per request. */
export const BULK_MAX = 100;
