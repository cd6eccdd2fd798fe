import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import type { DaysView } from "./browse-events.server";
import classes from "./day-strip.module.css";

/** The list of successive days. */
export const daysHref = (link: string, first: string, last: string): string =>
  link.replace("FIRST", first).replace("LAST", last);

/** Whether the date filter of the list includes this day. */
export const isChosen = ({ chosen }: DaysView, day: string): boolean =>
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
