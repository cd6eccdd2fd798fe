import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { createBoundedMap } from "~/lib/runtime/remembered";
import type { EventCardView } from "../../lib/pages/views";
import { useText } from "../../ui/text";
import { EventGrid } from "../event-card/event-card";
import type { BrowseView } from "./browse-events.server";
import classes from "./loading.module.css";

type Listed = Pick<BrowseView, "groups" | "seen" | "more">;

/** A series is listed on each of its days, any other event once. */
const keyOf = ({ id, startsAt, more }: EventCardView) => (more ? `${id} ${startsAt}` : id);

/**
 * Appends the next page to a list. Merges a day split across pages and drops events that are
 * already listed.
 */
export function appendPage({ groups, seen }: Listed, next: Listed): Listed {
  const known = new Set(groups.flatMap(({ events }) => events.map(keyOf)));
  const merged = [...groups];
  for (const group of next.groups) {
    const events = group.events.filter((event) => !known.has(keyOf(event)));
    const at = merged.findIndex(({ key }) => key === group.key);
    const same = merged[at];
    if (same) merged[at] = { ...same, events: [...same.events, ...events] };
    else if (events.length > 0) merged.splice(placeOf(group.key, merged), 0, { ...group, events });
  }
  return {
    groups: merged,
    seen: {
      ...next.seen,
      before: seen.before,
      count: next.seen.before + next.seen.count - seen.before,
    },
    more: next.more,
  };
}

/** Days stand in their order: the list's is that of instants, which cities name by other dates. */
function placeOf(key: string, groups: Listed["groups"]): number {
  const isDay = (text: string) => /^\d/.test(text);
  const at = groups.findIndex((group) => isDay(key) && isDay(group.key) && group.key > key);
  return at === -1 ? groups.length : at;
}

/** Delay before the loading state is shown, ms. Prevents flicker. */
const SHORT = 200;

/** Loading state of the list: `long` after 200 ms. */
export function useLoading(action: string): "no" | "short" | "long" {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === action;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLong(true), SHORT);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading]);
  if (!isLoading) return "no";
  return isLong ? "long" : "short";
}

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

/** Placeholder cards. Hidden for the first 200 ms to prevent flicker. */
export function CardSkeletons({ count }: { count: number }) {
  const { t } = useText();
  return (
    <div className={classes.skeletons} aria-busy="true">
      <p className="rd-hidden" role="status">
        {t("common:loading")}
      </p>
      <EventGrid>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items
          <div key={place} className={classes.card} aria-hidden="true">
            <div className={classes.cover} />
            <div className={classes.lines}>
              <span />
              <span />
              <span />
            </div>
          </div>
        ))}
      </EventGrid>
    </div>
  );
}
