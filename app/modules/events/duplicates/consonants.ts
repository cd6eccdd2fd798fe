import { PERSIAN_SOUNDS } from "../../../lib/text/persian-sounds";

/** v, w and y stand for vowels as often as for consonants in both scripts, so both drop them. */
const fromPersian = (word: string): string =>
  [...word.replace(/(?<=.)ه$/, "").replace(/^خوا/, "خا")]
    .map((letter) => PERSIAN_SOUNDS[letter] ?? "")
    .join("")
    .replace(/[AUI]/g, "")
    .replace(/Z/g, "j");

const fromLatin = (word: string): string =>
  word
    .replace(/(?<=[aeo])h$/, "")
    .replace(/sch|sh/g, "S")
    .replace(/ch/g, "C")
    .replace(/kh/g, "X")
    .replace(/gh/g, "q")
    .replace(/zh/g, "j")
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/ck/g, "k")
    .replace(/x/g, "ks")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/c/g, "k")
    .replace(/X/g, "x")
    .replace(/[aeiouvwy]/g, "");

/**
 * Consonants of a folded word, equal for a name in Persian and in its Latin transcription: همایون
 * and homayoun, شجریان and shajarian (but not qazal and ghazal). Empty for other scripts.
 */
export function consonantsOf(word: string): string {
  const bones = /^[a-z]+$/.test(word)
    ? fromLatin(word)
    : /^[\u0600-\u06ff]+$/.test(word)
      ? fromPersian(word)
      : "";
  return bones.replace(/(.)\1+/g, "$1").replace(/m(?=b)/g, "n");
}
