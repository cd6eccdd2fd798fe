import { useState } from "react";
import { NearLink } from "~/components/event-browser/position-button";
import { useViewer } from "~/components/viewer";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { useUx } from "~/ui/ux";
import { Arcade } from "./arcade";
import classes from "./hero.module.css";
import type { HomeView } from "./home.server";
import { SearchBar } from "./search-bar";

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
