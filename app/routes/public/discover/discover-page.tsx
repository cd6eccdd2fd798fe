import { useNavigation, useSubmit } from "@remix-run/react";
import { Ring } from "~/components/category-tile/category-tile";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { NothingOn } from "~/components/nothing-on/nothing-on";
import { SearchFields, submittedParams } from "~/components/search-box/search-fields";
import form from "~/components/search-form/search-form.module.css";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { SectionHead } from "~/ui/section";
import { useText } from "~/ui/text";
import type { ChosenCityView, DiscoverView, MoodView, ShelfView } from "./discover.server";
import classes from "./discover-page.module.css";

/** Heading, subtitle, up to four events and a link to all of them. */
function Shelf({ shelf, eager = false }: { shelf: ShelfView; eager?: boolean }) {
  return (
    <section className={`rd-wrap rd-section ${classes.shelf}`} aria-labelledby={shelf.key}>
      <SectionHead id={shelf.key} title={shelf.title} line={shelf.line} all={shelf.all} />
      <EventGrid of={shelf.events.length}>
        {shelf.events.map((event) => (
          <EventCard key={event.id} event={event} eager={eager} scope={shelf.key} />
        ))}
      </EventGrid>
    </section>
  );
}

/** Search form for words and a city. Submits to the event list. */
function DiscoverSearch({ cities }: { cities: readonly { slug: string; label: string }[] }) {
  const { t } = useText();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={paths.events()}
      role="search"
      aria-label={t("events:list.search")}
      className={`${form.bar} ${classes.bar}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit(submittedParams(event.currentTarget), { action: paths.events(), method: "get" });
      }}
    >
      <SearchFields
        cities={cities.map(({ slug, label }) => [slug, label])}
        className={classes.field}
      />
      <Button type="submit" size="lg" className={form.submit}>
        {t("events:list.submit")}
      </Button>
    </Form>
  );
}

/** Panels of upcoming events by mood. */
export function Moods({ moods }: { moods: readonly MoodView[] }) {
  const { t, locale } = useText();
  return (
    <section className="rd-wrap rd-section" aria-labelledby="moods">
      <SectionHead
        id="moods"
        title={t("pages:discover.moods.title")}
        line={t("pages:discover.moods.line")}
      />
      <div className={classes.panels}>
        {moods.map((mood) => (
          <section
            key={mood.key}
            className={classes.panel}
            data-family={mood.family}
            aria-labelledby={`mood-${mood.key}`}
          >
            <Ring seed={mood.key} className={classes.ring} />
            <div>
              <Icon name={mood.icon} size="l" className={classes.icon} />
              <h3 id={`mood-${mood.key}`}>
                <Link className="rd-press rd-inline rd-underline" to={mood.href} prefetch="intent">
                  {mood.title}
                  <Icon name="arrow-right" size="s" flip />
                </Link>
              </h3>
              <p className={classes.line}>{mood.line}</p>
            </div>
            <ul>
              {mood.events.map((event) => (
                <li key={event.id} className={classes.event}>
                  <img
                    src={event.cover}
                    data-focus={event.focus}
                    alt=""
                    width={400}
                    height={300}
                    loading="lazy"
                    decoding="async"
                  />
                  <div>
                    <Link
                      className="rd-press rd-cover-link"
                      to={event.href}
                      lang={event.titleLang === locale ? undefined : event.titleLang}
                      dir="auto"
                      prefetch="intent"
                    >
                      {event.title}
                    </Link>
                    <p className="rd-dots rd-quiet">
                      <time dateTime={event.startsAt}>{event.day}</time>
                      <span>{event.when}</span>
                      <bdi>{event.city}</bdi>
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** Shelf of a selectable city. Shown even if empty, so that another city can be selected. */
function CityShelf({
  shelf,
  city,
  loading,
}: {
  shelf: ShelfView;
  city: ChosenCityView;
  loading: boolean;
}) {
  const { t } = useText();
  return (
    <section className={`rd-wrap rd-section ${classes.cityShelfShelf}`} aria-labelledby={shelf.key}>
      <SectionHead id={shelf.key} title={shelf.title} line={shelf.line} all={shelf.all} />
      <Form
        method="get"
        action={`${paths.discover()}#${shelf.key}`}
        className={`${classes.form} rd-row`}
        preventScrollReset
      >
        <label htmlFor="shelf-city">{t("pages:discover.chooseCity")}</label>
        <select id="shelf-city" name="city" defaultValue={city.slug} key={city.slug}>
          {city.choices.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
        <label htmlFor="shelf-feature">{t("events:list.traits")}</label>
        <select
          id="shelf-feature"
          name="trait"
          defaultValue={city.feature ?? ""}
          key={`feature-${city.feature}`}
        >
          <option value="">{t("pages:discover.anyFeature")}</option>
          {city.features.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <Button type="submit" variant="default" size="md" loading={loading}>
          {t("pages:discover.showCity")}
        </Button>
      </Form>
      <div className={classes.events} aria-busy={loading}>
        {shelf.events.length > 0 ? (
          <EventGrid>
            {shelf.events.map((event) => (
              <EventCard key={event.id} event={event} scope="city" />
            ))}
          </EventGrid>
        ) : (
          <div className={classes.empty}>
            <Hodhod pose="sleeping" />
            <p>
              {city.empty}{" "}
              <Link className="rd-link" to={city.around.href}>
                {city.around.label}
              </Link>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

/** Shelf after which the moods are shown. */
const MOODS_AFTER = "city";

export function DiscoverPage({ page }: { page: DiscoverView }) {
  const { t } = useText();
  const navigation = useNavigation();
  const loading =
    navigation.state === "loading" && navigation.location.pathname === paths.discover();
  const { city } = page;
  const isBare = page.moods.length === 0 && page.shelves.every(({ events }) => events.length === 0);
  return (
    <main id="main">
      <div className={`rd-wrap ${classes.head}`}>
        <h1>{t("pages:discover.title")}</h1>
        <p>{t("pages:discover.lead")}</p>
        {city && <DiscoverSearch cities={city.choices} />}
      </div>
      {isBare || !city ? (
        <NothingOn
          title={t("pages:discover.empty.title")}
          text={t("pages:discover.empty.text")}
          action={t("pages:discover.empty.action")}
        />
      ) : (
        page.shelves.map((shelf, index) => (
          <div key={shelf.key} className={classes.step}>
            {shelf.key === "city" ? (
              <CityShelf shelf={shelf} city={city} loading={loading} />
            ) : (
              <Shelf shelf={shelf} eager={index === 0} />
            )}
            {shelf.key === MOODS_AFTER && page.moods.length > 0 && <Moods moods={page.moods} />}
          </div>
        ))
      )}
    </main>
  );
}
