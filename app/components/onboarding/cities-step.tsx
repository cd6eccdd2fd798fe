import { type KeyboardEvent, type ReactNode, useState } from "react";
import { NOTHING_CHOSEN } from "../../lib/pages/onboarding-choices";
import type { CityOptionView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { searchKey } from "../../lib/text/search-text";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { Tick } from "./interests-step";
import pick from "./pick.module.css";
import classes from "./steps.module.css";

export type CityOptions = readonly CityOptionView[] | "loading" | "failed";

interface CitiesStepProps {
  chosen: readonly string[];
  cities: CityOptions;
  /** Button that fetches the cities again after a failure. */
  retry: ReactNode;
}

/**
 * Scrollable list of all cities, by number of events. With JavaScript it filters by the typed text.
 */
export function CitiesStep({ chosen, cities, retry }: CitiesStepProps) {
  const { t } = useText();
  if (cities === "loading") return <p role="status">{t("onboarding:cities.loading")}</p>;
  if (cities === "failed")
    return (
      <div className={classes.alert} role="alert">
        <Icon name="alert-circle" />
        <p>{t("onboarding:cities.failed")}</p>
        {retry}
      </div>
    );
  return <CityPicks chosen={chosen} cities={cities} />;
}

function CityPicks({
  chosen,
  cities: all,
}: {
  chosen: readonly string[];
  cities: readonly CityOptionView[];
}) {
  const { t } = useText();
  // Initially selected cities come first. The order does not change while selecting.
  const [first] = useState(chosen);
  const cities = [
    ...all.filter(({ slug }) => first.includes(slug)),
    ...all.filter(({ slug }) => !first.includes(slug)),
  ];
  const [words, setWords] = useState("");
  const wanted = searchKey(words);
  const fits = ({ name, otherName }: CityOptionView) =>
    [name, otherName ?? ""].some((text) => searchKey(text).includes(wanted));
  const found = cities.filter(fits);
  // Enter in the filter must not submit the step.
  const stay = (event: KeyboardEvent) => {
    if (event.key === "Enter") event.preventDefault();
  };
  return (
    <fieldset className={classes.cities}>
      <legend className="rd-hidden">{t("onboarding:steps.cities")}</legend>
      <input type="hidden" name="cities" value={NOTHING_CHOSEN} />
      <div className={`${classes.search} rd-needs-script`}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t("onboarding:cities.search")}
          placeholder={t("onboarding:cities.search")}
          autoComplete="off"
          dir={words ? "auto" : undefined}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={stay}
        />
        <span role="status">{wanted && t("onboarding:cities.found", { count: found.length })}</span>
      </div>
      <div className={classes.list}>
        {cities.map((city) => (
          // A city filtered out stays selected.
          <label key={city.slug} className={pick.pick} hidden={!found.includes(city)}>
            <input
              className="rd-over-label"
              type="checkbox"
              name="cities"
              value={city.slug}
              defaultChecked={chosen.includes(city.slug)}
            />
            <span className={`${pick.face} ${pick.city}`}>
              <img
                src={paths.cityCover(city.slug, 2)}
                alt=""
                width={204}
                height={102}
                loading="lazy"
                decoding="async"
              />
              <Tick />
              <b>{city.name}</b>
            </span>
          </label>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t("onboarding:cities.none")}</p>}
    </fieldset>
  );
}
