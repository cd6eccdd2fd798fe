import enAccount from "../locales/en/account.json";
import enAdmin from "../locales/en/admin.json";
import enAdminCities from "../locales/en/admin-cities.json";
import enAdminTemplates from "../locales/en/admin-templates.json";
import enAdminUsers from "../locales/en/admin-users.json";
import enAuth from "../locales/en/auth.json";
import enAuthoring from "../locales/en/authoring.json";
import enClient from "../locales/en/client.json";
import enCollections from "../locales/en/collections.json";
import enCommon from "../locales/en/common.json";
import enEvents from "../locales/en/events.json";
import enIngestion from "../locales/en/ingestion.json";
import enKit from "../locales/en/kit.json";
import enMessengers from "../locales/en/messengers.json";
import enModeration from "../locales/en/moderation.json";
import enNotificationAdmin from "../locales/en/notification-admin.json";
import enNotifications from "../locales/en/notifications.json";
import enOnboarding from "../locales/en/onboarding.json";
import enPages from "../locales/en/pages.json";
import enSchedule from "../locales/en/schedule.json";
import enSettings from "../locales/en/settings.json";
import enSources from "../locales/en/sources.json";
import enSuggestions from "../locales/en/suggestions.json";
import enWeeks from "../locales/en/weeks.json";
import faAccount from "../locales/fa/account.json";
import faAdmin from "../locales/fa/admin.json";
import faAdminCities from "../locales/fa/admin-cities.json";
import faAdminTemplates from "../locales/fa/admin-templates.json";
import faAdminUsers from "../locales/fa/admin-users.json";
import faAuth from "../locales/fa/auth.json";
import faAuthoring from "../locales/fa/authoring.json";
import faClient from "../locales/fa/client.json";
import faCollections from "../locales/fa/collections.json";
import faCommon from "../locales/fa/common.json";
import faEvents from "../locales/fa/events.json";
import faIngestion from "../locales/fa/ingestion.json";
import faKit from "../locales/fa/kit.json";
import faMessengers from "../locales/fa/messengers.json";
import faModeration from "../locales/fa/moderation.json";
import faNotificationAdmin from "../locales/fa/notification-admin.json";
import faNotifications from "../locales/fa/notifications.json";
import faOnboarding from "../locales/fa/onboarding.json";
import faPages from "../locales/fa/pages.json";
import faSchedule from "../locales/fa/schedule.json";
import faSettings from "../locales/fa/settings.json";
import faSources from "../locales/fa/sources.json";
import faSuggestions from "../locales/fa/suggestions.json";
import faWeeks from "../locales/fa/weeks.json";
import type { Locale } from "./locale";
import { createTranslate, type DrawnMessages, type Namespace, type Translate } from "./translate";

const messages: Record<Locale, DrawnMessages> = {
  en: {
    admin: enAdmin,
    "admin-cities": enAdminCities,
    "notification-admin": enNotificationAdmin,
    "admin-templates": enAdminTemplates,
    ingestion: enIngestion,
    "admin-users": enAdminUsers,
    kit: enKit,
    moderation: enModeration,
    notifications: enNotifications,
    schedule: enSchedule,
    settings: enSettings,
    suggestions: enSuggestions,
    common: enCommon,
    events: enEvents,
    pages: enPages,
    auth: enAuth,
    account: enAccount,
    authoring: enAuthoring,
    onboarding: enOnboarding,
    client: enClient,
    collections: enCollections,
    messengers: enMessengers,
    sources: enSources,
    weeks: enWeeks,
  },
  fa: {
    admin: faAdmin,
    "admin-cities": faAdminCities,
    "notification-admin": faNotificationAdmin,
    "admin-templates": faAdminTemplates,
    ingestion: faIngestion,
    "admin-users": faAdminUsers,
    kit: faKit,
    moderation: faModeration,
    notifications: faNotifications,
    schedule: faSchedule,
    settings: faSettings,
    suggestions: faSuggestions,
    common: faCommon,
    events: faEvents,
    pages: faPages,
    auth: faAuth,
    account: faAccount,
    authoring: faAuthoring,
    onboarding: faOnboarding,
    client: faClient,
    collections: faCollections,
    messengers: faMessengers,
    sources: faSources,
    weeks: faWeeks,
  },
};

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
