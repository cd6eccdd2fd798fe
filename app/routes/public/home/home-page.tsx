import { CategoryGrid } from "~/components/category-tile/category-tile";
import { CreateEventLink } from "~/components/create-event/create-event-link";
import { EventCard, EventGrid, EventRows } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { NothingOn } from "~/components/nothing-on/nothing-on";
import { useHomeCity } from "~/components/viewer";
import type { Site } from "~/lib/pages/views";
import { ALL_CITIES, paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import { Hero } from "./hero";
import type { CityPartView, CitySpotView, ForYouView, HomeView } from "./home.server";
import classes from "./home-page.module.css";

/** A part of the home page with events of one city. */
function CityPart({ part: { key, look, title, all, events } }: { part: CityPartView }) {
  return (
    <section className="rd-wrap rd-section" aria-labelledby={key}>
      <SectionHead id={key} title={title} all={all} />
      {look === "rows" ? (
        <EventRows events={events} scope={key} hasDay />
      ) : (
        <EventGrid of={events.length}>
          {events.map((event) => (
            <EventCard key={event.id} event={event} scope={key} />
          ))}
        </EventGrid>
      )}
    </section>
  );
}

/** Busiest cities with their next events. */
function Spotlight({ cities }: { cities: readonly CitySpotView[] }) {
  return (
    <ul className={classes.cities}>
      {cities.map(({ slug, href, name, picture, count, next }) => (
        <li key={slug}>
          <Link className={classes.city} to={href} prefetch="intent">
            <span className={classes.picture}>
              <img src={picture} alt="" width={320} height={400} loading="lazy" decoding="async" />
            </span>
            <h3>{name}</h3>
            <p className="rd-quiet">{count}</p>
            {next && (
              <p className={`${classes.next} rd-quiet`}>
                {next.label} <bdi lang={next.lang}>{next.title}</bdi>
              </p>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How the product works, in three steps. */
export function Steps() {
  const { t } = useText();
  return (
    <section className={classes.band} aria-labelledby="how">
      <div className={`rd-wrap ${classes.wrap}`}>
        <Hodhod pose="flying" className={classes.fly} />
        <SectionHead
          id="how"
          title={t("pages:home.how.title")}
          all={{ href: paths.howItWorks(), label: t("pages:home.how.more") }}
        />
        <ol className={classes.steps}>
          {(["look", "keep", "go"] as const).map((step) => (
            <li key={step}>
              <h3>{t(`pages:home.how.${step}.title`)}</h3>
              <p>{t(`pages:home.how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Invites organizers to submit an event, by way of the log-in or sign-up page. */
function SuggestBand({ site }: { site: Pick<Site, "supportEmail"> }) {
  const { t } = useText();
  return (
    <section className="rd-wrap" aria-labelledby="suggest">
      <div className={classes.suggestBandBand}>
        <img
          src={paths.sceneCover("band")}
          alt=""
          width={540}
          height={300}
          loading="lazy"
          decoding="async"
        />
        <div className={classes.text}>
          <h2 id="suggest">{t("pages:home.suggest.title")}</h2>
          <p>{t("pages:home.suggest.text")}</p>
          <div className={`${classes.act} rd-row`}>
            <CreateEventLink>
              {(to) => (
                <Button component={Link} to={to} size="lg" color="zafaran" icon="plus">
                  {t("pages:home.suggest.action")}
                </Button>
              )}
            </CreateEventLink>
            <span className={classes.address}>
              {t("pages:home.suggest.orWrite")} <bdi>{site.supportEmail}</bdi>
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The first events of the page: tonight's in the city, or the next ones. */
export function Opening({
  part: { heading, next, note, all, lead, rows, hasDay },
  today,
}: {
  part: NonNullable<HomeView["opening"]>;
  today: string;
}) {
  return (
    <section className={`rd-wrap ${classes.part}`} aria-labelledby="opening">
      <SectionHead
        id="opening"
        title={
          <>
            {heading.before}
            <Link className={classes.openingCity} to={paths.myCity(paths.home())} rel="nofollow">
              {heading.city}
              <Icon name="chevron-down" size="s" />
            </Link>
            {heading.after}
          </>
        }
        line={[next, today].filter(Boolean).join(" · ")}
        note={note}
        all={all}
      />
      {lead && (
        <div className={classes.events}>
          <EventCard event={lead} scope="lead" size="lead" eager />
          <EventRows events={rows} look="wide" scope="opening" hasDay={hasDay} eager />
        </div>
      )}
    </section>
  );
}

/** Events for a signed-in person, each with its reason and a button that shows less of it. */
function ForYou({ part: { title, cards, less, nothing, again } }: { part: ForYouView }) {
  return (
    <section className="rd-wrap rd-section" aria-labelledby="for-you">
      <SectionHead id="for-you" title={title} />
      {nothing && <p>{nothing}</p>}
      <EventGrid>
        {cards.map(({ card, topic, reason, label }) => (
          <div key={card.id} className={classes.event}>
            <EventCard event={card} scope="for-you" />
            <Form
              method="post"
              action={paths.forYou()}
              className={`${classes.reason} rd-row rd-quiet`}
              preventScrollReset
            >
              <span>{reason}</span>
              <button type="submit" name="less" value={topic} aria-label={label}>
                {less}
              </button>
            </Form>
          </div>
        ))}
      </EventGrid>
      {again && (
        <Form
          method="post"
          action={paths.forYou()}
          className={`${classes.reason} rd-row rd-quiet`}
          preventScrollReset
        >
          <button type="submit" name="again" value="all">
            {again}
          </button>
        </Form>
      )}
    </section>
  );
}

/** Home page. Omits empty sections. */
export function HomePage({ page, site }: { page: HomeView; site: Site | undefined }) {
  const { t } = useText();
  const home = useHomeCity();
  return (
    <main id="main">
      <Hero
        partOfDay={page.partOfDay}
        cities={page.cities}
        doors={page.doors}
        choices={page.choices}
      />
      {page.opening && <Opening part={page.opening} today={page.today} />}
      {page.forYou && <ForYou part={page.forYou} />}
      {page.parts.map((part) => (
        <CityPart key={part.key} part={part} />
      ))}
      {page.trending ? (
        <section className={`rd-wrap rd-section ${classes.trending}`} aria-labelledby="trending">
          <SectionHead
            id="trending"
            title={page.trending.title}
            line={page.trending.note ?? undefined}
            all={{
              href: paths.events({ sort: "popular", city: home?.slug && ALL_CITIES }),
              label: t("pages:home.trending.all"),
            }}
          />
          <EventGrid>
            {page.trending.events.map((event, index) => (
              <EventCard key={event.id} event={event} size={index === 0 ? "wide" : "normal"} />
            ))}
          </EventGrid>
        </section>
      ) : (
        <NothingOn
          title={t("pages:home.empty.title")}
          text={t("pages:home.empty.text")}
          action={t("pages:home.empty.action")}
        />
      )}
      {page.tiles.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="categories">
          <SectionHead id="categories" title={t("pages:home.categories.title")} />
          <CategoryGrid
            tiles={page.tiles}
            all={{
              href: paths.categories(),
              label: t("pages:home.categories.all", { count: page.categoryCount }),
            }}
          />
        </section>
      )}
      {page.spotlight.length > 0 && (
        <section className="rd-wrap rd-section" aria-labelledby="cities">
          <SectionHead
            id="cities"
            title={t("pages:home.cities.title")}
            all={{ href: paths.cities(), label: t("pages:home.cities.all") }}
          />
          <Spotlight cities={page.spotlight} />
        </section>
      )}
      <Steps />
      {site && <SuggestBand site={site} />}
    </main>
  );
}
