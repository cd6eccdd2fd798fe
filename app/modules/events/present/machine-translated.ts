import type { EventValues } from "../../../lib/event/event-fields";
import { type TextPath, textAt } from "../../../lib/event/field-groups";

/** The marks that stay after a change: those of texts that are as the machine wrote them. */
export const keptMarks = (
  marks: readonly TextPath[],
  before: EventValues,
  after: EventValues,
): TextPath[] =>
  marks.filter(
    (path) => textAt(after, path) !== null && textAt(after, path) === textAt(before, path),
  );
