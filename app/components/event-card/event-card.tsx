import type { ReactNode } from "react";
import { COMMA } from "../../i18n/locale";
import type { CardTime, EventCardView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import { Heart } from "../heart/heart";
import { ResponsiveImage } from "../media/responsive-image";
import classes from "./event-card.module.css";

interface EventCardProps {
  event: EventCardView;
  /** The tile shows a time instead of a date under a heading with the date. */
  tile?: "date" | "time";
  /** `wide` spans two columns and rows of the grid; `lead` stands outside of one. */
  size?: "normal" | "wide" | "lead";
  headingLevel?: 2 | 3;
  /** Loads the picture eagerly, for cards above the fold. */
  eager?: boolean;
  /** Preview inside the event form: renders no nested form. */
  isPreview?: boolean;
  /** Makes ids unique if a page shows an event more than once. */
  scope?: string;
}

/** Widths of the picture in the grid of `EventGrid`. */
const SIZES = {
  normal: "(max-width: 599px) 116px, (max-width: 899px) 48vw, (max-width: 1199px) 32vw, 300px",
  wide: "(max-width: 899px) 94vw, 620px",
  lead: "(max-width: 899px) 94vw, 620px",
};

/** Objects, so that the build finds the names for its sprite. */
const STATE_ICONS = {
  cancelled: { icon: "ban" },
  postponed: { icon: "clock-pause" },
  "sold-out": { icon: "ticket" },
} as const;

/** Card of an event. The title's link covers the whole card. */
export function EventCard({
  event,
  tile = "date",
  size = "normal",
  headingLevel = 3,
  eager = false,
  isPreview = false,
  scope,
}: EventCardProps) {
  const { locale, t } = useText();
  const { socialProof } = useUx();
  const Heading = `h${headingLevel}` as const;
  const follows = tile === "date" ? event.follows : event.more;
  return (
    <article className={classes.card} data-size={size} data-state={event.state}>
      <div className={classes.cover}>
        <ResponsiveImage
          src={event.cover}
          sizes={SIZES[size]}
          data-focus={event.focus}
          alt=""
          width={400}
          height={300}
          loading={eager ? undefined : "lazy"}
          fetchPriority={eager ? "high" : undefined}
        />
      </div>
      {tile === "date" ? (
        <time className={classes.tile} dateTime={event.startsAt}>
          <small>{event.tile.weekday}</small>
          <b>{event.tile.day}</b>
          <small>{event.tile.month}</small>
        </time>
      ) : (
        <time
          className={`${classes.tile} ${classes.clock}`}
          dateTime={event.startsAt}
          data-several={event.times && true}
        >
          {event.times ? <Times times={event.times} /> : event.time}
        </time>
      )}
      <div className={classes.body}>
        {event.stateLabel && (
          <p className={classes.state}>
            <Icon
              name={STATE_ICONS[event.state === "scheduled" ? "postponed" : event.state].icon}
              size="s"
            />
            {event.stateLabel}
          </p>
        )}
        {event.category && (
          <p className={classes.category} data-family={event.category.family}>
            {event.category.label}
          </p>
        )}
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
        {event.line && (
          <p
            className={classes.line}
            lang={event.line.lang === locale ? undefined : event.line.lang}
            dir="auto"
          >
            {event.line.text}
          </p>
        )}
        <p className="rd-dots rd-quiet">
          {(tile === "date" || event.zone) && (
            <span>
              {event.times ? <Times times={event.times} /> : event.when}
              {event.zone && ` ${event.zone}`}
            </span>
          )}
          <span>
            <bdi>{event.venue}</bdi>
            {event.venue && event.city && COMMA[locale]}
            <bdi>{event.city}</bdi>
          </span>
        </p>
        {follows && <p className={classes.dates}>{follows}</p>}
        <p className={`${classes.price} rd-row`}>
          <b>{(tile === "time" && event.priceOfDay) || event.price}</b>
          {event.note ? (
            <span className="rd-inline rd-gap-2xs">
              <Icon name="map-pin" size="s" />
              {event.note}
            </span>
          ) : (
            socialProof.savedCount &&
            event.saved && <span className="rd-inline">{event.saved}</span>
          )}
          {event.isSaved !== null && (
            <Link
              className={`${classes.collect} rd-square`}
              to={paths.eventCollections(event.id)}
              aria-label={t("common:heart.collect", { title: event.title })}
            >
              <Icon name="folder-plus" />
            </Link>
          )}
        </p>
      </div>
      {!isPreview && <Heart event={event} className={classes.heart} scope={scope} />}
    </article>
  );
}

/** Times of a day; those that one cannot go to are struck through. */
function Times({
  times,
  isQuiet = false,
}: {
  times: CardTime[];
  /** Another place says why they are struck through. */
  isQuiet?: boolean;
}) {
  const { locale } = useText();
  return times.map(({ time, off }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the times of a day may be equal, and keep their order
    <span key={index} className={classes.oneTime}>
      {off ? <s>{time}</s> : time}
      {off && <small className={isQuiet ? "rd-hidden" : undefined}> {off}</small>}
      {index < times.length - 1 && <i>{COMMA[locale]}</i>}
    </span>
  ));
}

/**
 * Grid of cards: up to four columns on wide screens, rows on phones.
 * @param of how many cards there are, where three or four should stay in one line
 */
export function EventGrid({ of, children }: { of?: number; children: React.ReactNode }) {
  return (
    <div className={classes.grid} data-of={of}>
      {children}
    </div>
  );
}

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
        className={classes.eventRowsCover}
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
        <Heading className={classes.eventRowsTitle}>
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
        <p className="rd-dots rd-quiet">
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
      <p className={classes.eventRowsPrice} data-shown={hasCity || undefined}>
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
        className={classes.eventRowsHeart}
        scope={scope ?? (event.more && event.startsAt.slice(0, 10))}
      />
    </article>
  );
}
