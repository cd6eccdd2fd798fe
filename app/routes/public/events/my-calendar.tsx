import { Hodhod } from "~/components/hodhod/hodhod";
import type { CalendarGroupView, CalendarItemView, CalendarView } from "~/lib/dates/calendar-view";
import { Icon, Star } from "~/ui/icon";
import { Link } from "~/ui/link";
import classes from "./calendar.module.css";
import { CalendarGrid } from "./calendar-grid";

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
        <Link to={item.href}>
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
