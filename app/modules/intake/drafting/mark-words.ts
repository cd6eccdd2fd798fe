import { foldDigits } from "../../../lib/text/digits";

/** Words to find in a text, and the name of the fact that they gave. */
export interface WordMark {
  name: string;
  words: string;
}

/** A part of a text; `name` is the fact that its words gave, null for none. */
export interface MarkedPart {
  text: string;
  name: string | null;
}

const LETTERS: Readonly<Record<string, string>> = { ي: "ی", ى: "ی", ك: "ک", "،": ",", "؛": ";" };
/** Marks of direction and half-spaces, which readers drop. */
const INVISIBLE = /[\u200c-\u200f\u2066-\u2069]|\ufe0f/;

/** A text without differences that readers ignore, and where each of its characters stands. */
function folded(text: string): { key: string; places: number[] } {
  let key = "";
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place] ?? "";
    if (INVISIBLE.test(letter)) continue;
    const plain = /\s/.test(letter) ? " " : foldDigits(LETTERS[letter] ?? letter).toLowerCase();
    if (plain === " " && key.endsWith(" ")) continue;
    // Lower-casing may lengthen a letter.
    key += plain.slice(0, 1);
    places.push(place);
  }
  return { key, places };
}

/**
 * Cuts a text where words gave a fact. Each mark takes the first place that no earlier one has;
 * words that do not stand in the text mark nothing.
 */
export function markWords(text: string, marks: readonly WordMark[]): MarkedPart[] {
  const { key, places } = folded(text);
  const taken: { from: number; to: number; name: string }[] = [];
  for (const { name, words } of marks) {
    const wanted = folded(words).key.trim();
    if (wanted.length < 2) continue;
    for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + 1)) {
      const from = places[at] ?? 0;
      const to = (places[at + wanted.length - 1] ?? from) + 1;
      if (taken.some((one) => from < one.to && one.from < to)) continue;
      taken.push({ from, to, name });
      break;
    }
  }
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { from, to, name } of taken.sort((one, other) => one.from - other.from)) {
    if (from > end) parts.push({ text: text.slice(end, from), name: null });
    parts.push({ text: text.slice(from, to), name });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), name: null });
  return parts;
}
