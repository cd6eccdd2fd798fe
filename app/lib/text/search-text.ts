import { foldDigits } from "./digits";

/**
 * The one normaliser of search text, for writing and for asking. Visible text is never altered by
 * it. Both Arabic and Persian letters, digits and joins find each other.
 */

const LETTERS: Record<string, string> = {
  // Arabic, Urdu and Kurdish forms that Persian readers type for each other.
  ي: "ی",
  ى: "ی",
  ے: "ی",
  ێ: "ی",
  ك: "ک",
  ڪ: "ک",
  ګ: "گ",
  ة: "ه",
  ہ: "ه",
  ھ: "ه",
  ە: "ه",
  ٱ: "ا",
  ۆ: "و",
  ۇ: "و",
  ڕ: "ر",
  ڵ: "ل",
  ء: "",
  // Latin letters that no decomposition takes apart.
  ø: "o",
  ı: "i",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ß: "ss",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Marks after decomposition: harakat, hamza and madda above, Latin accents. */
const MARK = /\p{Mn}/gu;
/**
 * Ignored characters within words: tatweel, bidi marks, zero-width joiner, soft hyphen,
 * apostrophes.
 */
const SILENT = /[\u0640\u00AD\u061C\u200D-\u200F\u202A-\u202E\u2060-\u2069\uFEFF'’‘ʼʻʿʾ`]/g;
/** Joiners of a word's parts: ZWNJ, its old substitute, hyphens, and the dot of "node.js". */
const JOINER = /(?<=[\p{L}\p{N}])[\u200C¬\-‐‑._](?=[\p{L}\p{N}])/gu;
const SEPARATORS = /[^\p{L}\p{N}\u200C]+/gu;

const HAMZA = /[\u0624\u0626\u0654\uFE85-\uFE8C]/;

/**
 * One spelling for words that are written with different seats of their hamza, or without it: تئاتر
 * and تاتر, مسئله, مسأله and مساله, هیئت and هیأت, مسئول and مسؤول. Elsewhere ئ is read as ی
 * (پائیز, ویدئو), as its decomposition has it.
 */
function seatHamza(text: string): string {
  if (!HAMZA.test(text)) return text;
  return text
    .normalize("NFKC")
    .replace(/ئ(?=ا)/g, "")
    .replace(/(?<=[رسشطیي])ئ(?=[تله])/g, "ا")
    .replace(/(?<=[سش])[ئؤ](?=و)/g, "");
}

/** Folds letters and digits, and leaves each join inside a word as a ZWNJ. */
function fold(text: string): string {
  const letters = seatHamza(text.replace(SILENT, "").toLowerCase())
    .normalize("NFKD")
    .replace(MARK, "")
    .replace(SILENT, "")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    // طاووس and طاوس, مسوول and مسول.
    .replace(/وو+/g, "و");
  return foldDigits(letters)
    .normalize("NFC")
    .replace(JOINER, "\u200C")
    .replace(SEPARATORS, " ")
    .trim();
}

/**
 * Text that folding leaves as it is: plain letters of both languages, ASCII digits and single
 * spaces.
 */
const FOLDED =
  /^[a-z0-9ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی]+(?: [a-z0-9ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی]+)*$/;

/**
 * A text in plain letters as folding leaves it: joins and hyphens apart, آ as ا; null for any other
 * text. Names in tables are folded by the thousand when an isolate reads its first query.
 */
function foldPlain(text: string): string | null {
  const plain = text
    .toLowerCase()
    .replaceAll("آ", "ا")
    .replace(/[ \u200C-]+/g, " ")
    .trim();
  return FOLDED.test(plain) && !plain.includes("وو") ? plain : null;
}

/**
 * The search key of a text: folded words with single spaces between them; the parts of a joined
 * word are words.
 */
export function searchKey(text: string): string {
  return (
    foldPlain(text) ??
    fold(text)
      .replace(/[\s\u200C]+/g, " ")
      .trim()
  );
}

/** Joins inside a word, which `fold` marks. */
const JOINS = /[\u200C¬\-‐‑._]/;

/**
 * Text for the index: the search key, and after it the other reading of each joined word, so that
 * می‌خواهم, می خواهم and میخواهم find each other. Words stay in their order in the first part.
 */
export function indexText(text: string): string {
  const plain = JOINS.test(text) ? null : foldPlain(text);
  if (plain !== null) return plain;
  const joined = new Set<string>();
  const folded = fold(text);
  for (const word of folded.split(" ")) {
    if (!word.includes("\u200C")) continue;
    const parts = word.split("\u200C").filter(Boolean);
    // Longer chains are lists of alternatives or addresses, not words.
    if (parts.length < 2 || parts.length > 4) continue;
    joined.add(parts.join(""));
    for (let i = 0; parts.length > 2 && i + 1 < parts.length; i++)
      joined.add(`${parts[i]}${parts[i + 1]}`);
  }
  return [folded.replace(/[\s\u200C]+/g, " ").trim(), ...joined].join(" ").trim();
}

/**
 * The key by which two titles count as the same (decisions.md §3): the search key, however its
 * words are joined.
 */
export function titleKey(text: string): string {
  return searchKey(text).replaceAll(" ", "");
}
