/** Views of a list of events. */
export const LIST_VIEWS = ["rows", "grid", "week", "month", "map"] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Views of the list's address that are pages of their own. */
export const OTHER_VIEWS: readonly string[] = ["calendar", "favourites"];

/** The view of the parameter or cookie `view`; null for any other value. */
export const readListView = (text: string | null): ListView | null =>
  LIST_VIEWS.find((view) => view === text) ?? null;

/** Id of the element with the number of loaded events. Present once pages have been appended. */
export const LOADED_COUNT = "loaded-count";

/** Maximum of the list's `limit` parameter (decisions.md §12). */
const MAX_LOADED = 100;

/**
 * Adds `limit` to the URL of a list, so that its first page holds all loaded events. Returns other
 * URLs unchanged.
 */
export function withLoaded(here: string, loaded: number): string {
  if (!(loaded > 0)) return here;
  const url = new URL(here, "http://path.invalid");
  url.searchParams.set("limit", String(Math.min(loaded, MAX_LOADED)));
  return url.pathname + url.search;
}
