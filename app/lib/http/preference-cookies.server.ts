import type { ListView } from "../pages/list-view";
import { SAVED_COOKIE, type SavedKey, savedWords } from "../pages/saved-list";

const YEAR = 31_536_000;

interface Choices {
  language?: string | null;
  theme?: string | null;
  /** A slug or "all". */
  city?: string | null;
  view?: ListView;
}

/**
 * The Set-Cookie headers that keep language, theme, city and view for a year (decisions.md §1);
 * null lets the browser decide again.
 */
export function choiceCookies(request: Request, choices: Choices): string[] {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return (["language", "theme", "city", "view"] as const).flatMap((name) => {
    const value = choices[name];
    return value === undefined
      ? []
      : [
          `rooydad.${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : YEAR}; SameSite=Lax${secure}`,
        ];
  });
}

const WORD = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:_(\d{12}))?$/;
const START = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** More words than we write are not read: a cookie is untrusted. */
const MOST_READ = 150;

/** What a word of the cookie says; null for one that is not ours. */
export function savedKeyOf(word: string): SavedKey | null {
  const [, a, b, c, d, e, digits] = WORD.exec(word) ?? [];
  if (a === undefined) return null;
  return {
    id: [a, b, c, d, e].join("-"),
    at: digits?.replace(START, "$1-$2-$3T$4:$5") ?? null,
  };
}

/** What the guest of a request has saved, the oldest first; words that are not ours are left out. */
export const readSavedKeys = (request: Request): SavedKey[] =>
  [...new Set(savedWords(request.headers.get("Cookie") ?? ""))]
    .slice(0, MOST_READ)
    .map(savedKeyOf)
    .filter((key) => key !== null);

/** The Set-Cookie header that keeps these words for a year. Readable by scripts, which fill hearts. */
export const savedCookie = (request: Request, words: readonly string[]): string =>
  `${SAVED_COOKIE}=${words.join(".")}; Path=/; Max-Age=${YEAR}; SameSite=Lax${new URL(request.url).protocol === "https:" ? "; Secure" : ""}`;

/** The Set-Cookie header that removes it. */
export const forgetSavedCookie = (): string => `${SAVED_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
