import { foldDigits } from "../../../lib/text/digits";
import { withoutMarks } from "./clean-value";

/** Maximum length of a date, hour or price, characters. */
const LONGEST = 240;

/**
 * Folds a short text for parsing: ASCII digits, lower case, Persian letters, no joiners or marks.
 */
export function foldWords(text: string, max = LONGEST): string {
  return foldDigits(withoutMarks(text.slice(0, max)).normalize("NFKC").slice(0, max))
    .toLowerCase()
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/[ۀة]/g, "ه")
    .replace(/[أإ]/g, "ا")
    .replace(
      /[\u064B-\u0652\u0654\u0670\u200B-\u200F\u061C\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u0640]/g,
      "",
    )
    .replace(/[‐‑‒–—―−→⟶➔➜⇒]/g, "–")
    .replace(/[\s\u00A0]+/g, " ")
    .replace(/(?<!\p{L})(?:between|بین) (.{0,24}?\d.{0,12}?) (?:and|و) (?=.{0,10}\d)/u, "$1 – ")
    .trim();
}

/** Regular expression for whole words: `\b` does not support Persian letters. */
export const wholeWord = (pattern: string, flags = "gu"): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${pattern})(?![\\p{L}])`, flags);
