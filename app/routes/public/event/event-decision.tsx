import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ListFollow } from "~/components/follow/follow-list";
import { Heart } from "~/components/heart/heart";
import { CopyButton } from "~/components/share/copy-button";
import { COMMA } from "~/i18n/locale";
import { distanceKm, type Position } from "~/lib/geo/geo";
import { whenIdle } from "~/lib/pages/when-idle";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import { CalendarMenu, CardMenu } from "./event-actions";
import actions from "./event-actions.module.css";
import classes from "./event-decision.module.css";
import type { EventPageView, ShowingsView, ShowingTime } from "./route";

/**
 * "This event has changed": joins the city's room once the page is idle and listens for this event.
 */
export function EventChange({ eventId, room }: { eventId: string; room: string | null }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [isChanged, setChanged] = useState(false);

  // Asks the service worker to cache the page for offline use, also after client navigation; in the
  // language of this page, whose copy it would replace.
  const seen = useAddress()(paths.event(eventId));
  useEffect(() => navigator.serviceWorker?.controller?.postMessage({ seen }), [seen]);

  useEffect(() => {
    setChanged(false);
    if (!room) return;
    let close = () => {};
    let left = false;
    const cancel = whenIdle(async () => {
      const { listenToCity } = await import("~/lib/realtime/city-room");
      if (!left) close = listenToCity(room, (id) => id === eventId && setChanged(true));
    });
    return () => {
      left = true;
      cancel();
      close();
    };
  }, [eventId, room]);

  return (
    <div role="status">
      {isChanged && (
        <p className={classes.notice}>
          <Icon name="refresh" />
          {t("pages:event.changed")}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setChanged(false);
              revalidate();
            }}
          >
            {t("events:list.refresh")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A position that the browser found within this time is good enough, ms. */
const RECENT = 300_000;

/**
 * How far away that is, where the reader has allowed this site to know their position. Nothing is
 * requested or sent.
 */
export function Distance({ to }: { to: Position }) {
  const { t, locale } = useText();
  const [km, setKm] = useState<number | null>(null);
  useEffect(
    () =>
      whenIdle(async () => {
        const permission = await navigator.permissions
          ?.query({ name: "geolocation" })
          .catch(() => null);
        if (permission?.state !== "granted") return;
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => setKm(distanceKm(coords, to)),
          () => {},
          { maximumAge: RECENT },
        );
      }),
    [to],
  );
  if (km === null) return null;
  const figure = formatNumber(km, locale, { maximumFractionDigits: km < 10 ? 1 : 0 });
  return <span>{t("pages:event.away", { distance: t("events:distance", { km: figure }) })}</span>;
}

interface PartProps {
  page: EventPageView;
}

/**
 * When, where and for how much: the facts that decide whether to go, with calendar and directions.
 */
export function EventDecision({ page }: PartProps) {
  const { t } = useText();
  const { when, place, price } = page;
  return (
    <section aria-label={t("pages:event.card")}>
      <dl className={classes.decision}>
        <div>
          <dt data-off={when.isOff || undefined}>
            <span className="rd-hidden">{t("pages:event.decision.when")}</span>
            <time className={classes.tile} dateTime={when.dateTime}>
              <small>{when.tile.weekday}</small>
              <b>{when.tile.day}</b>
              <small>{when.tile.month}</small>
            </time>
          </dt>
          <dd>
            {when.was && (
              <span>
                <span className="rd-hidden">{when.was.sentence}</span>
                <s aria-hidden="true">
                  <time dateTime={when.was.dateTime}>{when.was.text}</time>
                </s>
              </span>
            )}
            <b>{when.isOff ? <s>{when.beside}</s> : when.beside}</b>
            {when.aside && !when.isOff && (
              <em className={classes.aside} data-open={when.isOpen || undefined}>
                {when.aside}
              </em>
            )}
            <span>{when.isOff ? <s>{when.below}</s> : when.below}</span>
            {when.zone && <span>{when.zone}</span>}
          </dd>
          {page.calendar && page.main !== "calendar" && (
            <dd className="rd-no-print">
              <CalendarMenu calendar={page.calendar} className={actions.small} />
            </dd>
          )}
          {when.hours && <Hours hours={when.hours} />}
        </div>
        <div>
          <dt>
            <Icon name="map-pin" />
            <span className="rd-hidden">{t("pages:event.decision.where")}</span>
          </dt>
          <dd>
            {place.venue && (
              <b>
                {page.venuePath ? (
                  <Link className="rd-press" to={page.venuePath}>
                    <bdi lang={place.venue.lang}>{place.venue.text}</bdi>
                  </Link>
                ) : (
                  <bdi lang={place.venue.lang}>{place.venue.text}</bdi>
                )}
              </b>
            )}
            <Address place={place} />
            {place.position && <Distance to={place.position} />}
            {place.online?.href && (
              <a className="rd-link" href={place.online.href} rel="nofollow ugc noopener">
                {t("pages:event.online.join")}
              </a>
            )}
            {place.online?.note && <span>{place.online.note}</span>}
          </dd>
          {place.maps && (
            <dd className="rd-no-print">
              <Directions place={place} />
            </dd>
          )}
        </div>
        <div>
          <dt>
            <Icon name="ticket" />
            <span className="rd-hidden">{t("pages:event.fact.price")}</span>
          </dt>
          <dd>
            <b>{price.text}</b>
            {price.detail && <span>{price.detail}</span>}
            {page.tickets && (
              <span>
                {t(page.tickets.isWaitlist ? "pages:event.waitlistOn" : "pages:event.ticketsOn", {
                  host: `\u2068${page.tickets.host}\u2069`,
                })}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Texts of opening hours that a seventh of a phone holds. */
const NARROW = 7;

/** The opening hours of seven days, side by side; on phones below each other where they are long. */
function Hours({ hours }: { hours: NonNullable<EventPageView["when"]["hours"]> }) {
  const { t } = useText();
  const isNarrow = hours.every(({ hours: text }) => text.length <= NARROW);
  return (
    <dd className={classes.hours} data-narrow={isNarrow || undefined}>
      <ol aria-label={t("pages:event.openingHours")}>
        {hours.map((day) => (
          <li
            key={day.key}
            data-today={day.isToday || undefined}
            data-closed={day.isClosed || undefined}
          >
            <span>{day.day}</span>
            <b>{day.hours}</b>
          </li>
        ))}
      </ol>
    </dd>
  );
}

/** The address, whose city is a link to what is on there. */
function Address({ place: { address, city } }: Pick<EventPageView, "place">) {
  const { locale } = useText();
  const [before, named, after] = address?.parts ?? ["", "", ""];
  const link = city && (
    <Link className="rd-link" to={city.href}>
      {named || city.label}
    </Link>
  );
  return (
    <span>
      {address && (
        <bdi lang={address.lang}>
          {before}
          {named && link}
          {after}
        </bdi>
      )}
      {!named && address && link && COMMA[locale]}
      {!named && link}
    </span>
  );
}

function Directions({ place: { maps, whole } }: Pick<EventPageView, "place">) {
  const { t } = useText();
  if (!maps) return null;
  return (
    <CardMenu
      className={actions.small}
      label={
        <>
          <Icon name="map-2" />
          <span>{t("pages:event.directions")}</span>
        </>
      }
    >
      <li>
        <a href={maps.openStreetMap} rel="noopener">
          <Icon name="map-2" />
          {t("pages:event.openStreetMap")}
        </a>
      </li>
      <li>
        <a href={maps.google} rel="noopener">
          <Icon name="brand-google" />
          {t("pages:event.googleMaps")}
        </a>
      </li>
      <li>
        <CopyButton
          text={whole}
          copiedText={t("pages:event.addressCopied")}
          className={actions.item}
        >
          {t("pages:event.copyAddress")}
        </CopyButton>
      </li>
    </CardMenu>
  );
}

/** Dates of an event: each is a link to the page with the facts of that date. */
export function Showings({ showings }: { showings: ShowingsView }) {
  const { locale, t } = useText();
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
                  <th key={day} scope="col" data-letter={locale === "fa" ? day[0] : undefined}>
                    <span>{day}</span>
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

function Time(showing: ShowingTime) {
  const { t } = useText();
  const { href, dateTime, time, label, brief, name, status, isShown, isSaved } = showing;
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
      {label && (
        <small dir="auto" data-letter={brief ?? undefined}>
          <span>{label}</span>
        </small>
      )}
      {isSaved && (
        <span className={classes.saved}>
          <Icon name="heart-filled" size="s" />
        </span>
      )}
    </Link>
  );
}
