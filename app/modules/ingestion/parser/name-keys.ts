import { KEY_WORDS, type KeyMeaning, LANGUAGE_WORDS, UNIT_WORDS } from "./key-words";

/** What a key says: its meaning, how sure that is among keys of the same meaning (0 is surest), its language and unit. */
export interface NamedKey {
  meaning: KeyMeaning;
  rank: number;
  language: "fa" | "en" | null;
  unit: string | null;
}

const MEANINGS = new Map<string, { meaning: KeyMeaning; rank: number }>();
for (const meaning of Object.keys(KEY_WORDS) as KeyMeaning[])
  KEY_WORDS[meaning].split(" ").forEach((word, rank) => {
    if (!MEANINGS.has(word)) MEANINGS.set(word, { meaning, rank });
  });

const MAX_KEY = 80;
const MAX_KNOWN = 5_000;
const FILLERS = new Set(["in", "the", "به", "زبان", "of", "language", "lang", "text", "version"]);
const known = new Map<string, NamedKey | null>();

/** The words of a key: of snake_case, camelCase, kebab-case or with spaces; Arabic letters as Persian ones. */
export function keyTokens(key: string): string[] {
  return key
    .slice(0, MAX_KEY)
    .normalize("NFKC")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u0640]/g, "")
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/\u200c|ٔ/g, "")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

/** What a key of an entry means; null for keys that say nothing we know, `__proto__` and its like among them. */
export function nameKey(key: string): NamedKey | null {
  let named = known.get(key);
  if (named === undefined) {
    named = find(key);
    if (known.size >= MAX_KNOWN) known.clear();
    if (key.length <= MAX_KEY) known.set(key, named);
  }
  return named;
}

function find(key: string): NamedKey | null {
  // "@type" and "@context" of JSON-LD are about the data, not about the event.
  if (key.startsWith("@") || key.startsWith("__")) return null;
  const tokens = keyTokens(key);
  const whole = MEANINGS.get(tokens.join(""));
  if (whole) return { ...whole, language: null, unit: null };
  const language = tokens.map((token) => LANGUAGE_WORDS[token]).find((found) => found !== undefined) ?? null;
  const unit = tokens.find((token) => UNIT_WORDS.has(token)) ?? null;
  const base = tokens.filter((token) => !(token in LANGUAGE_WORDS) && !UNIT_WORDS.has(token));
  const plain = MEANINGS.get(base.join("")) ?? MEANINGS.get(base.filter((token) => !FILLERS.has(token)).join(""));
  if (plain && (language || unit)) return { ...plain, language, unit };
  return plain ? { ...plain, language: null, unit: null } : joined(tokens.join(""));
}

/** titlefa, farsititle: language and meaning in one word. */
function joined(word: string): NamedKey | null {
  const parts = /^(.+?)(fa|farsi|persian|en|english|فارسی|انگلیسی)$/.exec(word) ?? /^(fa|farsi|persian|en|english)(.+)$/.exec(word);
  if (!parts) return null;
  const [, first = "", second = ""] = parts;
  const [base, language] = second in LANGUAGE_WORDS ? [first, LANGUAGE_WORDS[second]] : [second, LANGUAGE_WORDS[first]];
  const found = MEANINGS.get(base);
  return found ? { ...found, language: language ?? null, unit: null } : null;
}

/** The language that a key is the name of ("fa", "English", "فارسی"), as in {"en": …, "fa": …}. */
export function languageKey(key: string): "fa" | "en" | null {
  const tokens = keyTokens(key);
  return tokens.length > 0 && tokens.length <= 2 ? (LANGUAGE_WORDS[tokens[0] ?? ""] ?? null) : null;
}
