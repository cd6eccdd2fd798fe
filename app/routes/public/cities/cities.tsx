import { CityCard, CityGrid } from "~/components/city-card/city-card";
import { CityRows } from "~/components/city-card/city-rows";
import { Hodhod } from "~/components/hodhod/hodhod";
import { paths } from "~/lib/paths";
import type { browseCities } from "~/routes/public/cities/cities.server";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./city-list.module.css";
import { CitySearch } from "./city-search";

/** Cities with a card, two lines of a wide screen; the others are compact rows. */
const CARDS = 10;

type Page = Awaited<ReturnType<typeof browseCities>>;

/** Page of all cities, those with events first. */
export function Cities({ page }: { page: Page }) {
  const { query, countries, timeZones, summary, filtered, awake, quiet } = page;
  const { t } = useText();
  return (
    <main id="main" className="rd-wrap">
      <div className={classes.head}>
        <h1>{t("pages:cities.title")}</h1>
        <p>{t("pages:cities.lead")}</p>
      </div>
      <CitySearch query={query} countries={countries} timeZones={timeZones} />
      <p className={classes.count}>
        <span role="status">{summary}</span>
        {filtered && (
          <Link className="rd-link" to={paths.cities()}>
            {t("pages:cities.clear")}
          </Link>
        )}
      </p>
      {awake.length > 0 && (
        <section className={classes.group} aria-labelledby="awake">
          <h2 id="awake">{t("pages:cities.awake")}</h2>
          <CityGrid>
            {awake.slice(0, CARDS).map((city, place) => (
              <CityCard key={city.slug} city={city} eager={place < 5} />
            ))}
          </CityGrid>
          {awake.length > CARDS && (
            <div className={classes.others}>
              <CityRows
                cities={awake.slice(CARDS).map((city) => ({ ...city, note: city.upcoming }))}
              />
            </div>
          )}
        </section>
      )}
      {quiet.length > 0 && (
        <section className={classes.group} aria-labelledby="quiet">
          <h2 id="quiet">{t("pages:cities.quiet")}</h2>
          <CityRows cities={quiet} />
        </section>
      )}
      {awake.length + quiet.length === 0 && (
        <div className="rd-empty">
          <Hodhod pose="sleeping" />
          <h2>{t("pages:cities.empty")}</h2>
          <p>{t("pages:cities.emptyText")}</p>
          <Button component={Link} to={paths.cities()}>
            {t("pages:cities.clear")}
          </Button>
        </div>
      )}
    </main>
  );
}
