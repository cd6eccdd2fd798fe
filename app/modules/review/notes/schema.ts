import * as v from "valibot";
import { cleanLines } from "../../../lib/text/clean-text";

/** Longest note, characters. */
export const NOTE_MAX = 1_000;

export const NoteInput = v.strictObject({
  body: v.pipe(
    v.string("errors:issue.note"),
    v.transform(cleanLines),
    v.minLength(1, "errors:issue.note"),
    v.maxLength(NOTE_MAX, "errors:issue.noteLong"),
  ),
});
