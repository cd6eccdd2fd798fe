import { useText } from "~/ui/text";
import { useEnhanced } from "~/ui/use-enhanced";
import { StepIssue } from "../step-parts";
import classes from "../wizard.module.css";
import { CITY_CHOICE_ID, type CityChoiceProps, cityInput } from "./city-choice-input";

/** The city to ask about: the browser's own list by country; with a script a field that completes what is typed. */
export function WizardCityChoice(props: CityChoiceProps) {
  const enhanced = useEnhanced(CITY_CHOICE_ID, () => import("./city-choice-box"), props.chosen);
  return enhanced ? <enhanced.Field {...props} chosen={enhanced.typed} /> : <CityList {...props} />;
}

function CityList({ groups, chosen, issue }: CityChoiceProps) {
  const { t } = useText();
  return (
    <div className={classes.field}>
      <label htmlFor={CITY_CHOICE_ID}>{t("ingestion:wizard.city")}</label>
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
      <StepIssue id={`${CITY_CHOICE_ID}-issue`} text={issue} />
    </div>
  );
}
