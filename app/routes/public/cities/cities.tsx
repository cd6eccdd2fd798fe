import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { CityCard, CityGrid, CityRows } from "~/components/city-card/city-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import form from "~/components/search-form/search-form.module.css";
import { paths } from "~/lib/paths";
import type { browseCities } from "~/routes/public/cities/cities.server";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./city-list.module.css";
import search from "./city-search.module.css";

interface Option {
  value: string;
  label: string;
}

interface CitySearchProps {
  query: { q: string; country: string | null; timeZone: string | null };
  countries: readonly Option[];
  timeZones: readonly Option[];
}

/** GET form that finds cities by name, country and time zone. Works without JavaScript. */
function CitySearch({ query, countries, timeZones }: CitySearchProps) {
  const { t } = useText();
  const submit = useSubmit();
  // Omits empty fields from the URL.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
    submit(new URLSearchParams(asked), { action: paths.cities(), method: "get" });
  };
  return (
    <Form
      className={`${form.bar} ${search.bar}`}
      method="get"
      action={paths.cities()}
      role="search"
      aria-label={t("pages:cities.search")}
      onSubmit={onSubmit}
    >
      <div className={`${form.field} ${search.field}`}>
        <Icon name="search" />
        <div>
          <label htmlFor="q">{t("pages:cities.name")}</label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={80}
            defaultValue={query.q}
            key={query.q}
            placeholder={t("pages:cities.namePlaceholder")}
            autoComplete="off"
            dir="auto"
          />
        </div>
      </div>
      <Choice
        name="country"
        icon={<Icon name="flag" />}
        label={t("pages:cities.country")}
        any={t("pages:cities.anyCountry")}
        options={countries}
        value={query.country}
      />
      <Choice
        name="timezone"
        icon={<Icon name="clock" />}
        label={t("pages:cities.timeZone")}
        any={t("pages:cities.anyTimeZone")}
        options={timeZones}
        value={query.timeZone}
      />
      <Button type="submit" size="lg" className={`${form.submit} ${search.submit}`}>
        {t("pages:cities.submit")}
      </Button>
    </Form>
  );
}

function Choice({
  name,
  icon,
  label,
  any,
  options,
  value,
}: {
  name: string;
  icon: React.ReactNode;
  label: string;
  any: string;
  options: readonly Option[];
  value: string | null;
}) {
  return (
    <div className={`${form.field} ${search.field}`}>
      {icon}
      <div>
        <label htmlFor={name}>{label}</label>
        <select id={name} name={name} defaultValue={value ?? ""} key={value}>
          <option value="">{any}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

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
