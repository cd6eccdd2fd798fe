import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { EventRows } from "../event-card/event-card";
import classes from "./event-month.module.css";
import type { MonthView } from "./present-days.server";

/** A month of events, a tile each, by day, beside the events of one day. */
export function EventMonth({ month }: { month: MonthView }) {
  const { title, other, kinds, before, today, after } = month;
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
        {today && (
          <Link className="rd-chip" to={today.href} rel="nofollow">
            {today.label}
          </Link>
        )}
        <Link className="rd-square" to={after} aria-label={month.afterLabel} rel="nofollow">
          <Icon name="chevron-right" flip />
        </Link>
      </div>
      {kinds && (
        <ul className={classes.kinds} aria-label={kinds.title}>
          <li>
            <Link
              className="rd-chip"
              to={kinds.all.href}
              aria-current={kinds.all.isChosen || undefined}
              rel="nofollow"
              preventScrollReset
            >
              {kinds.all.label}
            </Link>
          </li>
          {kinds.some.map(({ name, label, family, count, isChosen, href }) => (
            <li key={name}>
              <Link
                className="rd-chip"
                to={href}
                aria-current={isChosen || undefined}
                rel="nofollow"
                preventScrollReset
              >
                <i className={classes.tile} data-family={family} />
                {label} <small>{count}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.columns}>
        <Days month={month} />
        <ChosenDay day={month.day} />
      </div>
    </section>
  );
}

function Days({ month: { weekdays, days } }: { month: MonthView }) {
  return (
    <div>
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
            data-chosen={day.isChosen || undefined}
          >
            <p className={classes.date}>
              {day.href ? (
                <Link
                  className="rd-cover-link"
                  to={day.href}
                  aria-current={day.isChosen ? "date" : undefined}
                  rel="nofollow"
                  preventScrollReset
                >
                  <span className="rd-hidden">
                    {day.name}: {day.count}
                  </span>
                  <b aria-hidden>
                    {day.number} <small>{day.begins}</small>
                  </b>
                </Link>
              ) : (
                <b>
                  {day.number} <small>{day.begins}</small>
                </b>
              )}
              <small aria-hidden>{day.other}</small>
            </p>
            <p className={classes.tiles} aria-hidden>
              {day.tiles.map((family, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tiles without a state of their own
                <i key={index} className={classes.tile} data-family={family || undefined} />
              ))}
            </p>
            {day.named && (
              <p
                className={classes.named}
                data-again={day.isNamedAgain || undefined}
                aria-hidden={day.href ? true : undefined}
              >
                {day.named}
              </p>
            )}
            <p className={classes.count} aria-hidden>
              {day.count}
              {day.title && <bdi>{day.title}</bdi>}
            </p>
            {day.lines.map(({ lane, cells, family, isFirst, isLast, title }) => (
              <span
                key={lane}
                className={classes.line}
                aria-hidden
                data-family={family || undefined}
                data-first={isFirst || undefined}
                data-last={isLast || undefined}
                style={{ "--lane": lane, "--cells": cells } as Record<string, number>}
              >
                {title && <bdi>{title}</bdi>}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function ChosenDay({ day }: { day: MonthView["day"] }) {
  return (
    <section id="day" className={classes.chosen} aria-labelledby="day-title" aria-live="polite">
      <div className={classes.head}>
        <h2 id="day-title">
          {day.title} <small>{day.other}</small>
        </h2>
        {day.before && (
          <Link
            className="rd-square"
            to={day.before}
            aria-label={day.beforeLabel}
            rel="nofollow"
            preventScrollReset
          >
            <Icon name="chevron-left" flip />
          </Link>
        )}
        <Link
          className="rd-square"
          to={day.after}
          aria-label={day.afterLabel}
          rel="nofollow"
          preventScrollReset
        >
          <Icon name="chevron-right" flip />
        </Link>
      </div>
      {day.none && <p className={classes.none}>{day.none}</p>}
      {day.timed.length > 0 && <EventRows events={day.timed} look="wide" scope="day" />}
      {day.open.events.length > 0 && (
        <>
          <h3>{day.open.title}</h3>
          <EventRows events={day.open.events} look="wide" scope="open" />
        </>
      )}
      {!day.none && (
        <Button component={Link} to={day.all.href} variant="default" rel="nofollow">
          {day.all.label}
        </Button>
      )}
    </section>
  );
}
