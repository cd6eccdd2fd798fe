import enAccount from "../locales/en/account.json";
import enAuth from "../locales/en/auth.json";
import enAuthoring from "../locales/en/authoring.json";
import enClient from "../locales/en/client.json";
import enCollections from "../locales/en/collections.json";
import enCommon from "../locales/en/common.json";
import enEvents from "../locales/en/events.json";
import enOnboarding from "../locales/en/onboarding.json";
import enPages from "../locales/en/pages.json";
import faAccount from "../locales/fa/account.json";
import faAuth from "../locales/fa/auth.json";
import faAuthoring from "../locales/fa/authoring.json";
import faClient from "../locales/fa/client.json";
import faCollections from "../locales/fa/collections.json";
import faCommon from "../locales/fa/common.json";
import faEvents from "../locales/fa/events.json";
import faOnboarding from "../locales/fa/onboarding.json";
import faPages from "../locales/fa/pages.json";
import type { Locale } from "./locale";
import { createTranslate, type DrawnMessages, type Namespace, type Translate } from "./translate";

const messages: Record<Locale, DrawnMessages> = {
  en: {
    common: enCommon,
    events: enEvents,
    pages: enPages,
    auth: enAuth,
    account: enAccount,
    authoring: enAuthoring,
    onboarding: enOnboarding,
    client: enClient,
    collections: enCollections,
  },
  fa: {
    common: faCommon,
    events: faEvents,
    pages: faPages,
    auth: faAuth,
    account: faAccount,
    authoring: faAuthoring,
    onboarding: faOnboarding,
    client: faClient,
    collections: faCollections,
  },
};

/** What a page is drawn with on the server: no more than the browser downloads for it, or both would not draw the same. */
export function messagesOf(locale: Locale, namespaces: readonly Namespace[]): Partial<DrawnMessages> {
  return Object.fromEntries(namespaces.map((name) => [name, messages[locale][name]]));
}

const translators: Record<Locale, Translate> = {
  en: createTranslate("en", messages.en),
  fa: createTranslate("fa", messages.fa),
};

/** For loaders, actions and meta: the same texts that the components read. */
export const translatorFor = (locale: Locale): Translate => translators[locale];
