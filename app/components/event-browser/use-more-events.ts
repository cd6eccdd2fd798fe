import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useReducer, useRef } from "react";
import { appendPage } from "./append-page";
import type { BrowseView } from "./browse-view";

/** Pages that were appended to a list, by its place in the history: who comes back finds them, and so the place on the page. */
const appended = new Map<string, BrowseView[]>();

/** A page of a city or a category holds the list beside other things. */
type Loaded = BrowseView | { page: BrowseView };

/** The list with what has been loaded behind it. `load` calls `done` where that was the last. */
export function useMoreEvents(page: BrowseView) {
  const { key } = useLocation();
  const fetcher = useFetcher<Loaded>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const asked = useRef<{ list: string; done: () => void } | null>(null);
  // Where the first page now ends elsewhere, what was behind its old end no longer fits.
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
