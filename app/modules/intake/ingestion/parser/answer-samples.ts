import { JsonObject, type JsonValue } from "./json-value";

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
export function isSample(entry: JsonObject): boolean {
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
export const withoutCommands = (text: string): string =>
  text.replace(SHELL_FENCE, "\n").replace(CURL, "$1");
