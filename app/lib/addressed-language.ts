import { parseLocale } from "./locale";

/**
 * An address with `?lang=` decides for its own response only (decisions.md §1), but what is then fetched without a
 * reload has to be in the language that the page is in. Who has chosen nothing goes on in it until the browser is
 * closed; for who has chosen another, links and forms load whole pages, in the chosen one.
 */
export function keepAddressedLanguage(): void {
  const addressed = parseLocale(new URLSearchParams(location.search).get("lang"));
  if (!addressed) return;
  const chosen = parseLocale(/(?:^|; )rooydad\.language=(\w+)/.exec(document.cookie)?.[1]);
  if (!chosen) {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store
    document.cookie = `rooydad.language=${addressed}; path=/; samesite=lax`;
  } else if (chosen !== addressed) {
    // Ahead of React, which listens on the document: the browser then does what it does without a script.
    const leave = (event: Event) => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]:not([href^="#"])');
      if (event.type === "submit" || isLink) event.stopPropagation();
    };
    addEventListener("click", leave, { capture: true });
    addEventListener("submit", leave, { capture: true });
  }
}
