import type { Locale } from "../../i18n/locale";

/** Persian and Arabic digits as ASCII ones. */
export const foldDigits = (text: string): string =>
  text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** ASCII digits as those of a language: ۱۲ in Persian. */
export const localDigits = (text: string, locale: Locale): string =>
  locale === "fa"
    ? text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    : text;

/** Parses a typed number, digits of either language and any decimal sign; NaN when invalid. */
export function parseTypedNumber(typed: string): number {
  const text = foldDigits(typed.trim()).replace(/[,٫]/, ".").replace("−", "-");
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
