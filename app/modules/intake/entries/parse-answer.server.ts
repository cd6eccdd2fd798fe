import { isOnlinePlace, meetingUrl } from "../fields/online-place";
import { readAnswerFields } from "../fields/read-answer-fields";
import { readPrices } from "../fields/read-prices";
import { readStatusValue, readTitleStatus } from "../fields/read-status";
import {
  readCategories,
  readLinks,
  readTagList,
  readTexts,
  readTraitList,
  readVenueAround,
} from "../fields/read-texts";
import { readWhen } from "../fields/read-when.server";
import { gradeOf } from "../issue-table";
import { cleanValue } from "../text/clean-value";
import { findJson, findWithin } from "../text/find-json";
import { JsonObject, type JsonValue } from "../text/json-value";
import { markdownRows } from "../text/markdown-table";
import { collectEntries, ENTRIES_MAX, type Entry } from "./collect-entries";
import { addIssue, type EntryDraft, emptyDraft, recordSource } from "./entry-draft";
import { markRepeats } from "./find-repeats";
import { gatherFields } from "./gather-fields";
import { inherit } from "./inherit-fields";
import type { AnswerContext, ParsedAnswer, ParsedEvent } from "./parsed-event";

/** Placeholder values: JSON types, date patterns, ellipses, texts in angle brackets or braces. */
const PLACEHOLDER =
  /^(?:(?:string|text|number|integer|int|float|decimal|boolean|bool|object|array|date|time|datetime|url|uri|enum|null|any|required|optional|example|رشته|متن|عدد)(?:\s*[|/,(].*)?|…|\.{2,}|-+|<[^<>]*>|\{+[^{}]*\}+|\[[^[\]]*\]|y{2,4}[-/.]m{1,2}[-/.]d{1,2}(?:t?.*)?|hh?[:.]mm(?:[:.]ss)?.*)$/iu;
/** Characters examined per value. */
const LONGEST = 120;

/** Non-empty leaf values of an entry. */
function* leavesOf(value: JsonValue): Generator<string | number> {
  if (value instanceof JsonObject)
    for (const inner of value.fields.values()) yield* leavesOf(inner);
  else if (Array.isArray(value)) for (const inner of value) yield* leavesOf(inner);
  else if (typeof value === "number" || (typeof value === "string" && value.trim() !== ""))
    yield value;
}

/**
 * Whether an entry is a template of the format instead of an event: {"title": "string", "date":
 * "YYYY-MM-DD"}.
 */
function isSample(entry: JsonObject): boolean {
  let hasPlaceholder = false;
  for (const leaf of leavesOf(entry)) {
    // Templates use 0 as a price.
    if (leaf === 0) continue;
    if (typeof leaf === "number" || !PLACEHOLDER.test(leaf.trim().slice(0, LONGEST))) return false;
    hasPlaceholder = true;
  }
  return hasPlaceholder;
}

const SHELL_FENCE =
  /```[ \t]*(?:bash|sh|shell|zsh|console|http|curl|powershell)\b[\s\S]*?(?:```|$)/gi;
/** A command with its continuation lines and quoted parts. */
const CURL =
  /(^|\n)[ \t]*(?:\$[ \t]*)?curl[ \t](?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\\r?\n|[^\n'"\\]|\\)*/g;

/** Removes shell commands: their JSON is an example request. */
const withoutCommands = (text: string): string =>
  text.replace(SHELL_FENCE, "\n").replace(CURL, "$1");

/** Maximum size of an answer, bytes (decisions.md §11). */
export const ANSWER_MAX = 2 * 1_048_576;

/** Maximum length of a key that serves as a title, characters. */
const NAME_MAX = 140;
/** Keys that only count: "event 1". */
const IS_NUMBERED = /^(?:event|item|رویداد|no)?\p{N}*$/iu;

/**
 * Parses an assistant's answer: JSON in code fences or prose, in one or more pieces, with English
 * or Persian keys. Returns every entry in order, even if unreadable. Pure; linear in the text.
 * @returns the reason if there is no valid JSON ("invalid-json", also if truncated), no event, or
 * too much data
 */
export function parseAnswer(text: string, context: AnswerContext): ParsedAnswer {
  if (isLonger(text, ANSWER_MAX)) return { ok: false, reason: "too-large", of: "bytes" };
  const found = findJson(withoutCommands(text));
  const rows = found.ok && found.values.some(isHolder) ? [] : markdownRows(text);
  if (!found.ok && rows.length === 0) return { ok: false, reason: "invalid-json" };
  const values = rows.length > 0 || !found.ok ? [rows] : found.values;
  let entries = collectEntries(values);
  if (entries.length === 0) {
    const inner = findWithin(values);
    if (!inner.ok) return { ok: false, reason: "invalid-json" };
    entries = collectEntries(inner.values);
  }
  entries = entries.filter(({ value }) => !(value instanceof JsonObject && isSample(value)));
  if (entries.length === 0) return { ok: false, reason: "no-events" };
  if (entries.length > ENTRIES_MAX) return { ok: false, reason: "too-large", of: "entries" };
  const events = entries.map((entry, index) => readEntry(entry, index, context));
  markRepeats(events);
  return { ok: true, events };
}

/** Whether a value can hold events: an object, or a list of them. */
const isHolder = (value: JsonValue): boolean =>
  value instanceof JsonObject ||
  (Array.isArray(value) && value.some((item) => item instanceof JsonObject || Array.isArray(item)));

/** Whether a text exceeds a size in UTF-8 bytes; encodes it only if it might. */
function isLonger(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

function readEntry(
  { value, path, groups, name }: Entry,
  index: number,
  context: AnswerContext,
): ParsedEvent {
  const draft = emptyDraft(index, context);
  if (!(value instanceof JsonObject)) {
    addIssue(draft, "entry", "not-an-event");
    recordSource(draft, "title", 0, { key: "", value });
    return draft.event;
  }
  const gathered = gatherFields(value);
  inherit(gathered, groups);
  if (value.repeated.size > 0) addIssue(draft, "entry", "repeated-key");
  readTexts(draft, gathered);
  const named =
    draft.event.title === null && name !== null ? cleanValue(name, NAME_MAX, true).text : "";
  if (!IS_NUMBERED.test(named.replace(/[^\p{L}\p{N}]+/gu, ""))) {
    draft.event.title = named;
    recordSource(draft, "title", 0.7, { key: named, value: named });
  }
  if (draft.event.title === null) addIssue(draft, "title", "missing-title");
  readVenueAround(draft, path);
  readCategories(draft, gathered, path);
  readWhen(draft, gathered, path);
  readPrices(draft, gathered);
  readLinks(draft, gathered);
  readTagList(draft, gathered);
  readTraitList(draft, gathered);
  readAnswerFields(draft, gathered);
  readStatus(draft, value);
  readOnline(draft);
  const { event } = draft;
  event.valid =
    event.title !== null &&
    event.date !== null &&
    !event.issues.some(({ code }) => gradeOf(code) === "error");
  return event;
}

const STATUS_KEY = /^(?:event_?)?status$|^(?:وضعیت|state)$/i;

/** What an entry says of its status, in a field or in its title. */
function readStatus(draft: EntryDraft, { fields }: JsonObject): void {
  const { event } = draft;
  const stated = [...fields].find(([key]) => STATUS_KEY.test(key))?.[1];
  const status = readStatusValue(typeof stated === "string" ? stated : null);
  const named = readTitleStatus(event.title ?? "");
  if (named.status !== "scheduled") event.title = named.title;
  const found = status === "scheduled" ? named.status : status;
  if (found !== "scheduled") addIssue(draft, "entry", found);
}

/** "Zoom", «آنلاین» and a link of a meeting are no venue. */
function readOnline(draft: EntryDraft): void {
  const { event } = draft;
  if (event.venue === null || !isOnlinePlace(event.venue)) return;
  event.onlineUrl ??= meetingUrl(event.venue) ?? meetingUrl(event.url);
  if (event.onlineUrl === event.url) event.url = null;
  event.venue = null;
  delete event.confidence.venue;
  event.attendance = "online";
  recordSource(draft, "attendance", 0.9, null);
  if (event.onlineUrl === null) addIssue(draft, "onlineUrl", "no-online-address");
}
