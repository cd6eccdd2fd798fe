/**
 * Replaces i18next, which remix-i18next loads for the texts of routes; ours are read by `app/i18n`, and
 * of the package only the language of a request is used.
 */
export function createInstance(): never {
  throw new Error("Texts are read by app/i18n.");
}
