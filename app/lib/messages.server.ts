import enCommon from "../locales/en/common.json";
import enEvents from "../locales/en/events.json";
import enPages from "../locales/en/pages.json";
import faCommon from "../locales/fa/common.json";
import faEvents from "../locales/fa/events.json";
import faPages from "../locales/fa/pages.json";
import type { Locale } from "./locale";
import { createTranslate, type PublicMessages, type Translate } from "./translate";

/** The texts that public pages draw with. */
export const publicMessages: Record<Locale, PublicMessages> = {
  en: { common: enCommon, events: enEvents, pages: enPages },
  fa: { common: faCommon, events: faEvents, pages: faPages },
};

const translators: Record<Locale, Translate> = {
  en: createTranslate("en", publicMessages.en),
  fa: createTranslate("fa", publicMessages.fa),
};

/** For loaders, actions and meta: the same texts that the components read. */
export const translatorFor = (locale: Locale): Translate => translators[locale];
