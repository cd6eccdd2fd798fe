import type { CityGroups } from "../city-combobox/use-city-box";
import { useEnhanced } from "../event-form/use-enhanced";
import { useText } from "../text";
import { Issue } from "./step-parts";
import classes from "./wizard.module.css";

export interface CityChoiceProps {
  groups: CityGroups;
  chosen: string;
  issue: string | undefined;
}

const ID = "choice-city";

/** The city to ask about: the browser's own list by country; with a script a field that completes what is typed. */
export function CityChoice(props: CityChoiceProps) {
  const enhanced = useEnhanced(ID, () => import("./city-choice-box"), props.chosen);
  return enhanced ? <enhanced.Field {...props} chosen={enhanced.typed} /> : <CityList {...props} />;
}

/** What the field says of itself, enhanced or not. */
export const cityInput = (issue: string | undefined) => ({
  id: ID,
  "aria-invalid": issue ? (true as const) : undefined,
  "aria-describedby": issue ? `${ID}-issue` : undefined,
});

function CityList({ groups, chosen, issue }: CityChoiceProps) {
  const { t } = useText();
  return (
    <div className={classes.field}>
      <label htmlFor={ID}>{t("ingestion:wizard.city")}</label>
      <select {...cityInput(issue)} name="city" defaultValue={chosen}>
        <option value="">{t("ingestion:wizard.chooseCity")}</option>
        {groups.map(({ country, cities }) => (
          <optgroup key={country} label={country}>
            {cities.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Issue id={`${ID}-issue`} text={issue} />
    </div>
  );
}
