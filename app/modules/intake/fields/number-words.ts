/** Persian number words, folded. */
const SMALL: Record<string, number> = {
  صفر: 0,
  یک: 1,
  دو: 2,
  سه: 3,
  چهار: 4,
  پنج: 5,
  شش: 6,
  شیش: 6,
  هفت: 7,
  هشت: 8,
  نه: 9,
  ده: 10,
  یازده: 11,
  دوازده: 12,
  سیزده: 13,
  چهارده: 14,
  پانزده: 15,
  پونزده: 15,
  شانزده: 16,
  هفده: 17,
  هجده: 18,
  نوزده: 19,
  بیست: 20,
  سی: 30,
  چهل: 40,
  پنجاه: 50,
  شصت: 60,
  هفتاد: 70,
  هشتاد: 80,
  نود: 90,
  صد: 100,
  یکصد: 100,
  دویست: 200,
  سیصد: 300,
  چهارصد: 400,
  پانصد: 500,
  پونصد: 500,
  ششصد: 600,
  شیشصد: 600,
  هفتصد: 700,
  هشتصد: 800,
  نهصد: 900,
  نیم: 0.5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const SCALES: Record<string, number> = {
  hundred: 100,
  هزار: 1_000,
  thousand: 1_000,
  k: 1_000,
  میلیون: 1_000_000,
  ملیون: 1_000_000,
  million: 1_000_000,
  m: 1_000_000,
  میلیارد: 1_000_000_000,
  billion: 1_000_000_000,
};

const longestFirst = (words: readonly string[]) =>
  [...words].sort((a, b) => b.length - a.length).join("|");
export const NUMBER_WORDS = longestFirst(Object.keys(SMALL));
export const SCALE_WORDS = longestFirst(Object.keys(SCALES));

export const smallNumber = (word: string): number | undefined =>
  Object.hasOwn(SMALL, word) ? SMALL[word] : undefined;
export const scaleOf = (word: string): number | undefined =>
  Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;

/**
 * Parses a grouped number: "1,200.50", "250.000", "12,50", "۲۵۰٬۰۰۰" folded. Three digits after a
 * dot or comma are a group, since prices have at most two decimals.
 */
export function figure(text: string): number {
  const plain = text.replace(/[\s'’_٬]/g, "");
  const decimal = /[.,٫/](\d{1,2})$/.exec(plain);
  const whole = decimal ? plain.slice(0, decimal.index) : plain;
  return Number(`${whole.replace(/[^\d]/g, "") || "0"}${decimal ? `.${decimal[1]}` : ""}`);
}

const NUMBERS = [
  "one two three four five six seven eight nine ten eleven twelve",
  "یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده",
].map((list) => list.split(" "));
/** Words of numbers to twelve, as a pattern. */
export const NUMBER_NAMES = NUMBERS.flat().join("|");
/** The number of figures, or of a word of `NUMBER_NAMES`. */
export const numberNamed = (word: string): number =>
  Number(word) || Math.max(...NUMBERS.map((list) => list.indexOf(word))) + 1;
