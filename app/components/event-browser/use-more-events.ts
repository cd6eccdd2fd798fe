import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useReducer, useRef } from "react";
import { createBoundedMap } from "~/lib/runtime/remembered";
import { appendPage } from "./append-page";
import type { BrowseView } from "./browse-events.server";

/**
 * Appended pages by history entry. Restores the list and its scroll position on back navigation.
 */
const appended = createBoundedMap<BrowseView[]>({ entries: 20 });

/** Loader data of a city or category page contains the list as `page`. */
type Loaded = BrowseView | { page: BrowseView };

/** The list with its appended pages. `load` calls `done` after the last page. */
export function useMoreEvents(page: BrowseView) {
  const { key } = useLocation();
  const fetcher = useFetcher<Loaded>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const asked = useRef<{ list: string; done: () => void } | null>(null);
  // If the first page ends at another event, the appended pages no longer fit.
  const list = `${key} ${page.more}`;
  const pages = appended.get(list) ?? [];
  const whole = pages.reduce(appendPage, { groups: page.groups, seen: page.seen, more: page.more });

  useEffect(() => {
    const { data, state } = fetcher;
    if (state !== "idle" || !data || !asked.current) return;
    const { list: wanted, done } = asked.current;
    asked.current = null;
    const next = "page" in data ? data.page : data;
    appended.set(wanted, [...(appended.get(wanted) ?? []), next as BrowseView]);
    redraw();
    if (!next.more) done();
  }, [fetcher]);

  const load = (done: () => void) => {
    if (asked.current || !whole.more) return;
    asked.current = { list, done };
    fetcher.load(whole.more);
  };
  return { ...whole, load, isLoading: fetcher.state !== "idle" };
}
