import { useState } from "react";
import { NearLink } from "~/components/event-browser/near-link";
import { useViewer } from "~/components/viewer";
import { paths } from "~/lib/paths";
import { Icon, Star } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { useUx } from "~/ui/ux";
import { Arcade } from "./arcade";
import classes from "./hero.module.css";
import type { HomeView } from "./home.server";
import { SearchBar } from "./search-bar";

/** Hero: date, question, search and links to the coming days. */
export function Hero({
  today,
  partOfDay,
  cities,
  doors,
  suggested,
}: Pick<HomeView, "today" | "partOfDay" | "cities" | "doors" | "suggested">) {
  const { t } = useText();
  const { contextual, delightful } = useUx();
  const viewer = useViewer();
  // The shortcuts go to the city that is chosen above them. Empty for the city of the list.
  const [chosen, setChosen] = useState("");
  const city = chosen || null;
  return (
    <section className={classes.hero} aria-labelledby="where-to">
      <div className="rd-wrap">
        {viewer && delightful.greetings && (
          <p className={classes.greeting} dir="auto">
            {t(`pages:home.greeting.${partOfDay}`, { name: viewer.displayName })}
          </p>
        )}
        <p className={classes.eyebrow}>
          <Star />
          {today}
        </p>
        <h1 id="where-to">{t("pages:home.heading")}</h1>
        <p className={classes.lead}>{t("pages:home.lead")}</p>
        <SearchBar cities={cities} onCity={setChosen} />
        {suggested && (
          <Form method="post" action={paths.preferences()} className={classes.suggested}>
            <span>{t("pages:myCity.suggested", { name: suggested.name })}</span>
            <button type="submit" name="city" value={suggested.slug} className="rd-chip">
              <Icon name="map-pin" />
              {t("pages:myCity.take", { name: suggested.name })}
            </button>
            <Link className="rd-link" to={paths.myCity(paths.home())} rel="nofollow">
              {t("pages:home.parts.other")}
            </Link>
          </Form>
        )}
        <nav className={classes.quick} aria-label={t("pages:home.quick.label")}>
          <Link className="rd-chip" to={paths.events({ when: "today", city })} prefetch="intent">
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
          {contextual.nearYou && (
            <NearLink className="rd-chip" href={paths.events()}>
              <Icon name="current-location" />
              {t("events:list.nearMe")}
            </NearLink>
          )}
          <Link
            className="rd-chip"
            to={paths.events({ category: "kids-family", city })}
            prefetch="intent"
          >
            <Icon name="balloon" />
            {t("pages:home.quick.children")}
          </Link>
        </nav>
        <Arcade doors={doors} />
      </div>
      <div className={classes.plinth} />
    </section>
  );
}
