/**
 * Opening quotes with their possible closing quotes; answers may have passed through word
 * processors.
 */
const CLOSERS: Record<string, string> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": '”“"',
  "”": '”“"',
  "„": '“”"',
  "«": "»",
  "‘": "’‘'",
  "’": "’‘'",
  "＂": "＂",
};

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
const BLANK = /[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]*/y;

export const isQuote = (letter: string | undefined): boolean =>
  letter !== undefined && letter in CLOSERS;

/** Position of a string, which determines what may follow it. */
export type StringPlace = "key" | "property" | "element" | "alone";

export type ReadString =
  | { ok: true; value: string; end: number }
  | { ok: false; at: number; truncated: boolean };

function afterBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

const AFTER_COMMA: Record<StringPlace, RegExp> = {
  key: /(?!)/y,
  property: /["'`“”„«‘’＂{}/#]|\.\.\.|…|[\p{L}_$][\p{L}\p{M}\p{N}_$\u200C-]*\s*(?:["'’”]\s*)?:|$/uy,
  element: /["'`“”„«‘’＂{}[\]/#\d-]|\.\.\.|…|(?:true|false|null|none|nan|undefined)\b|$/iuy,
  alone: /(?!)/y,
};
const MARK_AFTER = /\[(?:cite|web:|source:)|\[\^?\d+[\],]|【|:contentReference|\uE200/y;
const VALUE_AFTER_COLON = /\s*(?:["“{[\d-]|true\b|false\b|null\b)/y;

const matches = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Whether the text after a quote shows that the quote ends the string. */
function closes(text: string, after: number, place: StringPlace): boolean {
  const at = afterBlank(text, after);
  const next = text[at];
  if (next === undefined) return true;
  if (place === "key") return next === ":" || next === "：" || text.startsWith("=>", at);
  if (place === "alone") return false;
  if (next === "," || next === "،" || next === ";" || next === "؛")
    return matches(AFTER_COMMA[place], text, afterBlank(text, at + 1));
  if (next === "}" || next === "]") return true;
  if (next === "/" || next === "#")
    return text[at + 1] === "/" || text[at + 1] === "*" || next === "#";
  if (matches(MARK_AFTER, text, at)) return true;
  // A missing comma: the next key or string is on its own line.
  return (isQuote(next) || next === "{") && /[\n\r]/.test(text.slice(after, at));
}

/**
 * Reads a string from its opening quote. Valid JSON is read as such; other quotes, line breaks and
 * inner quotes are accepted if there is only one interpretation.
 */
export function readString(text: string, start: number, place: StringPlace): ReadString {
  const closers = CLOSERS[text[start] ?? ""] ?? "";
  let value = "";
  let from = start + 1;
  let inner = false;
  let broken = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === "\\") {
      const escaped = readEscape(text, at);
      value += text.slice(from, at) + escaped.value;
      from = escaped.end;
      at = from - 1;
    } else if (letter === "\n" || letter === "\r") {
      broken = true;
      if (place === "key") return { ok: false, at, truncated: false };
    } else if (closers.includes(letter)) {
      if (closes(text, at + 1, place)) {
        // Both together may be two strings, one of them unclosed.
        if (inner && broken) return { ok: false, at, truncated: false };
        return { ok: true, value: value + text.slice(from, at), end: at + 1 };
      }
      if (
        text[afterBlank(text, at + 1)] === ":" &&
        matches(VALUE_AFTER_COLON, text, afterBlank(text, at + 1) + 1)
      )
        return { ok: false, at, truncated: false };
      inner = true;
    }
  }
  return { ok: false, at: text.length, truncated: true };
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const letter = text[at + 1] ?? "";
  if (letter === "u") {
    const hex = text.slice(at + 2, at + 6);
    if (/^[\da-f]{4}$/i.test(hex))
      return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 };
  }
  if (letter === "\r" || letter === "\n") return { value: "", end: at + 2 };
  return { value: ESCAPES[letter] ?? letter, end: at + 2 };
}
