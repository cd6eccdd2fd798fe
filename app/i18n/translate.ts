import { formatNumber } from "../lib/text/money";
import type account from "../locales/en/account.json";
import type admin from "../locales/en/admin.json";
import type adminCities from "../locales/en/admin-cities.json";
import type adminTemplates from "../locales/en/admin-templates.json";
import type adminUsers from "../locales/en/admin-users.json";
import type auth from "../locales/en/auth.json";
import type authoring from "../locales/en/authoring.json";
import type client from "../locales/en/client.json";
import type collections from "../locales/en/collections.json";
import type common from "../locales/en/common.json";
import type events from "../locales/en/events.json";
import type ingestion from "../locales/en/ingestion.json";
import type kit from "../locales/en/kit.json";
import type messengers from "../locales/en/messengers.json";
import type moderation from "../locales/en/moderation.json";
import type notificationAdmin from "../locales/en/notification-admin.json";
import type notifications from "../locales/en/notifications.json";
import type onboarding from "../locales/en/onboarding.json";
import type pages from "../locales/en/pages.json";
import type schedule from "../locales/en/schedule.json";
import type settings from "../locales/en/settings.json";
import type sources from "../locales/en/sources.json";
import type suggestions from "../locales/en/suggestions.json";
import type weeks from "../locales/en/weeks.json";
import type { Locale } from "./locale";

/** The texts of a namespace: a tree of sentences, with `{{name}}` for values. */
interface MessageTree {
  [key: string]: string | MessageTree | readonly (string | MessageTree)[];
}

/**
 * Namespaces that components draw with; the browser downloads those that its page's layout names
 * (docs/decisions/texts.md).
 */
export interface DrawnMessages {
  common: typeof common;
  events: typeof events;
  pages: typeof pages;
  auth: typeof auth;
  account: typeof account;
  authoring: typeof authoring;
  onboarding: typeof onboarding;
  client: typeof client;
  collections: typeof collections;
  messengers: typeof messengers;
  sources: typeof sources;
  weeks: typeof weeks;
  admin: typeof admin;
  "admin-cities": typeof adminCities;
  "notification-admin": typeof notificationAdmin;
  "admin-templates": typeof adminTemplates;
  ingestion: typeof ingestion;
  "admin-users": typeof adminUsers;
  kit: typeof kit;
  moderation: typeof moderation;
  notifications: typeof notifications;
  schedule: typeof schedule;
  settings: typeof settings;
  suggestions: typeof suggestions;
}

export type Namespace = keyof DrawnMessages;

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutPlural<K extends string> = K extends `${infer Base}_${Plural}` ? Base : K;
type Leaves<T> = T extends string
  ? never
  : {
      [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Leaves<T[K]>}`;
    }[keyof T & string];

/**
 * `namespace:path.to.text`, without the plural ending: of the namespaces named, else of all that
 * components draw with.
 */
export type TextKey<N extends Namespace = Namespace> = {
  [K in N]: `${K}:${Leaves<DrawnMessages[K]>}`;
}[N];

export type TextValues = Record<string, string | number>;
export type Translate<N extends Namespace = Namespace> = (
  key: TextKey<N>,
  values?: TextValues,
) => string;

function find(messages: Record<string, MessageTree>, key: string): string | undefined {
  const [namespace = "", path = ""] = key.split(":");
  let node: MessageTree[string] | undefined = messages[namespace];
  for (const step of path.split("."))
    node = typeof node === "object" ? (node as MessageTree)[step] : undefined;
  return typeof node === "string" ? node : undefined;
}

const plurals: Partial<Record<Locale, Intl.PluralRules>> = {};

/**
 * Reads texts in the JSON format of i18next 4 (`{{name}}`, `_one` / `_other` by `count`), in one
 * kilobyte instead of nineteen (docs/decisions/texts.md). Numbers are in the reader's digits.
 * `messages` is read at every call, so namespaces may be added; a missing key is shown itself.
 */
export function createTranslate(
  locale: Locale,
  messages: object,
): (key: string, values?: TextValues) => string {
  plurals[locale] ??= new Intl.PluralRules(locale);
  const rules = plurals[locale];
  const tree = messages as Record<string, MessageTree>;
  const found = new Map<string, string>();
  const textOf = (key: string): string | undefined => {
    const text = found.get(key) ?? find(tree, key);
    if (text !== undefined) found.set(key, text);
    return text;
  };
  return (key, values = {}) => {
    const { count } = values;
    const plural = typeof count === "number" ? textOf(`${key}_${rules.select(count)}`) : undefined;
    const text = plural ?? textOf(key) ?? textOf(`${key}_other`) ?? key;
    if (!text.includes("{{")) return text;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined
        ? whole
        : typeof value === "number"
          ? formatNumber(value, locale)
          : value;
    });
  };
}
