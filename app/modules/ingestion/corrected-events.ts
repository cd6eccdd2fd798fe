import { gradeOf } from "./parser/issue-table";
import { parseAnswer } from "./parser/parse-answer";
import { type AnswerContext, FIELDS, type Field, type ParsedEvent } from "./parser/parsed-event";

/** Fields that are understood together: where one was corrected, what was doubted of the others counts no more. */
const GROUPS: readonly (readonly Field[])[] = [
  ["date", "time", "endDate", "endTime"],
  ["price", "currency", "free"],
];
const groupOf = (field: Field): readonly Field[] => GROUPS.find((group) => group.includes(field)) ?? [field];

/** What says something about a value, and is none. */
const ABOUT = new Set(["index", "confidence", "origin", "issues", "valid", "duplicateOf"]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The values of a given event, without what an earlier reading said about them. */
function bare(given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !ABOUT.has(name) && value !== null && !(name === "free" && value !== true)),
  );
}

/** Reads given events as if they were an answer: one comes out for each, in their order. */
function readGiven(given: readonly unknown[], context: AnswerContext): ParsedEvent[] {
  const read = (entries: readonly unknown[]) => {
    const answer = parseAnswer(JSON.stringify({ events: entries }), context);
    return answer.ok ? answer.events : [];
  };
  const entries = given.map(bare);
  const all = read(entries);
  if (all.length === entries.length) return all;
  // What is no event for itself may have been passed over: each is then read alone, beside one that is.
  return entries.map((entry, index) => ({ ...readAlone(read, entry), index, duplicateOf: null }));
}

function readAlone(read: (entries: readonly unknown[]) => ParsedEvent[], entry: unknown): ParsedEvent {
  const [alone, ...more] = read([entry]);
  if (alone && more.length === 0) return alone;
  const [nothing] = read([null, { title: "An event", date: "2026-01-01" }]);
  if (!nothing) throw new Error("The parser gives no entry for null.");
  return nothing;
}

/**
 * Events as somebody has corrected them, after `POST …/parse` or in the wizard. They are read anew, so that nothing comes
 * in unchecked; of values that are as the answer had them, what was understood and doubted then still holds.
 * @param given whatever was sent; `index` says which entry of the answer it was
 * @param original the answer's entries; none where there was no answer
 */
export function correctedEvents(given: readonly unknown[], original: readonly ParsedEvent[], context: AnswerContext): ParsedEvent[] {
  return readGiven(given, context).map((event, place) => {
    const sent = given[place];
    const index = isObject(sent) ? sent.index : null;
    const source = typeof index === "number" ? original[index] : undefined;
    return { ...(source && isObject(sent) ? merged(event, source, sent) : event), index: place, duplicateOf: null };
  });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The corrected event with what is known about the values that nobody touched. */
function merged(event: ParsedEvent, source: ParsedEvent, sent: Record<string, unknown>): ParsedEvent {
  const result: ParsedEvent = { ...event, confidence: {}, origin: {}, issues: [] };
  // What a client was not shown it cannot send back.
  const stays = (field: Field): boolean => {
    const value = sent[field];
    return value === undefined ? field === "imageUrl" || field === "organizer" : isSame(value, source[field]);
  };
  for (const field of FIELDS) {
    const from = groupOf(field).every(stays) ? source : event;
    Object.assign(result, { [field]: from[field] });
    if (from.confidence[field] !== undefined) result.confidence[field] = from.confidence[field];
    const origin = stays(field) ? source.origin[field] : event.origin[field];
    if (origin) result.origin[field] = origin;
    result.issues.push(...from.issues.filter((issue) => issue.field === field));
  }
  result.issues.unshift(...source.issues.filter(({ field, code }) => field === "entry" && code !== "not-an-event"));
  result.valid = result.title !== null && result.date !== null && !result.issues.some(({ code }) => gradeOf(code) === "error");
  return result;
}
