import { EventRows } from "~/components/event-card/event-card";
import { FollowButton, FollowTiming } from "~/components/follow/follow-button";
import { SubscribeLinks } from "~/components/follow/follow-list";
import { PlaceAround } from "~/components/map/still-map";
import { ResponsiveImage } from "~/components/media/responsive-image";
import { CopyButton } from "~/components/share/copy-button";
import { Button, LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import type { hostPage } from "./host.server";
import classes from "./host-page.module.css";

type Page = Omit<Awaited<ReturnType<typeof hostPage>>, "scope">;

/** Page of a venue or an organizer: what is on, past events, about. */
export function HostPage({ page }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main" className="rd-wrap">
      <HostHead page={page} />
      <Tabs
        label={t("pages:host.sections")}
        tabs={page.tabs}
        current={page.isPast ? "past" : "on"}
      />
      <div className={classes.columns}>
        <div>
          <section aria-labelledby="events">
            <h2 id="events" className="rd-hidden">
              {t(page.isPast ? "pages:host.past" : "pages:host.on")}
            </h2>
            {page.events.length > 0 ? (
              <EventRows events={page.events} hasDay look="wide" />
            ) : (
              <p className={classes.nothing}>
                {t(page.isPast ? "pages:host.nothingPast" : "pages:host.nothing")}
              </p>
            )}
            {(page.start || page.next) && (
              <p className={`${classes.actions} rd-row`}>
                {page.next && (
                  <LinkButton to={page.next} variant="default">
                    {t("pages:host.more")}
                  </LinkButton>
                )}
                {page.start && (
                  <LinkButton to={page.start} variant="default">
                    {t("pages:host.first")}
                  </LinkButton>
                )}
              </p>
            )}
          </section>
          {page.past && (
            <section className={classes.past} aria-labelledby="past">
              <div>
                <h2 id="past">{t("pages:host.been")}</h2>
                <Link className="rd-link" to={page.past.all}>
                  {t("pages:host.allPast")}
                </Link>
              </div>
              <EventRows events={page.past.events} scope="past" hasDay look="wide" />
            </section>
          )}
        </div>
        <div className={classes.side}>
          <FollowTiming follow={page.follow} />
          {page.announcement && (
            <section
              id="announcement"
              className={classes.about}
              aria-labelledby="announcement-title"
            >
              <h2 id="announcement-title">{t("pages:host.announcement")}</h2>
              <p className="rd-lines" lang={page.announcement.lang} dir="auto">
                {page.announcement.text}
              </p>
              <p className={classes.kind}>{page.announcement.date}</p>
            </section>
          )}
          {page.picture && <HostMap page={page} />}
          <HostAbout page={page} />
          {page.others && <OtherHosts title={page.others.title} hosts={page.others.hosts} />}
          {page.claim && (
            <p>
              <Link className="rd-link" to={page.claim.href} rel="nofollow">
                {page.claim.label}
              </Link>
            </p>
          )}
          <SubscribeLinks feed={page.feed} />
        </div>
      </div>
    </main>
  );
}

function HostHead({ page }: { page: Page }) {
  const { t } = useText();
  const isVenue = page.kind === "venue";
  return (
    <>
      <nav className={classes.crumbs} aria-label={t("common:crumbs")}>
        <ol className="rd-row">
          {page.crumbs.map(({ label, href }, index) => (
            <li key={href} className="rd-row">
              {index > 0 && <Icon name="chevron-right" size="s" flip />}
              <Link to={href}>{label}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <header className={classes.head}>
        {page.picture ? (
          <div className={isVenue ? classes.map : classes.portrait}>
            <ResponsiveImage
              className={classes.picture}
              src={page.picture.src}
              data-focus={page.picture.focus}
              sizes={isVenue ? "(max-width: 767px) 100vw, 416px" : "128px"}
              alt={t("pages:host.picture", { name: page.name })}
              width={isVenue ? 416 : 128}
              height={isVenue ? 245 : 128}
            />
          </div>
        ) : page.around ? (
          <div className={classes.map}>
            <HostMap page={page} />
          </div>
        ) : (
          <div className={classes.portrait}>
            <img className={classes.picture} src={page.emblem} alt="" width={128} height={128} />
          </div>
        )}
        <div>
          {isVenue && page.around && !page.picture && (
            <img className={classes.mark} src={page.emblem} alt="" width={64} height={64} />
          )}
          <p className={classes.kind}>{t(isVenue ? "pages:host.venue" : "pages:host.organizer")}</p>
          <h1>
            <bdi lang={page.lang}>{page.name}</bdi>
          </h1>
          {page.isVerified && (
            <p className={classes.verified} title={t("pages:host.verifiedHelp")}>
              <Icon name="circle-check" size="s" />
              {t("pages:host.verified")}
            </p>
          )}
          {page.place && (
            <p className={classes.place}>
              <bdi>{page.place}</bdi>
            </p>
          )}
          {page.since && <p className={classes.place}>{page.since}</p>}
          <div className={`${classes.actions} rd-row`}>
            <FollowButton follow={page.follow} />
            {page.directions && (
              <Button
                component="a"
                href={page.directions.google}
                rel="nofollow noopener"
                variant="default"
                icon="map-2"
              >
                {t("pages:host.directions")}
              </Button>
            )}
            <CopyButton
              text={page.share}
              copiedText={t("pages:event.linkCopied")}
              className={classes.copy}
            >
              {t("pages:event.copyLink")}
            </CopyButton>
            {page.edit && (
              <LinkButton to={page.edit} variant="default" icon="edit">
                {t("pages:host.edit")}
              </LinkButton>
            )}
          </div>
        </div>
      </header>
    </>
  );
}

/** Others of the same city, with what they have on. */
function OtherHosts({ title, hosts }: NonNullable<Page["others"]>) {
  return (
    <section className={classes.others} aria-labelledby="others">
      <h2 id="others">{title}</h2>
      <ul>
        {hosts.map(({ topic, name, lang, href, picture, emblem, text }) => (
          <li key={topic}>
            <span className={classes.mark}>
              {picture ? (
                <ResponsiveImage
                  className="rd-fill"
                  src={picture.src}
                  data-focus={picture.focus}
                  sizes="44px"
                  alt=""
                  width={44}
                  height={44}
                  loading="lazy"
                  decoding="async"
                  hasBlur={false}
                />
              ) : (
                <img
                  className="rd-fill"
                  src={emblem}
                  alt=""
                  width={44}
                  height={44}
                  loading="lazy"
                  decoding="async"
                />
              )}
            </span>
            <Link className="rd-cover" to={href}>
              <b lang={lang} dir="auto">
                {name}
              </b>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Where a venue is; at the head of its page, or beside the lists where a picture is at the head.
 */
function HostMap({ page: { around, directions, name } }: { page: Page }) {
  return (
    around &&
    directions && <PlaceAround around={around} href={directions.openStreetMap} name={name} />
  );
}

/** Texts by staff and links, beside the lists. */
function HostAbout({ page }: { page: Page }) {
  const { t } = useText();
  if (page.about.length === 0 && page.links.length === 0) return null;
  return (
    <aside className={classes.about} aria-labelledby="about">
      <h2 id="about">{t("pages:host.about")}</h2>
      {page.about.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
      {page.links.length > 0 && (
        <ul>
          {page.links.map(({ href, label }) => (
            <li key={href}>
              <a className="rd-link" href={href} rel="nofollow ugc noopener" dir="ltr">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
