import { useText } from "../text";
import { useEventForm } from "./form-context";
import { FieldShell, PlainField, useInputProps } from "./form-fields";

/**
 * Day and hour. Without a script the browser's own picker, which knows the Gregorian calendar alone: readers of the
 * Jalali one type theirs.
 */
export function DateTimeField({ name }: { name: "startsAt" | "endsAt" }) {
  const { t } = useText();
  const { page, parts } = useEventForm();
  const label = t(`authoring:field.${name}`);
  const props = useInputProps(name, { hasHelp: true, isRequired: true });
  if (page.calendar === "gregorian")
    return <PlainField name={name} label={label} need="required" help={t("authoring:when.help")} type="datetime-local" />;
  return (
    <FieldShell name={name} label={label} need="required" help={`${t("authoring:when.help")} ${t("authoring:when.typed")}`}>
      <input {...props} type="text" defaultValue={parts.shown[name]} autoComplete="off" maxLength={40} />
    </FieldShell>
  );
}
