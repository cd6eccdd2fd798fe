import { remembered } from "../../../lib/runtime/remembered";
import { PERSIAN_SOUNDS } from "../../../lib/text/persian-sounds";
import { STOP_WORDS } from "../stop-words";

/** Latin spellings of Persian consonants, longest first; x, w and c are those of English words. */
const LATIN: readonly (readonly [string, string])[] = [
  ["tch", "C"],
  ["kh", "x"],
  ["gh", "q"],
  ["sh", "S"],
  ["ch", "C"],
  ["zh", "Z"],
  ["ph", "f"],
  ["th", "t"],
  ["ck", "k"],
  ["ce", "s"],
  ["ci", "s"],
  ["cy", "s"],
  ["x", "ks"],
  ["c", "k"],
  ["q", "q"],
  ["dj", "j"],
];

/** Latin spellings of Tajik letters; folding leaves и of ӣ and й, and у of ӯ. */
const CYRILLIC: Record<string, string> = Object.fromEntries(
  "а:a б:b в:v г:g ғ:gh д:d е:e ж:zh з:z и:i к:k қ:q л:l м:m н:n о:aa п:p р:r с:s т:t у:u ф:f х:kh ҳ:h ч:ch ҷ:j ш:sh щ:sh ъ: ь: ы:i э:e ю:yu я:ya ц:ts"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const IS_CYRILLIC = /^[\u0400-\u04ff]+$/;

/** Endings of Tajik nouns: plurals and the ezafe, then "and", the object and whose it is. */
const TAJIK_PLURAL = /(?<=^.{2,})(?:ҳои?|хои?|ҳоро|ҳову|ҳою)$/;
const TAJIK_EZAFE = /(?<=^.{2,})и$/;
const TAJIK_OTHERS = /(?<=^.{3,})(?:он|ро|ам|ат|аш|амон|атон|ашон|у|ю|е)$/;

/**
 * What a folded Tajik word may be, the likeliest first: аксҳои is акс, шеъру and шеъри are шеър.
 * @param isAdjective written with ӣ, which folding makes the и of an ezafe: суннатӣ
 */
export function tajikForms(word: string, isAdjective: boolean): string[] {
  const [plural = "", ezafe = "", other = ""] = [TAJIK_PLURAL, TAJIK_EZAFE, TAJIK_OTHERS].map(
    (ending) => word.replace(ending, ""),
  );
  const clear = [plural, ...(isAdjective ? [] : [ezafe])].filter((form) => form !== word);
  return [...new Set([...clear, word, ezafe, other])];
}

/**
 * Persian letters of each Tajik letter, the likeliest first; "-" stands for none. The first and the
 * last letter of a word have their own tables. Folding turns ё into е.
 */
const lettersOf = (pairs: string): Record<string, string[]> =>
  Object.fromEntries(
    pairs.split(" ").map((pair) => {
      const [letter = "", letters = ""] = pair.split(":");
      return [letter, letters.split(",").map((one) => (one === "-" ? "" : one))];
    }),
  );
const TAJIK_LETTERS = lettersOf(
  "а:-,ا о:ا у:-,و и:-,ی е:ی,یا,- э:-,ی ю:یو,ی я:یا,ی ы:ی ъ:ع,- ь:- б:ب п:پ т:ت,ط с:س,ص,ث ҷ:ج ч:چ,ج ҳ:ه,ح х:خ,ح,ه д:د з:ز,ض,ظ,ذ р:ر ж:ژ,ج ш:ش щ:ش ц:تس ғ:غ,ق г:گ,غ ф:ف қ:ق,غ к:ک,ق л:ل м:م н:ن в:و",
);
const TAJIK_FIRST = lettersOf("а:ا,ع о:ا,عا у:ا,ع,او и:ا,ع,ای е:ی,یا,ای э:ا,ای,ع я:یا ю:یو");
const TAJIK_LAST = lettersOf("а:ه,ا и:ی е:یا,ی я:یه,یا");
const [MOST_PERSIAN, MOST_KEPT] = [40, 80];

/** Vowels of loanwords, which Persian may leave out: консерт is کنسرت. */
const LOAN_LETTERS = lettersOf("о:-,و е:- а:- и:- э:ا в:- ц:س й:-");

const lettersAt = (letter: string, at: number, length: number): string[] | undefined =>
  (at === 0 ? TAJIK_FIRST[letter] : undefined) ??
  (at === length - 1 ? TAJIK_LAST[letter] : undefined) ??
  TAJIK_LETTERS[letter];

/** The Persian spellings that a folded Tajik word may have, the likeliest first: қубоди is قبادی. */
export function persianSpellings(word: string): string[] {
  if (!IS_CYRILLIC.test(word)) return [];
  let kept = [{ text: "", cost: 0 }];
  const letters = [...word].filter((letter, at, all) => letter !== all[at - 1]);
  for (const [at, letter] of letters.entries()) {
    const own = lettersAt(letter, at, letters.length);
    if (!own) return [];
    kept = kept
      .flatMap(({ text, cost }) =>
        own.map((persian, index) => ({ text: text + persian, cost: cost + index })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MOST_KEPT);
  }
  return [...new Set(kept.map(({ text }) => text))].slice(0, MOST_PERSIAN);
}

/** Whether a Persian word may be the spelling of a folded Tajik one, or of the Russian loanword that it is. */
function isSpeltAs(word: string, persian: string): boolean {
  const letters = [...word].filter((letter, at, all) => letter !== all[at - 1]);
  const own = letters.map((letter, at) =>
    [
      ...(lettersAt(letter, at, letters.length) ?? []),
      ...(TAJIK_LETTERS[letter] ?? []),
      ...(LOAN_LETTERS[letter] ?? []),
    ].join("|"),
  );
  return new RegExp(`^${own.map((one) => `(?:${one})`).join("")}$`).test(
    persian.replace(/(.)\1/gu, "$1"),
  );
}

const latinOf = (word: string) => [...word].map((letter) => CYRILLIC[letter] ?? "").join("");

/** Letters of a Russian keyboard that stand for Tajik ones: чашнвора is ҷашнвора. */
const RUSSIAN_KEYS = ["чҷ", "хҳ", "кқ", "гғ"];

/** A word as typed, then with Tajik letters for those of a Russian keyboard: one of them, and all. */
function tajikSpellings(word: string): string[] {
  const others = RUSSIAN_KEYS.filter(([typed = ""]) => word.includes(typed)).map(
    ([typed = "", meant = ""]) =>
      (text: string) =>
        text.replaceAll(typed, meant),
  );
  const all = others.reduce((text, change) => change(text), word);
  return [...new Set([word, ...others.map((change) => change(word)), all])];
}

/**
 * The Persian word that a Tajik one writes, or else its Latin spelling; null in other scripts.
 * @param known words by their consonants
 */
export function fromTajik(
  word: string,
  known: (skeleton: string) => readonly string[],
): string | null {
  if (!IS_CYRILLIC.test(word)) return null;
  for (const spelling of tajikSpellings(word)) {
    const latin = latinOf(spelling);
    const skeleton = skeletonOf(latin);
    const best = (skeleton === null ? [] : transliterationsOf(latin, known(skeleton))).find((one) =>
      isSpeltAs(word, one),
    );
    if (best) return best;
  }
  return latinOf(word).replaceAll("aa", "a");
}

const IS_PERSIAN = /^[\u0600-\u06ff]+$/;
const IS_LATIN = /^[a-z]+$/;
const SHORTEST = 2;
const SHORT = 3;
const LONGEST = 24;

/**
 * Sounds of a folded word: consonants, and capital A, U, I for its long vowels or a, o, e, i, u for
 * Latin ones. Null in other scripts.
 */
function soundsOf(word: string): string | null {
  if (IS_PERSIAN.test(word))
    return [...word].map((letter) => PERSIAN_SOUNDS[letter] ?? "").join("");
  if (!IS_LATIN.test(word)) return null;
  let sounds = "";
  for (let at = 0; at < word.length; ) {
    const found = LATIN.find(([spelling]) => word.startsWith(spelling, at));
    if (found) {
      const [spelling, sound] = found;
      sounds += sound;
      // The vowel of "ce", "ci" and "cy" counts too.
      at += /^c[eiy]$/.test(spelling) ? 1 : spelling.length;
    } else sounds += word[at++];
  }
  return sounds;
}

/**
 * Sounds without a silent final h: خانه and khaneh, but not نمایشگاه, namayeshgah and صلح, solh.
 */
const withoutSilent = (word: string, sounds: string) =>
  /(?<![او])ه$|eh$/.test(word) ? sounds.replace(/(?<=.)h$/, "") : sounds;

/**
 * Consonants of a word, equal for a Persian word and its spellings in Latin letters: khoshnevisi
 * and خوشنویسی. Omits w, v, y and their Persian letters, which are vowels too, doubled letters and
 * a silent h. Null for short words and other scripts.
 */
export function skeletonOf(word: string): string | null {
  if (word.length < 2 || word.length > LONGEST) return null;
  const sounds = soundsOf(word);
  if (sounds === null) return null;
  const skeleton = withoutSilent(word, sounds)
    .replace(/([^AUIaeiouvwy])\1+/g, "$1")
    .replace(/[AUIaeiouvwy]/g, "")
    .replace(/n(?=b)/g, "m");
  // One consonant distinguishes little, but a short word has no more: do, دو.
  return skeleton.length >= (word.length > SHORT ? 2 : 1) ? `^${skeleton}` : null;
}

/** What else Latin letters may sound like at the beginning of a word. */
const OTHER_FIRST: Readonly<Record<string, string>> = {
  c: "Cks",
  s: "S",
  k: "x",
  g: "q",
  z: "Z",
  p: "f",
  t: "C",
  d: "j",
  x: "k",
  n: "m",
};

const BEGINNINGS = 4_000;

/** How skeletons of words begin that begin with one or two letters; none of other scripts. */
const skeletonStarts = remembered(BEGINNINGS, (beginning: string): readonly string[] => {
  if (beginning === "" || /^[aeiouvwy]/.test(beginning)) return [""];
  if (IS_LATIN.test(beginning)) {
    const [first = ""] = beginning;
    return [first, ...(OTHER_FIRST[first] ?? "")];
  }
  if (!IS_PERSIAN.test(beginning)) return [];
  const start = (soundsOf(beginning) ?? "").replace(/[AUIaeiouvwy]/g, "").replace(/(.)\1/, "$1");
  // A final h may be silent, and n before b is m.
  return [start, start.replace(/h$/, ""), start.replace("n", "m")];
});

/** Whether a word with these one or two first letters may have a skeleton. */
export const mayBeginSkeleton = (beginning: string, skeleton: string): boolean =>
  skeletonStarts(beginning).some((start) => skeleton.startsWith(start, 1));

/** The same for a word in Persian letters. */
export const mayBeginPersian = (beginning: string, skeleton: string): boolean =>
  !IS_LATIN.test(beginning) && mayBeginSkeleton(beginning, skeleton);

/** Vowels between the consonants of a word: one entry before each consonant and one at the end. */
function vowelsOf(sounds: string): string[] {
  const slots = [""];
  let last = "";
  for (const sound of sounds) {
    if (/[AUIaeiouvwy]/.test(sound)) slots[slots.length - 1] += sound;
    else if (sound === last && slots.at(-1) === "") continue;
    else slots.push("");
    last = sound;
  }
  return slots;
}

/** Cost of reading the Latin vowels of a slot as the Persian letters of it: 0 fits, 1 does not. */
function vowelCost(latin: string, persian: string): number {
  if (persian === "")
    return latin === "" || latin === "a" || latin === "e" || latin === "o"
      ? 0
      : /^(?:aa|oo|u|i|ee)/.test(latin)
        ? 0.8
        : 0.4;
  if (latin === "") return 0.7;
  const fits = { A: /a|o/, U: /[uovw]/, I: /[iye]/ } as Record<string, RegExp>;
  const letters = [...persian];
  const missing = letters.filter((letter) => !fits[letter]?.test(latin)).length;
  return missing === 0
    ? letters.length === 1 && persian === "A" && !latin.includes("a")
      ? 0.3
      : 0
    : 0.9 * (missing / letters.length);
}

/**
 * Cost of a missing vowel before the first consonant: solo is not اسلو, but startup is استارتاپ.
 */
const FIRST_MISSING = 1.2;
/** Cost of a final e without its letter, and of the letter without its e. */
const OTHER_END = 0.1;
/** Mean cost of a vowel above which two words of one skeleton are different words. */
const MOST_COST = 0.29;

/**
 * How badly a Latin spelling and a Persian word of one skeleton fit, by their vowels; null if they
 * are different words. The final e of an ezafe and the vowel before the first consonant cost
 * nothing.
 */
export function spellingCost(latin: string, persian: string): number | null {
  const [a, b] = [soundsOf(latin), soundsOf(persian)];
  if (a === null || b === null) return null;
  const [one, other] = [vowelsOf(withoutSilent(latin, a)), vowelsOf(withoutSilent(persian, b))];
  if (one.length !== other.length) return null;
  let cost = 0;
  for (let slot = 0; slot < one.length; slot++) {
    const [typed = "", letters = ""] = [one[slot], other[slot]];
    const isLast = slot === one.length - 1;
    if (isLast && letters === "") {
      // jome is جمعه rather than جم, and namayeshgahe is نمایشگاه with an ezafe.
      const isSilent = persian.endsWith("ه") && withoutSilent(persian, b) !== b;
      if (/^(?:e|ye)?$/.test(typed)) cost += (typed === "") === isSilent ? OTHER_END : 0;
      else cost += typed === "a" && persian.endsWith("ه") ? 0 : 1;
      continue;
    }
    if (slot === 0 && letters === "A") {
      cost += typed === "" ? FIRST_MISSING : 0;
      continue;
    }
    // A first vowel is written, but for that of ع: emily is not ملی.
    const isUnwritten = slot === 0 && letters === "" && typed !== "" && !persian.startsWith("ع");
    cost += isUnwritten ? FIRST_MISSING : vowelCost(typed, letters);
  }
  const mean = cost / one.length;
  return mean <= MOST_COST ? mean : null;
}

const MOST_READINGS = 4;
const isPersian = (word: string) => IS_PERSIAN.test(word);

/** Words of the other script that a folded word may spell, best first. */
export function transliterationsOf(word: string, known: Iterable<string>): string[] {
  const skeleton = skeletonOf(word);
  if (skeleton === null || word.length < SHORTEST) return [];
  const found: { word: string; cost: number }[] = [];
  for (const other of new Set(known)) {
    if (isPersian(other) === isPersian(word) || skeletonOf(other) !== skeleton) continue;
    const cost = isPersian(word) ? spellingCost(other, word) : spellingCost(word, other);
    if (cost !== null) found.push({ word: other, cost });
  }
  return found
    .sort(
      (a, b) =>
        a.cost - b.cost ||
        Number(STOP_WORDS.has(b.word)) - Number(STOP_WORDS.has(a.word)) ||
        (a.word < b.word ? -1 : 1),
    )
    .slice(0, MOST_READINGS)
    .map((reading) => reading.word);
}

/** Spellings of a Latin word without its Persian ending: ketabha, ketabhaye, sheri. */
export function baseSpellings(word: string): string[] {
  if (!IS_LATIN.test(word)) return [];
  return [/(?<=.{3})ha(?:ye?|i|yi)?$/, /(?<=.{3})(?:an|at)$/, /(?<=.{4})i$/].flatMap((ending) => {
    const base = word.replace(ending, "");
    return base === word ? [] : [base];
  });
}
