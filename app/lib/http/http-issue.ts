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
