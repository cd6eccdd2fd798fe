import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Locale } from "../i18n/locale";
import { createTranslate, type DrawnMessages, type Translate } from "../i18n/translate";

interface TextContextValue {
  locale: Locale;
  t: Translate;
}

const TextContext = createContext<TextContextValue | null>(null);

interface TextProviderProps {
  locale: Locale;
  /** Namespaces of the page's layout. More may be added to the same object later. */
  messages: Partial<DrawnMessages>;
  children: ReactNode;
}

/** Provides the texts of a language. */
export function TextProvider({ locale, messages, children }: TextProviderProps) {
  const value = useMemo(
    () => ({ locale, t: createTranslate(locale, messages) }),
    [locale, messages],
  );
  return <TextContext.Provider value={value}>{children}</TextContext.Provider>;
}

/**
 * Returns the texts and language of the page. @throws Error outside TextProvider (product.md §8)
 */
export function useText(): TextContextValue {
  const value = useContext(TextContext);
  if (!value) throw new Error("useText needs a TextProvider above it.");
  return value;
}
