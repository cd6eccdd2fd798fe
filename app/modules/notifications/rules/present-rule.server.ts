import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { findCategory } from "../../../lib/event/categories";
import { ruleInWords } from "../../../lib/text/rule-in-words";
import { type City, listCities } from "../../cities/queries.server";
import { listTemplateNames } from "../templates/templates.server";
import type { Rule } from "./active-rules.server";
import { type SHIPPED_KEYS, shippedRule } from "./active-rules.server";
import type { RuleState } from "./rules.server";
import type { RuleJson } from "./schema";

/** Names in sentences, looked up once for several rules. */
export interface NamedThings {
  cities: readonly City[];
  /** Names of templates by key. */
  templates: ReadonlyMap<string, string>;
}

export async function readRuleNames(
  deps: Pick<Deps, "db" | "memo">,
  locale: Locale,
): Promise<NamedThings> {
  const [cities, templates] = await Promise.all([
    listCities(deps),
    listTemplateNames(deps, locale),
  ]);
  return { cities, templates };
}

/** A rule in words in the reader's language. */
export function ruleSentence(
  rule: Omit<Rule, "key" | "name" | "version">,
  { cities, templates }: NamedThings,
  locale: Locale,
): string {
  const cityName = (slug: string) => {
    const city = cities.find((one) => one.slug === slug);
    return city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : slug;
  };
  const categoryName = (name: string) => {
    const category = findCategory(name);
    return category ? localized({ en: category.name, fa: category.fa }, locale) : name;
  };
  const names = {
    cities: rule.conditions.cities.map(cityName),
    categories: rule.conditions.categories.map(categoryName),
    template:
      rule.templateKey === null ? null : (templates.get(rule.templateKey) ?? rule.templateKey),
  };
  return ruleInWords(rule, names, locale);
}

type Dashed<T extends string> = T extends `${infer A}.${infer B}` ? `${A}-${B}` : T;
type ShippedKey = (typeof SHIPPED_KEYS)[number];

/** A rule's name; that of a shipped rule without an own name is in the reader's language. */
export function nameOfRule({ key, name }: Pick<Rule, "key" | "name">, locale: Locale): string {
  if (shippedRule(key)?.name !== name) return name;
  return translatorFor(locale)(
    `notification-admin:shipped.${key.replace(".", "-") as Dashed<ShippedKey>}`,
  );
}

/** The name to store: a shipped rule's unchanged name is stored as shipped. */
export function shippedNameFor(key: string, typed: string, locale: Locale): string {
  const shipped = shippedRule(key);
  return shipped && nameOfRule(shipped, locale) === typed ? shipped.name : typed;
}

/** A rule as the API gives it. */
export const ruleJson = (
  { updatedAt, ...rule }: RuleState,
  things: NamedThings,
  locale: Locale,
): RuleJson => ({
  ...rule,
  name: nameOfRule(rule, locale),
  sentence: ruleSentence(rule, things, locale),
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
});
