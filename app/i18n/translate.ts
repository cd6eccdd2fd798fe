import { formatNumber } from "../lib/text/money";
import type { Locale } from "./locale";
import type { DrawnMessages } from "./made/drawn-messages";

/** The texts of a namespace: a tree of sentences, with `{{name}}` for values. */
interface MessageTree {
  [key: string]: string | MessageTree | readonly (string | MessageTree)[];
}

/**
 * Namespaces that components draw with; the browser downloads those that its page's layout names
 * (docs/decisions/texts.md). They are listed from the files of app/locales/en.
 */
export type { DrawnMessages };

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
