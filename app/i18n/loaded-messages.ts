import { DEFAULT_LOCALE, parseLocale } from "./locale";
import { messageFiles } from "./made/message-files";
import type { DrawnMessages, Namespace } from "./translate";

/** The texts that this document has fetched so far; its translator reads them at every call. */
export const loadedMessages: Partial<DrawnMessages> = {};

/** The language that the document was drawn in. */
export const documentLocale = () => parseLocale(document.documentElement.lang) ?? DEFAULT_LOCALE;

/**
 * Loads missing texts of these namespaces: before the first render and on navigation to another
 * layout. @throws TypeError offline
 */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const files: Record<Namespace, string> = messageFiles[documentLocale()];
  const missing = namespaces.filter((name) => !loadedMessages[name]);
  const texts = await Promise.all(
    missing.map(async (name) => [name, await (await fetch(files[name])).json()]),
  );
  Object.assign(loadedMessages, Object.fromEntries(texts));
}

/** The namespaces of the page that the server has drawn: those that it preloads. */
export function drawnNamespaces(): Namespace[] {
  return [...document.querySelectorAll<HTMLLinkElement>("link[data-texts]")].map(
    ({ dataset }) => dataset.texts as Namespace,
  );
}

/**
 * A layout's data on the way there from another layout, once its texts are there too; the server's
 * own page comes with them.
 */
export async function withTexts<Data>(
  data: Promise<Data>,
  namespaces: Parameters<typeof loadTexts>[0],
): Promise<Data> {
  const [loaded] = await Promise.all([data, loadTexts(namespaces)]);
  return loaded;
}
