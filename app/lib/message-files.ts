import enAccount from "../locales/en/account.json?url";
import enAuth from "../locales/en/auth.json?url";
import enAuthoring from "../locales/en/authoring.json?url";
import enClient from "../locales/en/client.json?url";
import enCollections from "../locales/en/collections.json?url";
import enCommon from "../locales/en/common.json?url";
import enEvents from "../locales/en/events.json?url";
import enOnboarding from "../locales/en/onboarding.json?url";
import enPages from "../locales/en/pages.json?url";
import faAccount from "../locales/fa/account.json?url";
import faAuth from "../locales/fa/auth.json?url";
import faAuthoring from "../locales/fa/authoring.json?url";
import faClient from "../locales/fa/client.json?url";
import faCollections from "../locales/fa/collections.json?url";
import faCommon from "../locales/fa/common.json?url";
import faEvents from "../locales/fa/events.json?url";
import faOnboarding from "../locales/fa/onboarding.json?url";
import faPages from "../locales/fa/pages.json?url";
import type { Locale } from "./locale";
import type { Namespace } from "./translate";

/** Where the browser finds each namespace: hashed files that it may keep for ever. */
export const messageFiles: Record<Locale, Record<Namespace, string>> = {
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
