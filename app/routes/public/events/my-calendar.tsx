import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Hodhod } from "~/components/hodhod/hodhod";
import type {
  CalendarDayView,
  CalendarGroupView,
  CalendarItemView,
  CalendarSlotView,
  CalendarView,
} from "~/lib/dates/calendar-view";
import { Icon, Star } from "~/ui/icon";
import { Link, useAddress } from "~/ui/link";
import classes from "./calendar.module.css";

/** My Calendar as month, week or agenda, built from links. JavaScript adds keyboard navigation. */
export function MyCalendar({ calendar }: { calendar: CalendarView }) {
  return (
    <>
      <header className={classes.head}>
        <div>
          <p className={classes.eyebrow}>
            <Star />
            {calendar.eyebrow}
          </p>
          <h1>
            {calendar.title} <small>{calendar.other}</small>
          </h1>
        </div>
        <Tools calendar={calendar} />
      </header>
      {calendar.empty && <Empty {...calendar.empty} />}
      {calendar.layout === "agenda" ? (
        <div className={classes.columns}>
          <div className={`${classes.agenda} rd-stack rd-gap-lg`}>
            {calendar.groups.map((group) => (
              <Group key={group.day} group={group} nothing={calendar.nothing} />
            ))}
          </div>
          <aside className={`rd-stack rd-gap-lg rd-no-print`}>
            <Feed {...calendar.feed} />
          </aside>
        </div>
      ) : (
        <div className={classes.columns}>
          <CalendarGrid calendar={calendar} />
          <aside className={`rd-stack rd-gap-lg rd-no-print`}>
            {calendar.groups.map((group) => (
              <Group key={group.day} group={group} nothing={calendar.nothing} />
            ))}
            <Feed {...calendar.feed} />
          </aside>
        </div>
      )}
    </>
  );
}

function Tools({ calendar }: { calendar: CalendarView }) {
  const switches = [
    { label: calendar.layoutsLabel, links: calendar.layouts },
    { label: calendar.calendarsLabel, links: calendar.calendars },
  ];
  return (
    <div className={`rd-row rd-no-print`}>
      {switches.map(({ label, links }) => (
        <nav key={label} className={classes.switch} aria-label={label}>
          {links.map((link) => (
            <Link
              key={link.key}
              to={link.href}
              aria-current={link.isOn ? "true" : undefined}
              preventScrollReset
            >
              {link.label}
            </Link>
          ))}
        </nav>
      ))}
      <nav className={classes.turn} aria-label={calendar.turnLabel}>
        <Link to={calendar.previous.href} aria-label={calendar.previous.label} preventScrollReset>
          <Icon name="chevron-left" flip />
        </Link>
        <Link to={calendar.today.href} preventScrollReset>
          {calendar.today.label}
        </Link>
        <Link to={calendar.next.href} aria-label={calendar.next.label} preventScrollReset>
          <Icon name="chevron-right" flip />
        </Link>
      </nav>
    </div>
  );
}

function Group({ group, nothing }: { group: CalendarGroupView; nothing: string }) {
  return (
    <section className={classes.group} data-today={group.isToday || undefined}>
      <h2>{group.title}</h2>
      <p>{group.other}</p>
      {group.items.length === 0 ? (
        <p className={classes.nothing}>{nothing}</p>
      ) : (
        <ol>
          {group.items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Item({ item }: { item: CalendarItemView }) {
  return (
    <li
      data-family={item.family}
      data-open={item.isOpen || undefined}
      data-cancelled={item.isCancelled || undefined}
    >
      <span className={classes.time}>{item.time}</span>
      <div>
        <Link className="rd-cover" to={item.href}>
          <bdi lang={item.titleLang}>{item.title}</bdi>
        </Link>
        {item.local && <p>{item.local}</p>}
        {item.place && (
          <p>
            <bdi>{item.place}</bdi>
          </p>
        )}
        {item.marks.length > 0 && (
          <p className={classes.marks}>
            {item.marks.map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function Empty({ title, text, action }: NonNullable<CalendarView["empty"]>) {
  return (
    <div className={`${classes.empty} rd-no-print`}>
      <Hodhod pose="sleeping" />
      <div>
        <h2>{title}</h2>
        <p>
          {text}{" "}
          <Link className="rd-link" to={action.href}>
            {action.label}
          </Link>
        </p>
      </div>
    </div>
  );
}

function Feed({ title, text, action }: CalendarView["feed"]) {
  return (
    <section className={`${classes.feed} rd-box rd-no-print`}>
      <h2>{title}</h2>
      <p>{text}</p>
      <Link to={action.href}>
        <Icon name="rss" />
        {action.label}
      </Link>
    </section>
  );
}

const WEEK = 7;

/**
 * Keyboard navigation of a calendar (WAI-ARIA APG, "Date Picker Dialog"): arrows move by day, Home
 * and End to the ends of the week, Page Up and Page Down to other pages. With JavaScript only one
 * day is in the tab order.
 */
function useDayKeys({
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
function CalendarGrid({ calendar }: { calendar: CalendarView }) {
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
