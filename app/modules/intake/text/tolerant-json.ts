import { JsonObject, type JsonValue } from "./json-value";
import { isQuote, readString, type StringPlace } from "./tolerant-string";

/** Maximum nesting, deeper than in any answer; protects against floods of brackets. */
const MAX_DEPTH = 64;

/** Reason of a failed read. `committed`: the text before was certainly JSON. */
export interface Failure {
  kind: "syntax" | "truncated" | "too-deep";
  at: number;
  committed: boolean;
}

export type ReadValue =
  | { ok: true; value: JsonValue; end: number }
  | { ok: false; failure: Failure };

const BLANK = /[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/y;
/** Line comments, and citations between values. */
const ASIDE =
  /\/\/[^\n]*|#[^\n]*|\[(?:cite(?:_start|_end|:[^\]\n]{0,120})?|(?:citation|web|source):[^\]\n]{0,120})\]|【[^】\n]{0,120}】|:contentReference\[[^\]\n]{0,80}\](?:\{[^}\n]{0,80}\})?|\uE200[^\uE201\n]{0,200}\uE201/y;
const SOURCE_MARK = /\[\^?\d+(?:\s*,\s*\d+)*\]/y;
const COMMA = /[,،;؛]/y;
const ELLIPSIS = /\.\.\.|…/y;
const COLON = /:|：|=>/y;
const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?=[\s,،;؛}\]/#]|$)/iy;
const COUNTED = /[-+]?\d[\d.]*[^\S\n\r]+\p{L}/uy;
const GROUPED = /\d{1,3}(?:,\d{3})+(?=\s*(?:[,;}\n\r]|$))/y;
const WORD = /(true|false|null|none|undefined|nan|[-+]?infinity)(?![\p{L}\p{N}_])/iuy;
const BARE_KEY = /[\p{L}_$@][\p{L}\p{M}\p{N}_$\u200C.-]*/uy;
/** A value without quotes, up to the end of its line or the next key or bracket. */
const BARE_VALUE =
  /[\p{L}\p{N}$£€+-][^\n\r"'`“”«»{}[\]:,،]{0,120}(?::\d\d[^\n\r"'`“”«»{}[\]:,،]{0,120}){0,4}(?<!\s)(?=\s*(?:\}|$|[\n\r]|,\s*(?:["'“«}]|[\p{L}_$][\p{L}\p{N}_$]*\s*:)))/uy;
const BARE_MAX = 120;

/** Reads one JSON value, or near-JSON if it has only one interpretation. Linear in the text. */
export class TolerantJson {
  private at = 0;
  private depth = 0;
  private committed = false;
  /** Position from which no block comment is closed, once known; avoids repeated searches. */
  private unclosedFrom = Number.POSITIVE_INFINITY;

  constructor(private readonly text: string) {}

  /** @param start position of the opening bracket */
  read(start: number): ReadValue {
    this.at = start;
    this.depth = 0;
    this.committed = false;
    try {
      return { ok: true, value: this.value("alone"), end: this.at };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { ok: false, failure: { kind: error.kind, at: this.at, committed: this.committed } };
    }
  }

  private fail(kind?: Failure["kind"]): never {
    throw new Unreadable(kind ?? (this.at >= this.text.length ? "truncated" : "syntax"));
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private skip(): void {
    while (this.match(BLANK) !== null || this.match(ASIDE) !== null || this.comment());
  }

  /** Skips a block comment; returns whether there was one. */
  private comment(): boolean {
    if (this.at >= this.unclosedFrom || !this.text.startsWith("/*", this.at)) return false;
    const end = this.text.indexOf("*/", this.at + 2);
    if (end < 0) this.unclosedFrom = this.at;
    else this.at = end + 2;
    return end >= 0;
  }

  private value(place: StringPlace): JsonValue {
    const letter = this.text[this.at];
    if (letter === "{") return this.nested(() => this.object());
    if (letter === "[") return this.nested(() => this.array());
    if (isQuote(letter)) return this.string(place);
    return this.scalar(place);
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.fail("too-deep");
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private string(place: StringPlace): string {
    const read = readString(this.text, this.at, place);
    this.at = read.ok ? read.end : read.at;
    return read.ok ? read.value : this.fail(read.truncated ? "truncated" : "syntax");
  }

  private scalar(place: StringPlace): JsonValue {
    const grouped = place === "property" ? this.match(GROUPED) : null;
    if (grouped !== null) return Number(grouped.replaceAll(",", ""));
    // "price: 250000 toman" without quotes is a text.
    const sum = place === "property" && this.peek(COUNTED) ? this.match(BARE_VALUE) : null;
    if (sum !== null) return sum.trim();
    const number = this.match(NUMBER);
    // Numbers with a leading zero or plus are not JSON: the field's reader interprets the text.
    if (number !== null) return /^-?0\d|^\+/.test(number) ? number : Number(number);
    const word = this.match(WORD)?.toLowerCase();
    if (word !== undefined) return word === "true" ? true : word === "false" ? false : null;
    const bare = place === "property" ? this.match(BARE_VALUE) : null;
    return bare !== null && bare.length <= BARE_MAX ? bare.trim() : this.fail();
  }

  private array(): JsonValue[] {
    const values: JsonValue[] = [];
    for (;;) {
      this.skip();
      while (this.match(COMMA) !== null || this.match(ELLIPSIS) !== null) this.skip();
      if (this.match(/\]/y) !== null) return values;
      values.push(this.value("element"));
      this.skip();
      const next = this.text[this.at];
      // Accepts a missing comma if the next value starts with a bracket or quote.
      if (
        !(
          next === "]" ||
          next === "{" ||
          next === "[" ||
          isQuote(next) ||
          this.peek(COMMA) ||
          this.peek(ELLIPSIS)
        )
      )
        this.fail();
    }
  }

  private peek(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  private object(): JsonObject {
    const object = new JsonObject();
    for (;;) {
      this.skip();
      while (
        this.match(COMMA) !== null ||
        (object.fields.size > 0 && this.match(ELLIPSIS) !== null)
      )
        this.skip();
      if (this.match(/\}/y) !== null) return object;
      const key = isQuote(this.text[this.at])
        ? this.string("key")
        : (this.match(BARE_KEY) ?? this.fail());
      this.skip();
      if (this.match(COLON) === null) this.fail();
      this.committed = true;
      this.skip();
      object.set(key, this.value("property"));
      this.skip();
      if (this.match(SOURCE_MARK) !== null) this.skip();
    }
  }
}

/** Not an Error: prose causes thousands of these, and their stacks are not used. */
class Unreadable {
  constructor(readonly kind: Failure["kind"]) {}
}
