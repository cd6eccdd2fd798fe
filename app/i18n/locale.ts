/** The two interface languages (product.md §9). */
export const LOCALES = ["en", "fa"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en";

/** Text in both languages; `fa` is null when untranslated (decisions.md §12). */
export interface LocalizedText {
  en: string;
  fa: string | null;
}

/** Codes are cut at the hyphen; an unsupported one is null (decisions.md §1). */
export function parseLocale(code: string | null | undefined): Locale | null {
  const language = code?.trim().split("-")[0]?.toLowerCase();
  return LOCALES.find((locale) => locale === language) ?? null;
}

export function direction(locale: Locale): "ltr" | "rtl" {
  return locale === "fa" ? "rtl" : "ltr";
}

/** The text in the reader's language, else in English: every event has that. */
export function localized(text: LocalizedText, locale: Locale): string {
  return (locale === "fa" && text.fa) || text.en;
}

/** The separator of a list. */
export const COMMA: Record<Locale, string> = { en: ", ", fa: "، " };

/** Things in a row, the empty ones left out: "a, b" or «الف، ب». */
export function listOf(locale: Locale, parts: readonly string[]): string {
  return parts.filter(Boolean).join(COMMA[locale]);
}
