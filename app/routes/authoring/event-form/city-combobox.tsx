import { useCityBox } from "~/components/city-combobox/use-city-box";
import { useText } from "~/ui/text";
import { useEventForm } from "./form-context";
import { FieldShell, useInputProps } from "./form-fields";

/** City field with autocomplete by word prefixes. */
export default function CityCombobox({ start }: { start: string }) {
  const { t } = useText();
  const { page, changed } = useEventForm();
  const { name: _name, ...input } = useInputProps("city", { isRequired: true });
  const label = t("authoring:field.city");
  const words = {
    choose: t("authoring:city.choose"),
    typeMore: t("authoring:city.typeMore"),
    none: t("authoring:city.none"),
    found: (count: number) => t("authoring:city.found", { count }),
  };
  const { field, state } = useCityBox({ groups: page.cities, start, input, label, words, onChosen: changed });
  return (
    <FieldShell name="city" label={label} need="required" end={state}>
      {field}
    </FieldShell>
  );
}
