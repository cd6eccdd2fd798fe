import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Heart } from "~/components/heart/heart";
import { CopyButton } from "~/components/share/copy-button";
import { StatusBadge } from "~/components/status-badge/status-badge";
import type { IconName } from "~/lib/icon-names";
import { linkParts } from "~/lib/text/link-parts";
import { Icon, Star } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { useUx } from "~/ui/ux";
import { EventChange } from "./event-change";
import { EventCover } from "./event-cover";
import classes from "./event-page.module.css";
import type { EventBadge, EventPageView } from "./event-page-view";
import { Showings } from "./showings";
import { TicketCard, TicketsBar } from "./ticket-card";

const BADGE_ICONS: Record<EventBadge, { icon: IconName }> = {
  cancelled: { icon: "ban" },
  postponed: { icon: "clock-pause" },
  past: { icon: "history" },
  ongoing: { icon: "broadcast" },
  "sold-out": { icon: "ticket" },
};

/** Event page. The card is at the end of the text on wide screens, between header and body on phones. */
export function EventPage({ page }: { page: EventPageView }) {
  const { t } = useText();
  return (
    <main id="main" className={`rd-wrap ${classes.page}`} data-badge={page.badge?.kind}>
      {page.own && (
        <p className={`${classes.own} rd-no-print`}>
          <StatusBadge status={page.own.status}>{page.own.label}</StatusBadge>
          <span>{page.own.note}</span>
          <Link to={page.own.edit.href}>
            <Icon name="edit" size="s" />
            {page.own.edit.label}
          </Link>
          {page.own.change && (
            <Link to={page.own.change.href}>
              <Icon name="calendar-share" size="s" />
              {page.own.change.label}
            </Link>
          )}
        </p>
      )}
      <nav className={classes.crumbs} aria-label={t("common:crumbs")}>
        <ol>
          {page.crumbs.map((crumb) => (
            <li key={crumb.href}>
              <Link to={crumb.href}>
                <bdi>{crumb.label}</bdi>
              </Link>
              <Icon name="chevron-right" size="s" flip />
            </li>
          ))}
        </ol>
      </nav>
      <EventChange eventId={page.id} room={page.room} />
      <div className={classes.frame}>
        <EventCover key={page.id} cover={page.cover} />
        <Heart key={`heart ${page.id}`} event={page.heart} className={classes.heart} />
      </div>
      <article className={classes.columns}>
        <EventHead page={page} />
        <TicketCard page={page} />
        <div className={classes.body}>
          {page.showings && <Showings showings={page.showings} />}
          <About page={page} />
          <Film page={page} />
          <Essentials page={page} />
          <Schedule page={page} />
          <GettingThere page={page} />
          <Tags page={page} />
        </div>
      </article>
      <Related page={page} />
      <TicketsBar page={page} />
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
        <p className={classes.category} data-family={page.categories[0]?.family}>
          <Star />
          {page.categories.map((category) => (
            <Link key={category.slug} className="rd-press" to={category.href}>
              {category.label}
            </Link>
          ))}
        </p>
      )}
      <h1>
        <bdi lang={page.title.lang}>{page.title.text}</bdi>
      </h1>
      <p className={classes.by}>
        {page.organizer && (
          <span>
            {t("pages:event.by")}{" "}
            {page.organizerHref ? (
              <Link className="rd-link" to={page.organizerHref}>
                <bdi lang={page.organizer.lang}>{page.organizer.text}</bdi>
              </Link>
            ) : (
              <bdi lang={page.organizer.lang}>{page.organizer.text}</bdi>
            )}
          </span>
        )}
        {page.badge && (
          <span className={classes.badge} data-badge={page.badge.kind}>
            <Icon name={BADGE_ICONS[page.badge.kind].icon} size="s" />
            {page.badge.label}
          </span>
        )}
        {socialProof.savedCount && page.saved && <span className={classes.views}>{page.saved}</span>}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
                <a key={place} className="rd-link" href={href} rel="nofollow ugc noopener" dir="ltr">
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
        <video className={classes.video} src={video.src} poster={video.poster} controls preload="none" playsInline aria-labelledby="film" />
      )}
    </section>
  );
}

function Essentials({ page: { facts } }: PartProps) {
  const { t } = useText();
  return (
    <section>
      <h2>{t("pages:event.essentials")}</h2>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={fact.key}>
            <dt>
              <Icon name={fact.icon} />
              {fact.label}
            </dt>
            <dd>
              {fact.written ? <bdi>{fact.value}</bdi> : fact.value}
              {fact.detail && <small>{fact.written ? <bdi>{fact.detail}</bdi> : fact.detail}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Schedule({ page: { schedule } }: PartProps) {
  const { t } = useText();
  if (schedule.length === 0) return null;
  return (
    <section>
      <h2>{t("pages:event.schedule")}</h2>
      <ol className={classes.schedule}>
        {schedule.map((step) => (
          <li key={step.key} data-state={step.state}>
            <time dateTime={step.dateTime}>{step.when}</time>
            <p>
              {step.title}
              {step.state === "now" && <span>{t(step.dateTime.includes("T") ? "events:ongoing" : "events:day.today")}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function GettingThere({ page: { place } }: PartProps) {
  const { t } = useText();
  return (
    <section>
      <h2>{t("pages:event.place")}</h2>
      <div className={classes.place}>
        <div>
          {place.venue && (
            <b>
              <bdi lang={place.venue.lang}>{place.venue.text}</bdi>
            </b>
          )}
          {place.address && (
            <p>
              <bdi lang={place.address.lang}>{place.address.text}</bdi>
            </p>
          )}
          {place.city && (
            <p>
              <Link className="rd-link" to={place.city.href}>
                {place.city.label}
              </Link>
            </p>
          )}
          <div className={classes.chips}>
            <a className={classes.chip} href={place.maps.openStreetMap} rel="noopener">
              <Icon name="map-2" />
              {t("pages:event.openStreetMap")}
            </a>
            <a className={classes.chip} href={place.maps.google} rel="noopener">
              <Icon name="brand-google" />
              {t("pages:event.googleMaps")}
            </a>
            <CopyButton text={place.whole} copiedText={t("pages:event.addressCopied")} className={classes.chip}>
              {t("pages:event.copyAddress")}
            </CopyButton>
          </div>
        </div>
        {place.city && <img src={place.city.cover} alt="" width={400} height={300} loading="lazy" decoding="async" />}
      </div>
    </section>
  );
}

function Tags({ page: { tags } }: PartProps) {
  const { t } = useText();
  if (tags.length === 0) return null;
  return (
    <section className="rd-no-print">
      <h2>{t("pages:event.tags")}</h2>
      <ul className={classes.chips}>
        {tags.map((tag) => (
          <li key={tag.href}>
            <Link className={classes.tag} to={tag.href}>
              <bdi>{tag.label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ page: { similar, atVenue } }: PartProps) {
  const { t } = useText();
  const { contextual } = useUx();
  return (
    <>
      {atVenue.events.length > 0 && (
        <section className="rd-section rd-no-print">
          <div className={classes.sectionHead}>
            <h2>{atVenue.title}</h2>
          </div>
          <EventGrid>
            {atVenue.events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </EventGrid>
        </section>
      )}
      {contextual.similarEvents && similar.events.length > 0 && (
        <section className="rd-section rd-no-print">
          <div className={classes.sectionHead}>
            <h2>{t("pages:event.similar")}</h2>
            <Link className="rd-press" to={similar.more}>
              {t("pages:event.more")}
              <Icon name="arrow-right" flip />
            </Link>
          </div>
          <EventGrid>
            {similar.events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </EventGrid>
        </section>
      )}
    </>
  );
}
