import { useState } from "react";
import { hasWords, searchWords } from "~/lib/text/match-words";
import { Alert } from "~/ui/alert";
import { Checkbox } from "~/ui/checkbox";
import { Scroller } from "~/ui/scroller";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./preferences.module.css";
import type { CityChoiceView } from "./preferences.server";

/**
 * Scrollable list of city checkboxes. With JavaScript it is searchable by name in either language.
 */
export function FollowedCityChoice({
  cities,
  chosen,
}: {
  cities: readonly CityChoiceView[];
  chosen: readonly string[];
}) {
  const { t } = useText();
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(chosen.length);
  const words = searchWords(query);
  const isFound = (city: CityChoiceView) => hasWords(city.words, words);
  return (
    <fieldset className={classes.fieldset}>
      <legend className="rd-hidden">{t("account:preferences.citiesTitle")}</legend>
      <input type="hidden" name="hasCities" value="1" />
      <div className="rd-needs-script">
        <TextField
          id="city-search"
          name="city-search"
          label={t("account:preferences.search")}
          type="search"
          value={query}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setQuery(event.target.value)}
          // Enter must not submit the page's form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          help={<span aria-live="polite">{t("account:preferences.chosen", { count })}</span>}
        />
      </div>
      <Scroller
        className={classes.cities}
        label={`${t("account:preferences.citiesTitle")} · ${t("account:preferences.chosen", { count })}`}
      >
        {cities.map((city) => (
          <div key={city.slug} className={classes.city} hidden={!isFound(city)}>
            <Checkbox
              name="city"
              value={city.slug}
              defaultChecked={chosen.includes(city.slug)}
              onChange={(event) => setCount(count + (event.target.checked ? 1 : -1))}
              label={city.name}
            />
            <small>{city.country}</small>
          </div>
        ))}
        {!cities.some(isFound) && (
          <p className={classes.nothing}>{t("account:preferences.noCity")}</p>
        )}
      </Scroller>
    </fieldset>
  );
}

/** Shown if the cities cannot be loaded. The stored choice is kept. */
export function CitiesFailed({ retry }: { retry: string }) {
  const { t } = useText();
  return (
    <Alert tone="bad" live="alert">
      {t("account:preferences.citiesFailed")} <a href={retry}>{t("account:preferences.retry")}</a>
    </Alert>
  );
}
