import { useNavigation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { NearLink } from "~/components/event-browser/position-button";
import { Hodhod } from "~/components/hodhod/hodhod";
import { SearchFields, submittedParams } from "~/components/search-box/search-fields";
import form from "~/components/search-form/search-form.module.css";
import { useHomeCity, useViewer } from "~/components/viewer";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { useUx } from "~/ui/ux";
import classes from "./hero.module.css";
import type { HomeView } from "./home.server";
import type { DoorView } from "./home-days.server";

/** A slim arch per coming day, the darker the more is on. The first, of today, is lit. */
function Arcade({ doors }: { doors: readonly DoorView[] }) {
  const { t } = useText();
  return (
    <nav className={classes.strip} aria-label={t("pages:home.days.label")}>
      <div className={`rd-wrap ${classes.arcade}`}>
        {doors.map(({ day, href, label, brief, number, month, count, short, density }, index) => (
          <Link
            key={day}
            className={index === 0 ? `${classes.day} ${classes.today}` : classes.day}
            to={href}
            prefetch="intent"
            data-density={density}
          >
            <span className={classes.label}>{label}</span>{" "}
            <span className={classes.brief} aria-hidden>
              {index === 0 ? label : brief}
            </span>
            <b className={classes.arch}>{number}</b> <span className="rd-hidden">{month}</span>{" "}
            <span className={classes.count}>{count}</span>
            <span className={classes.short} aria-hidden>
              {short}
            </span>
          </Link>
        ))}
      </div>
    </nav>
  );
}

interface SearchBarProps {
  cities: readonly { slug: string; label: string }[];
  onCity: (slug: string) => void;
}

/** Search form for words and a city. Submits to the event list. */
function SearchBar({ cities, onCity }: SearchBarProps) {
  const { t } = useText();
  const home = useHomeCity();
  const submit = useSubmit();
  const navigation = useNavigation();
  const searching =
    navigation.state === "loading" &&
    navigation.location.pathname === paths.events() &&
    navigation.formMethod === "GET";
  return (
    <Form
      method="get"
      action={paths.events()}
      role="search"
      aria-label={t("events:list.search")}
      className={`${form.bar} ${classes.bar}`}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) onCity(target.value);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(submittedParams(event.currentTarget), { action: paths.events(), method: "get" });
      }}
    >
      <SearchFields
        city={home?.slug}
        implied={home?.slug}
        cities={cities.map(({ slug, label }) => [slug, label])}
        className={classes.field}
      />
      <Button
        type="submit"
        size="lg"
        className={`${form.submit} ${classes.submit}`}
        loading={searching}
        aria-label={t("events:list.submit")}
      >
        <Icon name="search" />
        <span className={classes.word}>{t("events:list.submit")}</span>
      </Button>
      <Hodhod pose="standing" className={classes.perch} />
    </Form>
  );
}

/** Top of the home page: the question, a search, and the coming days. */
export function Hero({
  partOfDay,
  cities,
  doors,
  choices,
}: Pick<HomeView, "partOfDay" | "cities" | "doors" | "choices">) {
  const { t } = useText();
  const { delightful } = useUx();
  const viewer = useViewer();
  // The shortcuts go to the city that is chosen above them. Empty for the city of the list.
  const [chosen, setChosen] = useState("");
  return (
    <section className={classes.hero} aria-labelledby="where-to">
      <div className={`rd-wrap ${classes.opening}`}>
        {viewer && delightful.greetings && (
          <p className={classes.greeting} dir="auto">
            {t(`pages:home.greeting.${partOfDay}`, { name: viewer.displayName })}
          </p>
        )}
        <h1 id="where-to">{t("pages:home.heading")}</h1>
        <SearchBar cities={cities} onCity={setChosen} />
        {choices ? <CityChoices choices={choices} /> : <Shortcuts city={chosen || null} />}
      </div>
      <Arcade doors={doors} />
    </section>
  );
}

/** Cities for a reader who has not chosen one. */
function CityChoices({ choices }: { choices: NonNullable<HomeView["choices"]> }) {
  const { t } = useText();
  return (
    <Form method="post" action={paths.preferences()} className={classes.quick}>
      <b id="which-city">{t("pages:home.choose.label")}</b>
      {choices.cities.map(({ slug, name, note }) => (
        <button
          key={slug}
          type="submit"
          name="city"
          value={slug}
          className="rd-chip"
          aria-describedby="which-city"
          data-nearest={note !== null || undefined}
        >
          <Icon name={note === null ? "map-pin" : "current-location"} />
          {name}
          {note && <small>{note}</small>}
        </button>
      ))}
      <Link className="rd-chip" to={paths.myCity(paths.home())} rel="nofollow">
        {choices.all}
      </Link>
      <NearMe />
    </Form>
  );
}

/** A list by the distance from the reader, who is asked for the position. */
function NearMe() {
  const { t } = useText();
  const { contextual } = useUx();
  if (!contextual.nearYou) return null;
  return (
    <NearLink className="rd-chip" href={paths.events()}>
      <Icon name="current-location" />
      {t("events:list.nearMe")}
    </NearLink>
  );
}

/** Searches that many begin with. @param city of the search field; null for that of the list */
function Shortcuts({ city }: { city: string | null }) {
  const { t } = useText();
  return (
    <nav className={classes.quick} aria-label={t("pages:home.quick.label")}>
      <Link className="rd-chip" to={paths.events({ when: "tonight", city })} prefetch="intent">
        <Icon name="moon-stars" />
        {t("pages:home.quick.tonight")}
      </Link>
      <Link className="rd-chip" to={paths.events({ when: "weekend", city })} prefetch="intent">
        <Icon name="calendar-week" />
        {t("events:list.dates.weekend")}
      </Link>
      <Link className="rd-chip" to={paths.events({ free: true, city })} prefetch="intent">
        <Icon name="ticket" />
        {t("events:free")}
      </Link>
      <NearMe />
      <Link
        className="rd-chip"
        to={paths.events({ category: "kids-family", city })}
        prefetch="intent"
      >
        <Icon name="balloon" />
        {t("pages:home.quick.children")}
      </Link>
    </nav>
  );
}
