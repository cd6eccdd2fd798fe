import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CalendarView } from "~/lib/dates/calendar-view";
import { useAddress } from "~/ui/link";

const WEEK = 7;

/**
 * Keyboard navigation of a calendar (WAI-ARIA APG, "Date Picker Dialog"): arrows move by day, Home
 * and End to the ends of the week, Page Up and Page Down to other pages. With JavaScript only one
 * day is in the tab order.
 */
export function useDayKeys({
  weeks,
  day,
  previous,
  next,
}: Pick<CalendarView, "weeks" | "day" | "previous" | "next">) {
  const table = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  const address = useAddress();
  const [reached, setReached] = useState<string | null>(null);
  const hasTurned = useRef(false);
  const days = weeks.flatMap((week) => week.days.map((one) => one.day));

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets for each page of the calendar
  useEffect(() => {
    setReached(day);
    if (!hasTurned.current) return;
    hasTurned.current = false;
    table.current
      ?.querySelector<HTMLElement>(`[data-day="${day}"]`)
      ?.focus({ preventScroll: true });
  }, [day, weeks[0]?.key]);

  const turn = (href: string) => {
    hasTurned.current = true;
    navigate(address(href), { preventScrollReset: true });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { day: from } = (event.target as HTMLElement).dataset;
    if (!from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const forth = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const at = days.indexOf(from);
    const targets: Record<string, number> = {
      ArrowRight: at + forth,
      ArrowLeft: at - forth,
      ArrowDown: at + WEEK,
      ArrowUp: at - WEEK,
      Home: at - (at % WEEK),
      End: at - (at % WEEK) + WEEK - 1,
      PageUp: -1,
      PageDown: days.length,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const target = days[to];
    if (target === undefined) return turn(to < 0 ? previous.href : next.href);
    setReached(target);
    table.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus();
  };

  const isReachable = (one: string) =>
    reached === null || (days.includes(reached) ? one === reached : one === days[0]);
  return { table, onKeyDown, isReachable };
}
