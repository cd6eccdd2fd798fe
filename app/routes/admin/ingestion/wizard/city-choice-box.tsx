import { useCityBox } from "~/components/city-combobox/use-city-box";
import { useText } from "~/ui/text";
import { StepIssue } from "../step-parts";
import classes from "../wizard.module.css";
import { type CityChoiceProps, cityInput } from "./city-choice-input";

/** The city to ask about, found by the beginning of its words. */
export default function CityChoiceBox({ groups, chosen, issue }: CityChoiceProps) {
  const { t } = useText();
  const input = cityInput(issue);
  const label = t("ingestion:wizard.city");
  const words = {
    choose: t("ingestion:wizard.chooseCity"),
    typeMore: t("ingestion:wizard.cityTypeMore"),
    none: t("ingestion:wizard.cityNone"),
    found: (count: number) => t("ingestion:wizard.cityFound", { count }),
  };
  const { field, state } = useCityBox({ groups, start: chosen, input, label, words });
  return (
    <div className={classes.field}>
      <label htmlFor={input.id}>{label}</label>
      {field}
      {state}
      <StepIssue id={`${input.id}-issue`} text={issue} />
    </div>
  );
}
