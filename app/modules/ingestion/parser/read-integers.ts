import { foldDigits } from "../../../lib/text/digits";
import { ANSWER_FIELD_NAMES, EVENT_FIELDS } from "../../events/event-fields";
import { type EntryDraft, recordSource } from "./entry-draft";
import type { Gathered } from "./gather-fields";
import { textOf } from "./read-texts";

/** Reads the integer fields of an entry: 18, "18+", «بالای ۱۸ سال». Ignores numbers outside the field's limits. */
export function readIntegers(draft: EntryDraft, gathered: Gathered): void {
  for (const name of ANSWER_FIELD_NAMES) {
    const { min, max } = EVENT_FIELDS[name] as { min: number; max: number };
    for (const fieldValue of gathered.get(name) ?? []) {
      const text = typeof fieldValue.value === "boolean" ? "" : foldDigits(textOf(fieldValue.value) ?? "").trim();
      const [digits, ...more] = text.match(/(?<![\d.,−-])\d{1,9}(?![\d.,])/g) ?? [];
      const value = Number(digits ?? Number.NaN);
      if (!(value >= min && value <= max)) continue;
      Object.assign(draft.event, { [name]: value });
      recordSource(draft, name, text === digits ? 1 : more.length === 0 ? 0.9 : 0.6, fieldValue);
      break;
    }
  }
}
