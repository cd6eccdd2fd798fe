import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import classes from "./event-month.module.css";
import type { MonthView } from "./present-month.server";

/** A month of events, a tile each, by day. Days lead to their lists. */
export function EventMonth({ month }: { month: MonthView }) {
  const { title, other, weekdays, days, before, after } = month;
  return (
    <section aria-labelledby="month-title">
      <div className={classes.head}>
        <h2 id="month-title">
          {title} <small>{other}</small>
        </h2>
        {before && (
          <Link className="rd-square" to={before} aria-label={month.beforeLabel} rel="nofollow">
            <Icon name="chevron-left" flip />
          </Link>
        )}
        <Link className="rd-square" to={after} aria-label={month.afterLabel} rel="nofollow">
          <Icon name="chevron-right" flip />
        </Link>
      </div>
      <div className={classes.weekdays} aria-hidden>
        {weekdays.map(({ long, short }) => (
          <span key={long}>
            <b>{long}</b>
            <i>{short}</i>
          </span>
        ))}
      </div>
      <ol className={classes.days}>
        {days.map((day) => (
          <li
            key={day.day}
            data-out={day.isOut || day.isOver || undefined}
            data-today={day.isToday || undefined}
            data-rest={day.isRest || undefined}
          >
            <p className={classes.date}>
              {day.href ? (
                <Link className="rd-cover-link" to={day.href} rel="nofollow">
                  <span className="rd-hidden">
                    {day.name}: {day.count}
                  </span>
                  <b aria-hidden>{day.number}</b>
                </Link>
              ) : (
                <b>{day.number}</b>
              )}
              <small aria-hidden>{day.other}</small>
            </p>
            <p className={classes.tiles} aria-hidden>
              {day.tiles.map((family, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tiles without a state of their own
                <i key={index} data-family={family || undefined} />
              ))}
            </p>
            <p className={classes.count} aria-hidden>
              <span>{day.count}</span>
              <em>{day.short}</em>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
