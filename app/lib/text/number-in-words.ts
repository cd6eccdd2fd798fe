import type { Locale } from "../../i18n/locale";

const SMALL: Record<Locale, readonly string[]> = {
  en: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  ),
  fa: "صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده".split(
    " ",
  ),
};
const TENS: Record<Locale, readonly string[]> = {
  en: "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
  fa: "- - بیست سی چهل پنجاه شصت هفتاد هشتاد نود".split(" "),
};
const PERSIAN_HUNDREDS = "- صد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد".split(" ");
const SCALES: readonly (readonly [number, Record<Locale, string>])[] = [
  [1_000_000_000, { en: "billion", fa: "میلیارد" }],
  [1_000_000, { en: "million", fa: "میلیون" }],
  [1_000, { en: "thousand", fa: "هزار" }],
];
const LARGEST = 1_000_000_000_000;

/** A number below 1,000. */
function belowThousand(value: number, locale: Locale): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const tens = TENS[locale][Math.floor(rest / 10)] ?? "";
  const ones = SMALL[locale][rest % 10] ?? "";
  const low =
    rest < 20
      ? (SMALL[locale][rest] ?? "")
      : rest % 10 === 0
        ? tens
        : locale === "fa"
          ? `${tens} و ${ones}`
          : `${tens}-${ones}`;
  if (hundreds === 0) return low;
  const high = locale === "fa" ? PERSIAN_HUNDREDS[hundreds] : `${SMALL.en[hundreds]} hundred`;
  if (rest === 0) return high ?? "";
  return `${high} ${locale === "fa" ? "و" : "and"} ${low}`;
}

/**
 * A whole number in words, so that a slip of a zero is heard: "one hundred thousand", «صد هزار».
 * @returns null for fractions, numbers below zero and those from a million millions on
 */
export function numberInWords(value: number, locale: Locale): string | null {
  if (!Number.isSafeInteger(value) || value < 0 || value >= LARGEST) return null;
  if (value < 1_000) return belowThousand(value, locale);
  let rest = value;
  const parts = SCALES.flatMap(([size, names]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count === 0) return [];
    // «هزار», not «یک هزار».
    if (locale === "fa" && size === 1_000 && count === 1) return [names.fa];
    return [`${belowThousand(count, locale)} ${names[locale]}`];
  });
  if (rest > 0) parts.push(belowThousand(rest, locale));
  return parts.join(locale === "fa" ? " و " : " ");
}
