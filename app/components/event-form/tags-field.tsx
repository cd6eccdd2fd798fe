import { useText } from "../text";
import { useEventForm } from "./form-context";
import { PlainField } from "./form-fields";

/** Tags, separated by commas. */
export function TagsField() {
  const { t } = useText();
  const { page } = useEventForm();
  return <PlainField name="tags" label={t("authoring:field.tags")} help={t("authoring:tags.help", { max: page.limits.tags })} dir="auto" />;
}
