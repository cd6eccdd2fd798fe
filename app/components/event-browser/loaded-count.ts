/** Id of the element whose value is how many events are shown, where pages have been loaded behind the first. */
export const LOADED_COUNT = "loaded-count";

/** As many as one page may hold (`limit` of the list, decisions.md §12). */
const MOST = 100;

/** The address of a list so that its first page holds what has been loaded behind it; any other address as it is. */
export function withLoaded(here: string, loaded: number): string {
  if (!(loaded > 0)) return here;
  const url = new URL(here, "http://path.invalid");
  url.searchParams.set("limit", String(Math.min(loaded, MOST)));
  return url.pathname + url.search;
}
