import { JsonObject, type JsonValue } from "./json-value";

/** Values of a sample: JSON types, date patterns, ellipses and what stands in angle brackets or braces. */
const PLACEHOLDER =
  /^(?:(?:string|text|number|integer|int|float|decimal|boolean|bool|object|array|date|time|datetime|url|uri|enum|null|any|required|optional|example|رشته|متن|عدد)(?:\s*[|/,(].*)?|…|\.{2,}|-+|<[^<>]*>|\{+[^{}]*\}+|\[[^[\]]*\]|y{2,4}[-/.]m{1,2}[-/.]d{1,2}(?:t?.*)?|hh?[:.]mm(?:[:.]ss)?.*)$/iu;
/** Letters of a value that are looked at. */
const LONGEST = 120;

/** The leaves of an entry that say something. */
function* leavesOf(value: JsonValue): Generator<string | number> {
  if (value instanceof JsonObject) for (const inner of value.fields.values()) yield* leavesOf(inner);
  else if (Array.isArray(value)) for (const inner of value) yield* leavesOf(inner);
  else if (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) yield value;
}

/** Whether an entry shows the shape of an answer instead of an event: {"title": "string", "date": "YYYY-MM-DD"}. */
export function isSample(entry: JsonObject): boolean {
  let hasPlaceholder = false;
  for (const leaf of leavesOf(entry)) {
    // A sample of a price is 0.
    if (leaf === 0) continue;
    if (typeof leaf === "number" || !PLACEHOLDER.test(leaf.trim().slice(0, LONGEST))) return false;
    hasPlaceholder = true;
  }
  return hasPlaceholder;
}

const SHELL_FENCE = /```[ \t]*(?:bash|sh|shell|zsh|console|http|curl|powershell)\b[\s\S]*?(?:```|$)/gi;
/** A command up to the end of its last line: quotes and escaped line ends carry it on. */
const CURL = /(^|\n)[ \t]*(?:\$[ \t]*)?curl[ \t](?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\\r?\n|[^\n'"\\]|\\)*/g;

/** The answer without shell commands: the JSON that they would send is an example of a request. */
export const withoutCommands = (text: string): string => text.replace(SHELL_FENCE, "\n").replace(CURL, "$1");
