import { useState } from "react";
import account from "~/components/account/account.module.css";
import type { CityChoiceView } from "~/components/account/account-view";
import { Scroller } from "~/components/admin/scroller";
import { hasWords, searchWords } from "~/lib/text/match-words";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./preferences.module.css";

/** Cities as boxes to tick in a list of limited height; a script finds them by name in either language. */
export function FollowedCityChoice({ cities, chosen }: { cities: readonly CityChoiceView[]; chosen: readonly string[] }) {
  const { t } = useText();
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(chosen.length);
  const words = searchWords(query);
  const isFound = (city: CityChoiceView) => hasWords(city.words, words);
  return (
    <fieldset className={classes.fieldset}>
      <legend className="rd-hidden">{t("account:preferences.citiesTitle")}</legend>
      <input type="hidden" name="hasCities" value="1" />
      <div className={`${account.field} rd-needs-script`}>
        <label htmlFor="city-search">{t("account:preferences.search")}</label>
        <div className={account.input}>
          <input
            id="city-search"
            type="search"
            value={query}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setQuery(event.target.value)}
            // Enter would save the whole page.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </div>
        <p className={account.help} aria-live="polite">
          {t("account:preferences.chosen", { count })}
        </p>
      </div>
      <Scroller className={classes.cities} label={t("account:preferences.citiesTitle")}>
        {cities.map((city) => (
          <label key={city.slug} className={classes.check} hidden={!isFound(city)}>
            <input
              className="rd-tick"
              type="checkbox"
              name="city"
              value={city.slug}
              defaultChecked={chosen.includes(city.slug)}
              onChange={(event) => setCount(count + (event.target.checked ? 1 : -1))}
            />
            {city.name}
            <small>{city.country}</small>
          </label>
        ))}
        {!cities.some(isFound) && <p className={classes.nothing}>{t("account:preferences.noCity")}</p>}
      </Scroller>
    </fieldset>
  );
}

/** Where the list cannot be had; what was chosen before stays. */
export function CitiesFailed({ retry }: { retry: string }) {
  const { t } = useText();
  return (
    <p className={account.summary} role="alert">
      <Icon name="alert-circle" />
      <span>
        {t("account:preferences.citiesFailed")} <a href={retry}>{t("account:preferences.retry")}</a>
      </span>
    </p>
  );
}
