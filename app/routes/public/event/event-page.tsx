import { type ReactNode, useEffect, useRef, useState } from "react";
import { EventRows } from "~/components/event-card/event-card";
import { ListFollow } from "~/components/follow/follow-list";
import { PlaceAround } from "~/components/map/still-map";
import { ResponsiveImage } from "~/components/media/responsive-image";
import type { IconName } from "~/lib/icon-names";
import type { EventCardView } from "~/lib/pages/views";
import { linkParts } from "~/lib/text/link-parts";
import { Icon, Star } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { useUx } from "~/ui/ux";
import { EventActions, HostBar } from "./event-actions";
import { EventChange, EventDecision, Showings } from "./event-decision";
import classes from "./event-page.module.css";
import type { EventBadge, EventPageView, HostCardView } from "./route";

/**
 * Picture of an event: complete, on a blurred copy of itself, with a link to the file. A photo that
 * fails to load is replaced by the girih cover.
 */
function EventCover({ cover }: Pick<EventPageView, "cover">) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The picture may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  const src = failed && cover.fallback ? cover.fallback : cover.src;
  if (cover.fallback !== null && !failed)
    return (
      <a className={`${classes.cover} ${classes.poster}`} href={cover.src}>
        <ResponsiveImage
          className={`${classes.blurred} rd-fill`}
          src={cover.src}
          sizes="100px"
          alt=""
          width={600}
          height={600}
        />
        <ResponsiveImage
          className="rd-fill"
          imageRef={image}
          hasBlur={false}
          src={cover.src}
          sizes="(max-width: 899px) 100vw, 392px"
          alt=""
          width={600}
          height={600}
          fetchPriority="high"
          onError={() => setFailed(true)}
        />
        <span className={`${classes.zoom} rd-no-print`}>
          <Icon name="maximize" />
          <span className="rd-hidden">{cover.label}</span>
        </span>
      </a>
    );
  return (
    <div className={classes.cover}>
      <img
        className="rd-fill"
        ref={image}
        src={src}
        alt=""
        width={600}
        height={400}
        fetchPriority="high"
        onError={() => setFailed(true)}
      />
    </div>
  );
}

const BADGE_ICONS: Record<EventBadge, { icon: IconName }> = {
  cancelled: { icon: "ban" },
  postponed: { icon: "clock-pause" },
  past: { icon: "history" },
  ongoing: { icon: "broadcast" },
  today: { icon: "calendar-event" },
  "sold-out": { icon: "ticket" },
};

/**
 * Event page. Picture and cards stand beside the text on wide screens, before and after it on
 * phones.
 */
export function EventPage({ page }: { page: EventPageView }) {
  const { t } = useText();
  return (
    <main id="main" className={`rd-wrap ${classes.page}`} data-badge={page.badge?.kind}>
      {page.own && <HostBar own={page.own} />}
      <nav className={`${classes.crumbs} rd-no-print`} aria-label={t("common:crumbs")}>
        <ol>
          {page.crumbs.map((crumb) => (
            <li key={crumb.href} className="rd-line">
              <Link className="rd-underline" to={crumb.href}>
                <bdi>{crumb.label}</bdi>
              </Link>
              <Icon name="chevron-right" size="s" flip />
            </li>
          ))}
        </ol>
      </nav>
      <EventChange eventId={page.id} room={page.room} />
      <article className={classes.columns}>
        <EventCover key={page.id} cover={page.cover} />
        <div className={classes.main}>
          <EventHead page={page} />
          {page.notice && (
            <p className={classes.notice} data-badge={page.badge?.kind}>
              <Icon name="info-circle" />
              {page.notice}
            </p>
          )}
          {page.instead && <Instead instead={page.instead} page={page} />}
          <EventDecision page={page} />
          <EventActions page={page} />
          {page.showings && <Showings showings={page.showings} />}
          <About page={page} />
          <Film page={page} />
          <Essentials page={page} />
          <Tags page={page} />
        </div>
        <HostCards page={page} />
      </article>
      {!page.instead && <Related page={page} />}
    </main>
  );
}

interface PartProps {
  page: EventPageView;
}

function EventHead({ page }: PartProps) {
  const { t } = useText();
  const { socialProof } = useUx();
  return (
    <header className={classes.head}>
      {page.categories.length > 0 && (
        <p
          className={`${classes.category} rd-row rd-quiet`}
          data-family={page.categories[0]?.family}
        >
          <Star />
          <span className="rd-dots">
            {page.categories.map((category) => (
              <Link key={category.slug} className="rd-press rd-underline" to={category.href}>
                {category.label}
              </Link>
            ))}
          </span>
        </p>
      )}
      <h1>
        <bdi lang={page.title.lang}>{page.title.text}</bdi>
      </h1>
      <p className={`${classes.by} rd-row rd-quiet`}>
        {page.organizer && (
          <span>
            {t("pages:event.by")}{" "}
            {page.organizerPath || page.organizerHref ? (
              <Link className="rd-link" to={page.organizerPath ?? page.organizerHref ?? ""}>
                <bdi lang={page.organizer.lang}>{page.organizer.text}</bdi>
              </Link>
            ) : (
              <bdi lang={page.organizer.lang}>{page.organizer.text}</bdi>
            )}
          </span>
        )}
        {page.organizerPath && page.organizerHref && (
          <Link className="rd-link" to={page.organizerHref}>
            {t("pages:event.profile")}
          </Link>
        )}
        {/* A notice says the same in full. */}
        {page.badge && !page.notice && (
          <span className={classes.badge} data-badge={page.badge.kind}>
            <Icon name={BADGE_ICONS[page.badge.kind].icon} size="s" />
            {page.badge.label}
          </span>
        )}
        {page.translated && <span className={classes.views}>{page.translated}</span>}
        {socialProof.savedCount && page.saved && (
          <span className={classes.views}>{page.saved}</span>
        )}
        {socialProof.viewCount && page.views && <span className={classes.views}>{page.views}</span>}
      </p>
    </header>
  );
}

function About({ page: { about } }: PartProps) {
  const { t } = useText();
  if (about.paragraphs.length === 0) return null;
  return (
    <section>
      <h2>{t("pages:event.about")}</h2>
      {about.note && <p className={classes.note}>{about.note}</p>}
      <div className={classes.prose} lang={about.lang}>
        {about.paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
          <p key={index} dir="auto">
            {linkParts(paragraph).map(({ text, href }, place) =>
              href ? (
                <a
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
                  key={place}
                  className="rd-link"
                  href={href}
                  rel="nofollow ugc noopener"
                  dir="ltr"
                >
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </p>
        ))}
      </div>
    </section>
  );
}

/** Promotional video, downloaded only when played. */
function Film({ page: { video } }: PartProps) {
  const { t } = useText();
  if (!video) return null;
  return (
    <section className="rd-no-print">
      <h2 id="film">{t("pages:event.video")}</h2>
      {video.kind === "link" ? (
        <p>
          <a className="rd-link" href={video.href} target="_blank" rel="nofollow ugc noopener">
            {t("pages:event.videoAt", { host: video.host })}
          </a>
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: organizers upload videos without captions; the text states the essentials
        <video
          className={classes.video}
          src={video.src}
          poster={video.poster}
          controls
          preload="none"
          playsInline
          aria-labelledby="film"
        />
      )}
    </section>
  );
}

function Essentials({ page: { facts } }: PartProps) {
  const { t } = useText();
  if (facts.length === 0) return null;
  return (
    <section>
      <h2>{t("pages:event.essentials")}</h2>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={fact.key}>
            <dt>{fact.label}</dt>
            <dd>
              {fact.value}
              {fact.detail && <small>{fact.detail}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What to do in the place of an event that is off or over: others, and who to follow. */
function Instead({
  instead,
  page,
}: PartProps & { instead: NonNullable<EventPageView["instead"]> }) {
  const organizer = page.hosts.find(({ kind }) => kind === "organizer");
  if (instead.events.length === 0 && !organizer?.follow) return null;
  return (
    <section className={`${classes.instead} rd-no-print`}>
      {instead.events.length > 0 && (
        <>
          <h2>{instead.title}</h2>
          <EventRows events={instead.events} look="wide" hasDay scope="instead" />
        </>
      )}
      {organizer?.follow && (
        <ListFollow
          follow={organizer.follow}
          label={`${organizer.follow.label}: ${organizer.name.text}`}
        />
      )}
    </section>
  );
}

function Tags({ page: { tags } }: PartProps) {
  const { t } = useText();
  if (tags.length === 0) return null;
  return (
    <section className="rd-no-print">
      <h2>{t("pages:event.tags")}</h2>
      <ul className={`${classes.chips} rd-row rd-no-print`}>
        {tags.map((tag) => (
          <li key={tag.href}>
            <Link className={`${classes.tag} rd-underline`} to={tag.href}>
              <bdi>{tag.label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ page: { similar } }: PartProps) {
  const { t } = useText();
  const { contextual } = useUx();
  if (!contextual.similarEvents || similar.events.length === 0) return null;
  return (
    <section className="rd-section rd-no-print">
      <div className={classes.sectionHead}>
        <h2>{t("pages:event.similar")}</h2>
        <Link className="rd-press" to={similar.more}>
          {t("pages:event.more")}
          <Icon name="arrow-right" flip />
        </Link>
      </div>
      <EventRows events={similar.events} hasDay />
    </section>
  );
}

/** Objects, so that the build finds the names for its sprite. */
const MARKS = {
  organizer: { icon: "users" },
  venue: { icon: "building-arch" },
} as const satisfies Record<string, { icon: IconName }>;

/** Who organizes it and where it is, each with what comes next. */
function HostCards({ page: { hosts, place, categories } }: { page: EventPageView }) {
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
      <Link className="rd-cover" to={event.href} prefetch="intent">
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
