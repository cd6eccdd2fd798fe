import { ListFollow } from "~/components/follow/list-follow";
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
  const { days, chosen, more, first } = showings;
  return (
    <section id="dates" className={classes.showings}>
      <h2>{showings.title}</h2>
      <p className={classes.sentence}>{showings.sentence}</p>
      {days.length > 0 && (
        <nav
          className={`${classes.strip} rd-no-print`}
          aria-label={t("pages:event.chooseDate")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (axe scrollable-region-focusable)
          tabIndex={0}
        >
          <ol>
            {days.map((day) => (
              <li key={day.key}>
                <p className={classes.day}>
                  <small>{day.weekday}</small>
                  <b>{day.day}</b>
                  <small>{day.month}</small>
                </p>
                <ul>
                  {day.times.map((time) => (
                    <li key={time.at}>
                      <Time {...time} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </nav>
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

function Time({ href, dateTime, time, label, status, isShown, isSaved }: ShowingTime) {
  const { t } = useText();
  const isOff = status !== "scheduled";
  return (
    <Link
      className={classes.time}
      to={href}
      data-status={status}
      aria-current={isShown ? "date" : undefined}
      rel="nofollow"
      preventScrollReset
    >
      <time dateTime={dateTime}>{isOff ? <s>{time}</s> : time}</time>
      {label && <small dir="auto">{label}</small>}
      {isSaved && (
        <span className={classes.saved}>
          <Icon name="heart-filled" size="s" />
          <span className="rd-hidden">{t("pages:event.savedDate")}</span>
        </span>
      )}
    </Link>
  );
}
