import { ListFollow } from "~/components/follow/follow-button";
import { Heart } from "~/components/heart/heart";
import { Icon } from "~/ui/icon";
import { Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import type { ShowingsView, ShowingTime } from "./event.server";
import classes from "./showings.module.css";

/** Dates of an event: each is a link to the page with the facts of that date. */
export function Showings({ showings }: { showings: ShowingsView }) {
  const { t } = useText();
  const address = useAddress();
  const { weekdays, weeks, chosen, more, first } = showings;
  return (
    <section id="dates" className={classes.showings}>
      <h2>{showings.title}</h2>
      {showings.sentence && <p className={classes.sentence}>{showings.sentence}</p>}
      {weeks.length > 0 && (
        <>
          {showings.unit && <p className={classes.unit}>{showings.unit}</p>}
          <table
            className={`${classes.calendar} rd-no-print`}
            aria-label={t("pages:event.chooseDate")}
          >
            <thead>
              <tr>
                {weekdays.map((day) => (
                  <th key={day} scope="col">
                    {day}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.key}>
                  {week.days.map((day) => (
                    <td key={day.key} data-none={day.times.length === 0 || undefined}>
                      <p className={classes.day} data-today={day.isToday || undefined}>
                        <b>{day.day}</b>
                        {day.month && <span>{day.month}</span>}
                        <small>{day.other}</small>
                      </p>
                      {day.times.map((time) => (
                        <Time key={time.at} {...time} />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {chosen && (
        <div className={classes.chosen}>
          <Heart key={chosen.heart.at} event={chosen.heart} scope="date" />
          <p>
            <b>{chosen.label}</b>
            {chosen.note && <bdi>{chosen.note}</bdi>}
          </p>
        </div>
      )}
      {showings.follow && (
        <div className={`${classes.follow} rd-no-print`}>
          <ListFollow follow={showings.follow} />
        </div>
      )}
      <p className={`${classes.links} rd-no-print`}>
        {first && (
          <Link className="rd-link" to={first} preventScrollReset>
            {t("pages:event.nextDate")}
          </Link>
        )}
        {more && (
          <Link className="rd-link" to={more} preventScrollReset>
            {t("pages:event.laterDates")}
          </Link>
        )}
        <a className="rd-link" href={address(showings.file)} rel="nofollow" download>
          {t("pages:event.allDates")}
        </a>
      </p>
    </section>
  );
}

function Time({ href, dateTime, time, label, name, status, isShown, isSaved }: ShowingTime) {
  const { t } = useText();
  const isOff = status !== "scheduled";
  return (
    <Link
      className={classes.time}
      to={href}
      data-status={status}
      aria-current={isShown ? "date" : undefined}
      aria-label={isSaved ? `${name}, ${t("pages:event.savedDate")}` : name}
      rel="nofollow"
      preventScrollReset
    >
      <time dateTime={dateTime}>{isOff ? <s>{time}</s> : time}</time>
      {label && <small dir="auto">{label}</small>}
      {isSaved && (
        <span className={classes.saved}>
          <Icon name="heart-filled" size="s" />
        </span>
      )}
    </Link>
  );
}
