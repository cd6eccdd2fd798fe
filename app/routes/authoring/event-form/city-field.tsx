import { useText } from "~/ui/text";
import { useEnhanced } from "~/ui/use-enhanced";
import { fieldIdOf, useEventForm } from "./form-context";
import { FieldShell, useInputProps } from "./form-fields";

/** City field: native select by country, with autocomplete once JavaScript has loaded. */
export function CityField() {
  const { fields } = useEventForm();
  const enhanced = useEnhanced(fieldIdOf("city"), () => import("./city-combobox"), fields.city);
  return enhanced ? <enhanced.Field start={enhanced.typed} /> : <CityList />;
}

function CityList() {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const props = useInputProps("city", { isRequired: true });
  return (
    <FieldShell name="city" label={t("authoring:field.city")} need="required">
      <select {...props} defaultValue={fields.city}>
        <option value="">{t("authoring:city.choose")}</option>
        {page.cities.map(({ country, cities }) => (
          <optgroup key={country} label={country}>
            {cities.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </FieldShell>
  );
}
