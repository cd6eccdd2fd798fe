import { isEmpty, JsonObject, type JsonValue } from "./json-value";
import { type Failure, TolerantJson } from "./tolerant-json";

/** Maximum nesting of JSON within JSON strings. */
const MAX_WRAPS = 3;
/** Budget of repeated reading in prose with brackets, as a multiple of the text. */
const REREADS = 8;
/** Cost of a failed read, characters. */
const FAILURE = 40;
/** Text that may follow an opening bracket of data; prose continues with words. */
const BEGINNING =
  /\[\s*(?:["'`“”„«‘’＂{[\]\d+,.…/#【:-]|true|false|null|none|nan|$)|\{\s*(?:["'`“”„«‘’＂}/#【,]|[\p{L}_$@][\p{L}\p{M}\p{N}_$.\u200C-]{0,60}\s*(?:[:：]|=>|$)|$)/iuy;
/** Characters examined per line. */
const LINE = 200;
const OPENING = /[[{]/g;
const WRAPPED = /^\s*(?:```[a-z]*\s*)?[[{][\s\S]*[\]}]\s*(?:```)?\s*$/;

export type FoundJson = { ok: true; values: JsonValue[] } | { ok: false };

/**
 * Finds all objects and arrays of an answer, in order, with or without code fences. Prose may
 * contain brackets. Broken or truncated JSON makes the whole answer invalid, so that no partial
 * result is used.
 */
export function findJson(answer: string, wraps = 0): FoundJson {
  const text = withoutThoughts(answer);
  const whole = readWhole(text);
  if (whole !== undefined) {
    return typeof whole === "string" && wraps < MAX_WRAPS
      ? orItself(whole, wraps)
      : { ok: true, values: [whole] };
  }
  const source = unescaped(text);
  const found = scan(source);
  if (!found.ok) return found;
  const values = found.values.flatMap((value) => unwrap(value, wraps));
  return values.length > 0 ? { ok: true, values } : { ok: false };
}

/** Removes a model's reasoning in its own tags, which may contain drafts of JSON. */
function withoutThoughts(text: string): string {
  const open = /^\s*<(think(?:ing)?|thought|reasoning)>/i.exec(text)?.[1];
  if (open === undefined) return text;
  const end = `</${open}>`;
  const at = text.toLowerCase().indexOf(end.toLowerCase());
  return at < 0 ? text : text.slice(at + end.length);
}

/** A text that is a JSON scalar as a whole; undefined otherwise. */
function readWhole(text: string): string | number | boolean | null | undefined {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (!/^["\dtfn-]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}

function orItself(text: string, wraps: number): FoundJson {
  const inner = findJson(text, wraps + 1);
  return inner.ok || /[[{]/.test(text) ? inner : { ok: true, values: [text] };
}

/** Unescapes JSON copied from a page or log: escaped quotes or HTML entities. */
function unescaped(text: string): string {
  if (/[[{,]\s*&quot;/.test(text) && !/[[{,]\s*"/.test(text))
    return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  if (!/\{(?:\\[nr]|\s)*\\"/.test(text) || /\{\s*"/.test(text)) return text;
  return text.replace(
    /\\(n|r|t|"|\\)/g,
    (_, letter: string) => ({ n: "\n", r: "\r", t: "\t" })[letter] ?? letter,
  );
}

function scan(text: string): FoundJson {
  const reader = new TolerantJson(text);
  const values: JsonValue[] = [];
  let budget = text.length * REREADS + 100_000;
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  let from = 0;
  for (;;) {
    OPENING.lastIndex = from;
    const start = OPENING.exec(text)?.index;
    if (start === undefined) return { ok: true, values };
    if (!canBegin(text, start)) {
      from = start + 1;
      continue;
    }
    const read = reader.read(start);
    if (read.ok) {
      if (counts(read.value, start <= first && read.end >= last)) values.push(read.value);
      from = read.end;
      continue;
    }
    budget -= read.failure.at - start + FAILURE;
    if (budget < 0 || isBroken(read.failure, text, start)) return { ok: false };
    from = start + 1;
  }
}

function canBegin(text: string, start: number): boolean {
  BEGINNING.lastIndex = start;
  return BEGINNING.test(text);
}

/**
 * Whether a failed read was meant as data: prose has "[see below]", or "{"title": …}" within a
 * line.
 */
function isBroken({ kind, at, committed }: Failure, text: string, start: number): boolean {
  if (kind === "too-deep") return true;
  const inProse = /\p{L}{2}/u.test(
    sinceBracket(lastLine(text.slice(Math.max(start - LINE, 0), start))),
  );
  const sameLine = !text.slice(start, Math.min(at, start + 300)).includes("\n") && at - start < 300;
  if (kind === "truncated") return committed || !inProse || !sameLine;
  return committed && !(inProse && sameLine);
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);
const sinceBracket = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf("["), text.lastIndexOf("{")) + 1);

/** Citations ([1], [2, 3]) count only if there is nothing else. */
function counts(value: JsonValue, isAlone: boolean): boolean {
  if (!Array.isArray(value) || value.some((item) => typeof item === "object" && item !== null))
    return true;
  return isAlone || value.length === 0;
}

/** Maximum number of texts searched for nested answers. */
const TEXTS_MAX = 50;

/**
 * JSON nested in texts: a chat API's message or the arguments of a tool call. Used if the answer
 * itself contains no event.
 */
export function findWithin(values: readonly JsonValue[]): FoundJson {
  const texts: string[] = [];
  const waiting = [...values];
  for (
    let value = waiting.pop();
    value !== undefined && texts.length < TEXTS_MAX;
    value = waiting.pop()
  ) {
    if (typeof value === "string" && /[[{]\s*["'{]/.test(value)) texts.push(value);
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (value instanceof JsonObject)
      for (const item of value.fields.values()) waiting.push(item);
  }
  const found = texts.reverse().map((text) => findJson(text, MAX_WRAPS));
  if (found.some(({ ok }) => !ok)) return { ok: false };
  return { ok: true, values: found.flatMap((inner) => (inner.ok ? inner.values : [])) };
}

/** The answer inside an object that carries it as text: {"response": "[{…}]"}. */
function unwrap(value: JsonValue, wraps: number): JsonValue[] {
  if (!(value instanceof JsonObject) || wraps >= MAX_WRAPS) return [value];
  const texts = [...value.fields.values()].filter(
    (item) => typeof item === "string" && WRAPPED.test(item.slice(0, 40) + item.slice(-40)),
  );
  const others = [...value.fields.values()].some(
    (item) => typeof item === "object" && !isEmpty(item),
  );
  if (texts.length === 0 || others) return [value];
  const inner = texts.flatMap((item) => {
    const found = findJson(String(item), wraps + 1);
    return found.ok ? found.values : [];
  });
  return inner.length > 0 ? inner : [value];
}
