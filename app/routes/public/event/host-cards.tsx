import type { ReactNode } from "react";
import { ListFollow } from "~/components/follow/follow-list";
import { PlaceAround } from "~/components/map/still-map";
import { ResponsiveImage } from "~/components/media/responsive-image";
import type { IconName } from "~/lib/icon-names";
import type { EventCardView } from "~/lib/pages/views";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { EventPageView, HostCardView } from "./event.server";
import classes from "./host-cards.module.css";

/** Objects, so that the build finds the names for its sprite. */
const MARKS = {
  organizer: { icon: "users" },
  venue: { icon: "building-arch" },
} as const satisfies Record<string, { icon: IconName }>;

/** Who organizes it and where it is, each with what comes next. */
export function HostCards({ page: { hosts, place, categories } }: { page: EventPageView }) {
  if (hosts.length === 0) return null;
  return (
    <aside className={`${classes.cards} rd-no-print`}>
      {hosts.map((host) => (
        <HostCard key={host.kind} host={host}>
          {host.around && place.maps && (
            <PlaceAround
              around={host.around}
              href={place.maps.openStreetMap}
              name={host.name.text}
              category={categories[0]}
            />
          )}
        </HostCard>
      ))}
    </aside>
  );
}

function HostCard({ host, children }: { host: HostCardView; children: ReactNode }) {
  const name = <bdi lang={host.name.lang}>{host.name.text}</bdi>;
  return (
    <section className={`${classes.card} rd-box`}>
      <header>
        <span className={classes.mark}>
          {host.picture ? (
            <ResponsiveImage
              src={host.picture.src}
              data-focus={host.picture.focus}
              sizes="44px"
              alt=""
              width={44}
              height={44}
              loading="lazy"
              decoding="async"
              hasBlur={false}
            />
          ) : (
            <Icon name={MARKS[host.kind].icon} />
          )}
        </span>
        <div>
          <h2>{host.href ? <Link to={host.href}>{name}</Link> : name}</h2>
          <p>{host.label}</p>
        </div>
        <ListFollow follow={host.follow} label={`${host.follow?.label}: ${host.name.text}`} />
      </header>
      {children}
      {host.events.length > 0 && (
        <ul>
          {host.events.map((event) => (
            <NextEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NextEvent({ event }: { event: EventCardView }) {
  const { locale, t } = useText();
  return (
    <li>
      <img
        src={event.cover}
        data-focus={event.focus}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        decoding="async"
      />
      <Link to={event.href} prefetch="intent">
        <b lang={event.titleLang === locale ? undefined : event.titleLang} dir="auto">
          {event.title}
        </b>
        <time dateTime={event.startsAt}>
          {event.tile.weekday} {event.tile.day} {event.tile.month}
          {t("pages:event.comma")}
          {event.when}
        </time>
      </Link>
    </li>
  );
}
