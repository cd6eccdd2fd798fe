/** DOM event that a heart sends to the page; its `detail` is 1 after a save, -1 after a removal. */
export const SAVED_EVENT = "rooydad:saved";

/** The cookie of what a guest has saved. Scripts read it; only answers of the server set it. */
export const SAVED_COOKIE = "rooydad.saved";
/** Stands in the cookie when a form without a script set it: the server then presses the hearts. */
export const SCRIPTLESS = "~";
/** What fits into a cookie, which browsers cut at 4,096 bytes with its name and attributes. */
const MOST_BYTES = 3_800;
const MOST = 100;

/** An event that is saved, or one of its dates by its original start. */
export interface SavedKey {
  id: string;
  at: string | null;
}

/** One word of the cookie: the id without dashes, and the digits of the date. */
export const savedWord = ({ id, at }: { id: string; at?: string | null }): string =>
  id.replaceAll("-", "") + (at ? `_${at.replace(/\D/g, "")}` : "");

/** The words in a request's or a document's cookies, the oldest first; null before the first save. */
export function savedWords(cookies: string): string[] | null {
  const value = new RegExp(`(?:^|;\\s*)${SAVED_COOKIE.replace(".", "\\.")}=([^;]*)`).exec(
    cookies,
  )?.[1];
  return value === undefined
    ? null
    : value.split(".").filter((word) => word !== "" && word !== SCRIPTLESS);
}

/** The words with one added or removed; null where it does not fit. */
export function changedWords(words: readonly string[], word: string, isSaved: boolean) {
  const others = words.filter((other) => other !== word);
  if (!isSaved) return others;
  const all = [...others, word];
  return all.length > MOST || all.join(".").length > MOST_BYTES ? null : all;
}
