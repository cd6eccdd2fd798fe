import enAccount from "../locales/en/account.json?url";
import enAdmin from "../locales/en/admin.json?url";
import enAdminCities from "../locales/en/admin-cities.json?url";
import enAdminTemplates from "../locales/en/admin-templates.json?url";
import enAdminUsers from "../locales/en/admin-users.json?url";
import enAuth from "../locales/en/auth.json?url";
import enAuthoring from "../locales/en/authoring.json?url";
import enClient from "../locales/en/client.json?url";
import enCollections from "../locales/en/collections.json?url";
import enCommon from "../locales/en/common.json?url";
import enEvents from "../locales/en/events.json?url";
import enIngestion from "../locales/en/ingestion.json?url";
import enKit from "../locales/en/kit.json?url";
import enMessengers from "../locales/en/messengers.json?url";
import enModeration from "../locales/en/moderation.json?url";
import enNotificationAdmin from "../locales/en/notification-admin.json?url";
import enNotifications from "../locales/en/notifications.json?url";
import enOnboarding from "../locales/en/onboarding.json?url";
import enPages from "../locales/en/pages.json?url";
import enSchedule from "../locales/en/schedule.json?url";
import enSettings from "../locales/en/settings.json?url";
import enSources from "../locales/en/sources.json?url";
import enSuggestions from "../locales/en/suggestions.json?url";
import enWeeks from "../locales/en/weeks.json?url";
import faAccount from "../locales/fa/account.json?url";
import faAdmin from "../locales/fa/admin.json?url";
import faAdminCities from "../locales/fa/admin-cities.json?url";
import faAdminTemplates from "../locales/fa/admin-templates.json?url";
import faAdminUsers from "../locales/fa/admin-users.json?url";
import faAuth from "../locales/fa/auth.json?url";
import faAuthoring from "../locales/fa/authoring.json?url";
import faClient from "../locales/fa/client.json?url";
import faCollections from "../locales/fa/collections.json?url";
import faCommon from "../locales/fa/common.json?url";
import faEvents from "../locales/fa/events.json?url";
import faIngestion from "../locales/fa/ingestion.json?url";
import faKit from "../locales/fa/kit.json?url";
import faMessengers from "../locales/fa/messengers.json?url";
import faModeration from "../locales/fa/moderation.json?url";
import faNotificationAdmin from "../locales/fa/notification-admin.json?url";
import faNotifications from "../locales/fa/notifications.json?url";
import faOnboarding from "../locales/fa/onboarding.json?url";
import faPages from "../locales/fa/pages.json?url";
import faSchedule from "../locales/fa/schedule.json?url";
import faSettings from "../locales/fa/settings.json?url";
import faSources from "../locales/fa/sources.json?url";
import faSuggestions from "../locales/fa/suggestions.json?url";
import faWeeks from "../locales/fa/weeks.json?url";
import type { Locale } from "./locale";
import type { Namespace } from "./translate";

/** Where the browser finds each namespace: hashed files that it may keep for ever. */
export const messageFiles: Record<Locale, Record<Namespace, string>> = {
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
