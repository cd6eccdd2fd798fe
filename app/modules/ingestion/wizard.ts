import type { AiProvider } from "../../../db/schema";
import type { CategoryName } from "../events/categories";
import type { Field } from "./parser/parsed-event";

/** What an editor has corrected of an entry, by its place in the answer. */
export type Correction = Partial<Record<Field, string | number | boolean | readonly string[] | null>>;

/** What the first step asks for. */
export interface WizardChoice {
  /** Slug. */
  city: string;
  /** YYYY-MM. */
  month: string;
  /** Empty: all. */
  categories: CategoryName[];
  provider: AiProvider;
}

/** What was chosen and corrected so far. */
export interface WizardValues extends WizardChoice {
  /** Rises with each answer that is pasted: corrections are of one answer alone. */
  answer: number;
  /** Letters of the answer; null where there is none. */
  length: number | null;
  /** Whether events were found in it. */
  isRead: boolean;
  corrections: Record<string, Correction>;
  leftOut: number[];
  /** The run that it has become. */
  runId: string | null;
}

export interface Wizard {
  id: string;
  values: WizardValues;
  version: number;
  updatedAt: number;
}
