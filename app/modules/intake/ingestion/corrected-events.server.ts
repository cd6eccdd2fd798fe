import { parseAnswer } from "../entries/parse-answer.server";
import {
  type AnswerContext,
  FIELDS,
  type ParsedEvent,
  type ParsedFieldName,
} from "../entries/parsed-event";
import { gradeOf } from "../issue-table";

/** Fields that are parsed together: correcting one clears the issues of all. */
const GROUPS: readonly (readonly ParsedFieldName[])[] = [
  ["date", "time", "endDate", "endTime", "schedule"],
  ["price", "currency", "free"],
];
const groupOf = (field: ParsedFieldName): readonly ParsedFieldName[] =>
  GROUPS.find((group) => group.includes(field)) ?? [field];

/** Metadata, not values. */
const ABOUT = new Set(["index", "confidence", "origin", "issues", "valid", "duplicateOf"]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values of a given event, without metadata of an earlier parse. */
function bare(given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !ABOUT.has(name) && value !== null && !(name === "free" && value !== true),
    ),
  );
}

/** Parses given events as an answer; returns one per entry, in order. */
function readGiven(given: readonly unknown[], context: AnswerContext): ParsedEvent[] {
  const read = (entries: readonly unknown[]) => {
    const answer = parseAnswer(JSON.stringify({ events: entries }), context);
    return answer.ok ? answer.events : [];
  };
  const entries = given.map(bare);
  const all = read(entries);
  if (all.length === entries.length) return all;
  // The parser may skip an entry that is no event: parse each one alone.
  return entries.map((entry, index) => ({ ...readAlone(read, entry), index, duplicateOf: null }));
}

function readAlone(
  read: (entries: readonly unknown[]) => ParsedEvent[],
  entry: unknown,
): ParsedEvent {
  const [alone, ...more] = read([entry]);
  if (alone && more.length === 0) return alone;
  const [nothing] = read([null, { title: "An event", date: "2026-01-01" }]);
  if (!nothing) throw new Error("The parser gives no entry for null.");
  return nothing;
}

/**
 * Parses events corrected by an editor, from `POST …/parse` or the wizard, so that nothing enters
 * unchecked. Unchanged values keep the confidence and issues of the answer.
 * @param given entries as sent; `index` refers to the answer's entry
 * @param original entries of the answer; empty without an answer
 */
export function correctedEvents(
  given: readonly unknown[],
  original: readonly ParsedEvent[],
  context: AnswerContext,
): ParsedEvent[] {
  return readGiven(given, context).map((event, place) => {
    const sent = given[place];
    const index = isObject(sent) ? sent.index : null;
    const source = typeof index === "number" ? original[index] : undefined;
    return {
      ...(source && isObject(sent) ? merged(event, source, sent) : event),
      index: place,
      duplicateOf: null,
    };
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The corrected event with the metadata of unchanged values. */
function merged(
  event: ParsedEvent,
  source: ParsedEvent,
  sent: Record<string, unknown>,
): ParsedEvent {
  const result: ParsedEvent = { ...event, confidence: {}, origin: {}, issues: [] };
  // Clients do not receive these fields, so they cannot send them.
  const isUnchanged = (field: ParsedFieldName): boolean => {
    const value = sent[field];
    return value === undefined
      ? field === "imageUrl" || field === "organizer"
      : isSame(value, source[field]);
  };
  for (const field of FIELDS) {
    const from = groupOf(field).every(isUnchanged) ? source : event;
    Object.assign(result, { [field]: from[field] });
    if (from.confidence[field] !== undefined) result.confidence[field] = from.confidence[field];
    const origin = isUnchanged(field) ? source.origin[field] : event.origin[field];
    if (origin) result.origin[field] = origin;
    result.issues.push(...from.issues.filter((issue) => issue.field === field));
  }
  result.issues.unshift(
    ...source.issues.filter(({ field, code }) => field === "entry" && code !== "not-an-event"),
  );
  result.valid =
    result.title !== null &&
    result.date !== null &&
    !result.issues.some(({ code }) => gradeOf(code) === "error");
  return result;
}
