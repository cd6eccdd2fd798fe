import type { TextValues } from "../../i18n/translate";

/**
 * One thing that is wrong with an input, beside the place it is wrong at. `message` is a key of the
 * `errors` namespace or a sentence.
 */
export interface HTTPIssue {
  path: string;
  message: string;
  /** Values of the message, such as a limit. */
  values?: TextValues;
}

/**
 * A rejected form: a message, the first error of each field, and the submitted values without
 * passwords.
 */
export interface FormFailure {
  /** Which form of the page, where it has several. */
  form?: string | undefined;
  message: string;
  /** Whether there were too many attempts (429). */
  isLimited?: boolean | undefined;
  issues: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** The failure, if it is of this form. */
export const failureOfForm = (
  failure: FormFailure | undefined,
  form: string,
): FormFailure | undefined => (failure?.form === form ? failure : undefined);
