import { localDigits } from "../../lib/text/digits";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import type { DaysView } from "./browse-events.server";
import classes from "./day-calendar.module.css";

/** The list of successive days. */
const daysHref = (link: string, first: string, last: string): string =>
  link.replace("FIRST", first).replace("LAST", last);

/** Whether the date filter of the list includes this day. */
const isChosen = ({ chosen }: DaysView, day: string): boolean =>
  chosen !== null && day >= chosen.first && day <= chosen.last;

/**
 * The coming days as links to their lists, with how many events each has under the other filters.
 */
export function DayStrip({ days }: { days: DaysView }) {
  const { t } = useText();
  const { chosen, strip, today } = days;
  return (
    <nav className={`${classes.strip} rd-no-print`} aria-label={t("events:list.days")}>
      {strip.map(({ day, weekday, number, count, unseen, isOff }) => {
        const isOnly = chosen?.first === day && chosen.last === day;
        return (
          <Link
            key={day}
            to={isOnly ? days.anyDay : daysHref(days.link, day, day)}
            aria-current={isChosen(days, day) ? "date" : undefined}
            data-first={chosen?.first === day || undefined}
            data-last={chosen?.last === day || undefined}
            data-today={day === today || undefined}
            data-off={isOff || undefined}
            preventScrollReset
          >
            <small>{weekday}</small> <b>{number}</b>
            <span className="rd-hidden"> {unseen}</span>
            <em aria-hidden>{count}</em>
          </Link>
        );
      })}
    </nav>
  );
}

const DAY = 86_400_000;
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/**
 * The list for a chosen day: a day after a single chosen one makes a range, the chosen one again
 * frees the list of days.
 */
function hrefOf({ chosen, calendarLink, anyDay }: DaysView, day: string): string {
  const only = chosen?.first === chosen?.last ? chosen?.first : undefined;
  if (only === day) return anyDay;
  return daysHref(calendarLink, only && only < day ? only : day, day);
}

/** Months whose days are links, for any day or range without typing. */
export function DayCalendar({ days }: { days: DaysView }) {
  const { t, locale } = useText();
  const { months, weekdays } = days.months;
  return (
    <div className={classes.calendar}>
      {days.before ? (
        <Link
          className={classes.step}
          to={days.before}
          aria-label={t("events:list.monthBefore")}
          preventScrollReset
        >
          <Icon name="chevron-left" flip />
        </Link>
      ) : (
        <span />
      )}
      {months.map((month) => (
        <table key={month.first}>
          <caption>
            {month.label} <small>{month.other}</small>
          </caption>
          <thead>
            <tr>
              {weekdays.map(({ long, short }) => (
                <th key={long} scope="col" abbr={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.ceil((month.offset + month.length) / 7) }, (_, week) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other identity
              <tr key={week}>
                {weekdays.map(({ long }, place) => {
                  const index = week * 7 + place - month.offset;
                  if (index < 0 || index >= month.length) return <td key={long} />;
                  const day = later(month.first, index);
                  const number = localDigits(String(index + 1), locale);
                  return (
                    <td key={long} data-today={day === days.today || undefined}>
                      {day < days.today ? (
                        <span>{number}</span>
                      ) : (
                        <Link
                          to={hrefOf(days, day)}
                          aria-label={`${number} ${month.label}`}
                          aria-current={isChosen(days, day) ? "date" : undefined}
                          rel="nofollow"
                          preventScrollReset
                        >
                          {number}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <Link
        className={classes.step}
        to={days.after}
        aria-label={t("events:list.monthAfter")}
        preventScrollReset
      >
        <Icon name="chevron-right" flip />
      </Link>
    </div>
  );
}
