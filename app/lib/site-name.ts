import type { Locale } from "./locale";

/** The product's name as branding has it (decisions.md §7). */
export const SITE_NAME: Record<Locale, string> = { en: "Rooydad", fa: "رویداد" };
