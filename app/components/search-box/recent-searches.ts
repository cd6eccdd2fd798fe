import { forgetChoice, storeChoice, storedChoice } from "../../lib/http/stored-choice";

const KEY = "rooydad.searches";
const MOST = 6;
const LONGEST = 200;

/**
 * The latest searches of this device, newest first; none where storage is blocked or holds
 * something else.
 */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(storedChoice(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === "string" && text.trim() !== "").slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

/** Keeps a search on this device; it is never sent. */
export function rememberSearch(text: string): void {
  const search = text.trim().slice(0, LONGEST);
  if (search === "") return;
  storeChoice(
    KEY,
    JSON.stringify(
      [search, ...recentSearches().filter((other) => other !== search)].slice(0, MOST),
    ),
  );
}

export const forgetSearches = (): void => forgetChoice(KEY);
