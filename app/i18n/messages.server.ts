import type { Locale } from "./locale";
import { messageTexts } from "./made/message-texts.server";
import { createTranslate, type DrawnMessages, type Namespace, type Translate } from "./translate";

const messages: Record<Locale, DrawnMessages> = messageTexts;

/**
 * The texts that the server renders a page with: those that the browser downloads, so that both
 * render the same.
 */
export const messagesOf = (
  locale: Locale,
  namespaces: readonly Namespace[],
): Partial<DrawnMessages> =>
  Object.fromEntries(namespaces.map((name) => [name, messages[locale][name]]));

const translators: Record<Locale, Translate> = {
  en: createTranslate("en", messages.en),
  fa: createTranslate("fa", messages.fa),
};

/** For loaders, actions and meta: the same texts that the components read. */
export const translatorFor = (locale: Locale): Translate => translators[locale];
