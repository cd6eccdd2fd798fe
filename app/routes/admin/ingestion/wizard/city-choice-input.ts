import type { CityGroups } from "~/components/city-combobox/use-city-box";

export interface CityChoiceProps {
  groups: CityGroups;
  chosen: string;
  issue: string | undefined;
}

export const CITY_CHOICE_ID = "choice-city";

/** What the field says of itself, enhanced or not. */
export const cityInput = (issue: string | undefined) => ({
  id: CITY_CHOICE_ID,
  "aria-invalid": issue ? (true as const) : undefined,
  "aria-describedby": issue ? `${CITY_CHOICE_ID}-issue` : undefined,
});
