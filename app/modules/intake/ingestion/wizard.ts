import type { CategoryName } from "../../../lib/event/categories";
import type { Schedule } from "../../../lib/event/schedule";
import type { ParsedFieldName } from "./parser/parsed-event";
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
