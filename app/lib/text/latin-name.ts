/** Latin spellings of Persian consonants. */
const CONSONANTS: Readonly<Record<string, string>> = Object.fromEntries(
  "ب:b پ:p ت:t ط:t ث:s س:s ص:s ج:j چ:ch ح:h ه:h خ:kh د:d ذ:z ز:z ض:z ظ:z ر:r ژ:zh ش:sh غ:gh ق:gh ف:f ک:k گ:g ل:l م:m ن:n"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const FOLDED: Readonly<Record<string, string>> = { ي: "ی", ى: "ی", ك: "ک", ة: "ه", أ: "ا", ۀ: "ه" };
const MARKS = /[\u064b-\u0655\u0640]/g;

/** Kinds of places and events that stand before a Persian name and after an English one. */
const KINDS: Readonly<Record<string, string>> = {
  تالار: "Hall",
  سالن: "Hall",
  خانه: "House",
  خانهٔ: "House",
  موزه: "Museum",
  موزهٔ: "Museum",
  گالری: "Gallery",
  نگارخانه: "Gallery",
  کافه: "Café",
  تماشاخانه: "Theatre",
  تماشاخانهٔ: "Theatre",
  پردیس: "Complex",
  باغ: "Garden",
  پارک: "Park",
  بوستان: "Park",
  فرهنگسرای: "Cultural Centre",
  دانشگاه: "University",
  کتابخانه: "Library",
  کتابخانهٔ: "Library",
};

/** A Persian word in Latin letters, with the short vowel that is heard most where none is written. */
function latinWord(word: string): string {
  const letters = [...word.replace(MARKS, "")].map((letter) => FOLDED[letter] ?? letter);
  let latin = "";
  let wasConsonant = false;
  for (const [at, letter] of letters.entries()) {
    const isFirst = at === 0;
    const next = letters[at + 1];
    if (letter === "آ" || letter === "ا") {
      const sound = isFirst && letter === "ا" && /[وی]/.test(next ?? "") ? "" : "a";
      latin += sound;
      wasConsonant = false;
    } else if (letter === "و") {
      const isConsonant = isFirst || next === "ا" || next === "ی";
      latin += isConsonant ? "v" : "u";
      wasConsonant = isConsonant;
    } else if (letter === "ی" || letter === "ئ") {
      const isConsonant = isFirst || next === "ا" || next === "و";
      latin += isConsonant ? "y" : "i";
      wasConsonant = isConsonant;
    } else if (letter === "ه" && next === undefined && wasConsonant) {
      latin += "eh";
      wasConsonant = false;
    } else if (letter === "ع" || letter === "ء") {
      if (wasConsonant || isFirst) latin += "a";
      wasConsonant = false;
    } else if (CONSONANTS[letter]) {
      // At a word's beginning and end, and among three, consonants have a vowel between them.
      const isLastVowel = next === "ه" && letters[at + 2] === undefined;
      const isCluster =
        !/[aeiou]/.test(latin) ||
        next === undefined ||
        (CONSONANTS[next] !== undefined && !isLastVowel);
      if (wasConsonant && isCluster) latin += "a";
      latin += CONSONANTS[letter];
      wasConsonant = true;
    } else {
      latin += letter;
      wasConsonant = false;
    }
  }
  return latin;
}

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/**
 * A Persian name in Latin letters, to be checked by a person: "تالار رودکی" is "Rudki Hall". Short
 * vowels are not written in Persian, so they are a guess.
 */
export function latinName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", ...rest] = words;
  const kind = rest.length > 0 ? KINDS[first] : undefined;
  const latin = (kind ? rest : words)
    .map((word) => capitalised(word.split("\u200c").map(latinWord).join("")))
    .join(" ")
    .replaceAll("،", ",")
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[«»]/g, '"');
  return kind ? `${latin} ${kind}` : latin;
}
