import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CalendarDayView, CalendarSlotView, CalendarView } from "~/lib/dates/calendar-view";
import { Link, useAddress } from "~/ui/link";
import classes from "./calendar.module.css";

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

/** Calendar table: weeks as rows, days as cells, with a link for each day and event. */
export function CalendarGrid({ calendar }: { calendar: CalendarView }) {
  const { table, onKeyDown, isReachable } = useDayKeys(calendar);
  return (
    <div className={classes.grid} data-layout={calendar.layout}>
      <table ref={table} onKeyDown={onKeyDown} aria-describedby="calendar-keys">
        <caption className="rd-hidden">
          {calendar.title} ({calendar.other})
        </caption>
        <thead>
          <tr>
            {calendar.weekdays.map(({ key, long, short }) => (
              <th key={key} scope="col">
                <span className={classes.long}>{long}</span>
                <abbr className={classes.short} title={long}>
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.weeks.map((week) => (
            <tr key={week.key}>
              {week.days.map((day) => (
                <DayCell key={day.day} day={day} isReachable={isReachable(day.day)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id="calendar-keys" className="rd-hidden">
        {calendar.keys}
      </p>
    </div>
  );
}

function DayCell({ day, isReachable }: { day: CalendarDayView; isReachable: boolean }) {
  return (
    <td
      data-out={day.isOut || undefined}
      data-rest={day.isRest || undefined}
      data-today={day.isToday || undefined}
      data-chosen={day.isChosen || undefined}
    >
      <Link
        className={classes.day}
        to={day.href}
        data-day={day.day}
        tabIndex={isReachable ? undefined : -1}
        aria-current={day.isToday ? "date" : undefined}
        preventScrollReset
      >
        <b aria-hidden="true">{day.number}</b>
        <small aria-hidden="true">{day.other}</small>
        <span className="rd-hidden">{day.label}</span>
      </Link>
      {day.slots.length > 0 && (
        <ul className={`${classes.slots} rd-stack rd-gap-2xs`}>
          {day.slots.map((slot, lane) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
            <Slot key={lane} slot={slot} />
          ))}
        </ul>
      )}
      {day.more && (
        <Link className={classes.more} to={day.href} preventScrollReset>
          {day.more}
        </Link>
      )}
      {day.dots.length > 0 && (
        <span className={classes.dots} aria-hidden="true">
          {day.dots.map((family, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity
            <i key={place} data-family={family} />
          ))}
        </span>
      )}
    </td>
  );
}

function Slot({ slot }: { slot: CalendarSlotView }) {
  if (!slot) return <li className={classes.gap} aria-hidden="true" />;
  const { item, begins, ends, span, continues } = slot;
  const isBar = item.isRun || !(begins && ends);
  return (
    <li
      className={classes.slot}
      data-family={item.family}
      data-span={span > 1 ? span : undefined}
      data-begins={begins || undefined}
      data-ends={ends || undefined}
      data-open={item.isOpen || undefined}
      data-cancelled={item.isCancelled || undefined}
      data-run={item.isRun || undefined}
    >
      {span > 0 ? (
        <Link to={item.href} title={[item.title, item.local].filter(Boolean).join(" · ")}>
          {!isBar && <span className={classes.hour}>{item.time}</span>}
          <bdi lang={item.titleLang}>{item.title}</bdi>
          {(item.marks.length > 0 || item.local) && (
            <span className="rd-hidden">
              {" "}
              ({[...item.marks, item.local].filter(Boolean).join(" · ")})
            </span>
          )}
        </Link>
      ) : (
        <span className="rd-hidden">{continues}</span>
      )}
    </li>
  );
}
