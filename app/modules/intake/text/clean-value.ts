import { cleanLine, cleanLines } from "../../../lib/text/clean-text";
import { withoutEntities } from "./entities";

/** Characters examined, as a multiple of those kept. */
const INSPECTED_FACTOR = 4;
const ACTIVE =
  /<(script|style|iframe|object|template|noscript)\b[^>]{0,500}>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const HANDLER =
  /<[a-z][^<>]{0,300}\son[a-z]{3,20}\s*=|<\/?(?:script|iframe|object|embed|svg|img|link|meta|form)\b/i;
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|<!--(?:(?!<!--)[\s\S]){0,2000}?-->/gi;
const LINE_TAG = /<(?:br|\/p|\/div|\/li)\s*\/?>/gi;
/** Texts without these contain no markup, like most texts. */
const MARKED = /[<&[【\uE000-\uF8FF]|oaicite|:contentReference/i;
/** Citation marks of assistants. */
const CITATIONS =
  /\[oai_citation[^\]\n]{0,200}\](?:\([^()\s]{0,300}\))?|【[^】]{0,120}】|\uE200[^\uE201]{0,200}\uE201|:contentReference\[[^\]]{0,80}\](?:\{[^}]{0,80}\})?|\[cite(?:_start|_end|:[^\]]{0,120})?\]|\[(?:citation|web|source|src|ref|turn\d{1,3}\w{1,12})(?:[:\s]\s?[^\]\n]{0,80})?\](?!\()|\(?\[?oaicite[^\s)\]]*[)\]]?|\[\^?\d{1,3}(?:\s*[,،]\s*\^?\d{1,3})*\](?!\()|[\uE000-\uF8FF]/g;
/** Bounds the adjacent whitespace, to avoid quadratic backtracking. */
const LINK =
  /!?\[([^[\]]*)\]\(\s{0,2}[^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s{1,2}"[^"]*")?\s{0,2}\)/g;

/** Removes citations, entities and direction marks from a short text. */
export function withoutMarks(text: string): string {
  const bare = text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/g, "");
  if (!MARKED.test(bare)) return bare;
  return withoutEntities(bare.replace(CITATIONS, "")).trim();
}

/** A cleaned text and its changes. */
export interface CleanText {
  text: string;
  wasCut: boolean;
  hadScript: boolean;
}

/**
 * Plain text of an assistant's value: removes HTML, Markdown, citations and control characters;
 * keeps joiners and emoji; converts Arabic letters of Persian words. @param max maximum number of
 * characters
 */
export function cleanValue(raw: string, max: number, isOneLine: boolean): CleanText {
  const inspected =
    raw.length > max * INSPECTED_FACTOR + 2_000
      ? raw.slice(0, max * INSPECTED_FACTOR + 2_000)
      : raw;
  const hadScript = inspected.includes("<") && HANDLER.test(inspected);
  const bare = MARKED.test(inspected) ? withoutMarkup(inspected) : inspected;
  const flat = /[*_~`#]/.test(bare) ? withoutEmphasis(bare) : bare;
  const plain = flat.replace(
    /[\u200E\u200F\u061C\u2060]|(?<!\u200C)\u200C+(?=[\s.,،؛:!؟?]|$)|(?<=[\s]|^)\u200C+/g,
    "",
  );
  const persian = persianLetters(plain);
  const clean = (isOneLine ? cleanLine(persian) : cleanLines(persian))
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/ +(?=[.,،؛!؟](?:\s|$))/g, "");
  // Counts code points only if there are more UTF-16 units than allowed.
  const wasCut = inspected !== raw || (clean.length > max && [...clean].length > max);
  return { text: wasCut ? cutAt([...clean], max) : clean, wasCut, hadScript };
}

function withoutMarkup(text: string): string {
  return withoutEntities(
    text
      .replace(ACTIVE, " ")
      .replace(LINE_TAG, "\n")
      .replace(TAG, "")
      .replace(CITATIONS, "")
      .replace(LINK, "$1"),
  );
}

/** Removes Markdown emphasis, headings and code marks; keeps single asterisks and underscores. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/\*\*\*([^*\n]+)\*\*\*/g, "$1")
    .replace(/\*\*([^*\n]+)\*\*/g, "$1")
    .replace(/(?<![\p{L}\p{N}_])__([^_\n]+)__(?![\p{L}\p{N}_])/gu, "$1")
    .replace(/(?<![\p{L}\p{N}*])\*(?![\s*])([^*\n]+)(?<!\s)\*(?![\p{L}\p{N}*])/gu, "$1")
    .replace(/(?<![\p{L}\p{N}_])_(?![\s_])([^_\n]+)(?<!\s)_(?![\p{L}\p{N}_])/gu, "$1")
    .replace(/~~([^~\n]+)~~/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1")
    .replace(/^#{1,6}\s+/gm, "");
}

/** Replaces Arabic ye and kaf, which old Persian keyboards produce, unless the text is Arabic. */
function persianLetters(text: string): string {
  // ة and إ are specific to Arabic: leave the text unchanged.
  return /[ةإ]/.test(text) && !/[پچژگ]/.test(text)
    ? text
    : text.replace(/[يى]/g, "ی").replace(/ك/g, "ک");
}

function cutAt(letters: readonly string[], max: number): string {
  const kept = letters.slice(0, Math.max(max - 1, 0)).join("");
  const space = kept.lastIndexOf(" ");
  return `${(space > kept.length * 0.6 ? kept.slice(0, space) : kept).trimEnd()}…`;
}
