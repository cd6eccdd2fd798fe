import { SAVED_COOKIE, type SavedKey, savedWords } from "../pages/saved-list";

const YEAR = 31_536_000;
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
