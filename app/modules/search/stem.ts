const PERSIAN = /^[\u0600-\u06ff]/;

/** Words whose ending is not a suffix. */
const KEPT = new Set(
  "بازی فارسی تنها انتها منتها اشتها موسیقی کشتی یاری شیرینی بستنی مهمانی میهمانی هستی دوستی رایگان میزبان بازرگان مهرگان باستان".split(
    " ",
  ),
);
const KEPT_ENGLISH = new Set([
  "evening",
  "morning",
  "wedding",
  "nothing",
  "something",
  "anything",
  "everything",
  "during",
  "spring",
  "string",
  "darling",
  "sterling",
  "ceiling",
  "viking",
  "beijing",
  "news",
  "yes",
  "series",
  "species",
  "always",
  "christmas",
  "texas",
  "paris",
  "tennis",
  "atlas",
  "persian",
  "opening",
  "building",
  "sibling",
  "trading",
]);

interface Suffix {
  ending: string;
  /** Replacement of the suffix. */
  instead: string;
  /** Minimum number of letters before it. */
  least: number;
}

const suffix = (ending: string, least: number, instead = ""): Suffix => ({
  ending,
  instead,
  least,
});

/**
 * Longest first: plural (ها، ان، ات، گان), comparison (تر، ترین), ی of adjectives, indefiniteness
 * and ezafe.
 */
const SUFFIXES: readonly Suffix[] = [
  ..."هایمان هایتان هایشان هایی هایم هایت هایش های ها"
    .split(" ")
    .map((ending) => suffix(ending, 2)),
  suffix("ترینها", 3),
  suffix("ترین", 3),
  suffix("تری", 4),
  suffix("تر", 4),
  suffix("گان", 4, "ه"),
  suffix("یان", 4, "ی"),
  suffix("ان", 4),
  suffix("ات", 4),
  suffix("ی", 3),
];

/** A verb with the prefix "می" or "نمی", recognized by its ending: میخوانند, but not میدان. */
const VERB = /^(?:ن?می)(?=.{3,}(?:م|د|ی)$)/;

function stemPersian(word: string): string {
  let stem = word;
  // Suffixes combine: نوازنده‌هایی, کتاب‌هایشان.
  for (let round = 0; round < 3; round++) {
    if (KEPT.has(stem)) return stem;
    const found = SUFFIXES.find(
      ({ ending, least }) => stem.endsWith(ending) && stem.length - ending.length >= least,
    );
    if (!found) break;
    stem = stem.slice(0, -found.ending.length) + found.instead;
  }
  return VERB.test(word) && stem.length >= 6 ? stem.replace(VERB, "") : stem;
}

function stemEnglish(word: string): string {
  if (word.length < 4 || KEPT_ENGLISH.has(word)) return word;
  let stem = word;
  if (stem.endsWith("s") && !stem.endsWith("ss") && !stem.endsWith("us") && !stem.endsWith("is")) {
    stem = /(?:[sx]|ch|sh|zz)es$/.test(stem) ? stem.slice(0, -2) : stem.slice(0, -1);
  }
  if (KEPT_ENGLISH.has(stem)) return stem;
  const verb = /^(.*[aeiouy].*)ing$/.exec(stem)?.[1];
  if (verb && verb.length >= 3) {
    const isDoubled = verb.at(-1) === verb.at(-2) && !/[lsz]$/.test(verb);
    // hiking, gaming, riding: restores the e.
    const isShort = /^[^aeiou][aeiou][^aeiouwxy]$/.test(verb);
    stem = isDoubled ? verb.slice(0, -1) : isShort ? `${verb}e` : verb;
  }
  if (stem.endsWith("ie")) return stem.slice(0, -1);
  if (/[^aeiou]y$/.test(stem) && stem.length > 3) return `${stem.slice(0, -1)}i`;
  return stem.endsWith("e") && stem.length > 4 ? stem.slice(0, -1) : stem;
}

/**
 * Removes light suffixes from a folded word: Persian plural, comparison and ی, English plural and
 * -ing. Stems serve comparison and need not be words. Index and queries use the same stems.
 */
export function stem(word: string): string {
  if (PERSIAN.test(word)) return stemPersian(word);
  return /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
}
