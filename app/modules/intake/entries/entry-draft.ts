import { EMPTY_ANSWER_VALUES } from "../../../lib/event/field-groups";
import type { IssueCode } from "../issue-table";
import type { FieldValue } from "./gather-fields";
import type { AnswerContext, ParsedEvent, ParsedFieldName } from "./parsed-event";

/** Characters kept of a field's source text. */
const ORIGIN_MAX = 300;

/** An entry under construction. */
export interface EntryDraft {
  event: ParsedEvent;
  context: AnswerContext;
}

export function emptyDraft(index: number, context: AnswerContext): EntryDraft {
  return {
    context,
    event: {
      index,
      title: null,
      titleFa: null,
      description: null,
      descriptionFa: null,
      category: null,
      date: null,
      time: null,
      endDate: null,
      endTime: null,
      schedule: null,
      price: null,
      currency: null,
      free: null,
      venue: null,
      address: null,
      url: null,
      tags: [],
      imageUrl: null,
      organizer: null,
      proposedTraits: [],
      ...EMPTY_ANSWER_VALUES,
      confidence: {},
      origin: {},
      issues: [],
      valid: false,
      duplicateOf: null,
    },
  };
}

/** Adds issues, each once. */
export function addIssue(
  { event }: EntryDraft,
  field: ParsedFieldName | "entry",
  ...codes: readonly IssueCode[]
): void {
  for (const code of codes)
    if (!event.issues.some((issue) => issue.field === field && issue.code === code))
      event.issues.push({ field, code });
}

/** Records the origin of a field's value and its confidence, 0 to 1. */
export function recordSource(
  { event }: EntryDraft,
  field: ParsedFieldName,
  confidence: number,
  source: Pick<FieldValue, "key" | "value"> | null,
): void {
  event.confidence[field] = Math.round(Math.min(Math.max(confidence, 0), 1) * 100) / 100;
  if (source)
    event.origin[field] = { key: source.key.slice(0, ORIGIN_MAX), text: shown(source.value) };
}

function shown(value: FieldValue["value"]): string {
  if (typeof value === "string") return value.slice(0, ORIGIN_MAX);
  if (value === null || typeof value !== "object") return String(value);
  const parts = Array.isArray(value)
    ? value.slice(0, 20).map(shown)
    : [...value.fields].slice(0, 20).map(([key, inner]) => `${key}: ${shown(inner)}`);
  return parts.join(", ").slice(0, ORIGIN_MAX);
}
