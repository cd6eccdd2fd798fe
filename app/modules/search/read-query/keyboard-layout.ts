/** The Persian layout (ISIRI 9147) by the keys of the English one. */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`\\";
const PERSIAN_KEYS = "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو./‍پ";
/** Older layouts have these letters on the keys. */
const OLDER_KEYS: Record<string, string> = {
  ئ: "m",
  ژ: "c",
  آ: "h",
  "؟": "/",
  "،": ",",
  ي: "d",
  ك: ";",
};

const toPersian = new Map(
  [...LATIN_KEYS].map((key, index) => [key, [...PERSIAN_KEYS][index] ?? key]),
);
const toLatin = new Map([
  ...[...PERSIAN_KEYS].map((letter, index) => [letter, [...LATIN_KEYS][index] ?? letter] as const),
  ...Object.entries(OLDER_KEYS),
]);
toLatin.set("پ", "m");

const PERSIAN = /[\u0600-\u06ff]/;
const LATIN = /[a-z]/i;

/**
 * The text as if typed with the other keyboard layout; null if it has letters of both scripts, or
 * of neither.
 */
export function swapLayout(text: string): string | null {
  const isPersian = PERSIAN.test(text);
  if (isPersian === LATIN.test(text)) return null;
  const keys = isPersian ? toLatin : toPersian;
  return [...text.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join("");
}

/**
 * The readings of a text in the other layout, the likeliest first: older Windows has ئ where the
 * standard has پ, so تئاتر is jmhjv there.
 */
export function swappedReadings(text: string): string[] {
  const standard = swapLayout(text);
  if (standard === null) return [];
  const older = LATIN.test(text) ? standard.replaceAll("پ", "ئ") : standard;
  return older === standard ? [standard] : [standard, older];
}
