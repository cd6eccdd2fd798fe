import type { ReactNode } from "react";
import { COMMA } from "../../i18n/locale";
import type { EventCardView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { Heart } from "../heart/heart";
import { ResponsiveImage } from "../media/responsive-image";
import { Times } from "./event-card";
import classes from "./event-rows.module.css";

/** Rows whose pictures load at once where they are above the fold. */
const EAGER = 5;

interface EventRowsProps {
  events: readonly EventCardView[];
  /** Makes ids unique if a page shows an event more than once. */
  scope?: string;
  /**
   * `wide`: one column; `narrow`: for the column of a day, without pictures. By default two columns
   * on wide screens.
   */
  look?: "wide" | "narrow";
  /** Shows days, where no heading does. */
  hasDay?: boolean;
  /** Names the city of each event. */
  hasCity?: boolean;
  headingLevel?: 2 | 3;
  /** Loads the first pictures eagerly. */
  eager?: boolean;
  /** What else a row offers, below its facts. */
  extra?: (event: EventCardView) => ReactNode;
}

/**
 * Compact rows of events: time, picture, title, category, place and price. The title's link covers
 * the row.
 */
export function EventRows({ events, look, ...rest }: EventRowsProps) {
  return (
    <ul className={classes.rows} data-look={look}>
      {events.map((event, index) => (
        // A series is listed on each of its days.
        <li key={`${event.id} ${event.startsAt}`}>
          <EventRow event={event} index={index} {...rest} />
        </li>
      ))}
    </ul>
  );
}

type EventRowProps = Omit<EventRowsProps, "events" | "look"> & {
  event: EventCardView;
  index: number;
};

function EventRow({
  event,
  index,
  scope,
  hasDay = false,
  hasCity = false,
  headingLevel = 3,
  eager = false,
  extra,
}: EventRowProps) {
  const { locale } = useText();
  const Heading = `h${headingLevel}` as const;
  const city = hasCity && event.city;
  // The day of a run is its last one already.
  const follows = hasDay && event.tile.isUntil ? null : event.more;
  return (
    <article className={classes.row} data-state={event.state}>
      <time className={classes.time} dateTime={event.startsAt}>
        {hasDay && (
          <small>
            {event.tile.weekday} {event.tile.day} {event.tile.month}
          </small>
        )}
        {event.times ? <Times times={event.times} isQuiet={Boolean(event.soldOut)} /> : event.time}
        {event.aside && <small data-open={event.isOpen || undefined}>{event.aside}</small>}
      </time>
      <ResponsiveImage
        className={classes.cover}
        src={event.cover}
        sizes="68px"
        data-focus={event.focus}
        alt=""
        width={56}
        height={56}
        loading={eager && index < EAGER ? undefined : "lazy"}
        decoding="async"
      />
      <div className={classes.text}>
        <Heading className={classes.title}>
          <Link
            className="rd-cover-link"
            to={event.href}
            lang={event.titleLang === locale ? undefined : event.titleLang}
            dir="auto"
            prefetch="intent"
          >
            {event.title}
          </Link>
        </Heading>
        <p className={classes.meta}>
          {event.stateLabel && <b>{event.stateLabel}</b>}
          {event.category && (
            <span data-family={event.category.family}>{event.category.label}</span>
          )}
          {(event.venue || city) && (
            <span className={classes.place} data-shown={hasCity || undefined}>
              <bdi>{event.venue}</bdi>
              {city && (
                <bdi>
                  {event.venue && COMMA[locale]}
                  {city}
                </bdi>
              )}
            </span>
          )}
          {follows && <em>{follows}</em>}
          {event.zone && <bdi>{event.zone}</bdi>}
        </p>
        {extra && <p className={classes.extra}>{extra(event)}</p>}
      </div>
      <p className={classes.price} data-shown={hasCity || undefined}>
        {event.priceOfDay ?? event.price}
        {event.soldOut && <small data-off>{event.soldOut}</small>}
        {event.note && (
          <small>
            <Icon name="map-pin" size="s" />
            {event.note}
          </small>
        )}
      </p>
      <Heart
        event={event}
        className={classes.heart}
        scope={scope ?? (event.more && event.startsAt.slice(0, 10))}
      />
    </article>
  );
}
