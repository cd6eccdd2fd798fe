/**
 * Letters, digits, marks and signs, but for those that look like nothing: fillers of Hangul, and
 * the empty cell of Braille.
 */
const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anything of a text can be seen: spaces and joiners alone are as blank as nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * Control characters except newline; halves of surrogate pairs, which are no letters; directional
 * overrides, which could reorder surrounding text; zero-width spaces. Joiners stay: Persian and
 * emoji need them.
 */
const CONTROLS = /(?!\n)\p{Cc}|\p{Cs}|[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

const orNothing = (text: string): string => (isVisible(text) ? text : "");

/**
 * A normalized line: no control characters, single spaces, composed letters; empty without visible
 * text.
 */
export function cleanLine(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(/[\n\r\t\u2028\u2029]+/g, " ")
    .replace(CONTROLS, "")
    .replace(/ {2,}/g, " ")
    .trim();
  return orNothing(line);
}

/** A text of several lines as it is kept: at most one empty line in a row. */
export function cleanLines(text: string): string {
  const lines = text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(CONTROLS, "")
    .replace(/(?<![^\S\n])[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return orNothing(lines);
}
