import { useText } from "~/ui/text";
import { useEnhanced } from "~/ui/use-enhanced";
import { idOf, useEventForm } from "./form-context";
import { FieldShell, PlainField, useInputProps } from "./form-fields";

export interface DateTimeFieldProps {
  name: "startsAt" | "endsAt";
  /** Not of events that take all day. */
  hasTime: boolean;
  /** Wall time that this one follows: an end begins with the day of its start. */
  after?: string;
  onChoose?: (wallTime: string) => void;
}

/**
 * Day and hour. Without a script the browser's own picker, which knows the Gregorian calendar alone: readers of the
 * Jalali one type theirs. With one, a month of either calendar.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { fields } = useEventForm();
  const enhanced = useEnhanced(idOf(props.name), () => import("./date-time-picker"), fields[props.name]);
  return enhanced ? <enhanced.Field {...props} start={enhanced.typed} /> : <PlainDateTime name={props.name} />;
}

function PlainDateTime({ name }: Pick<DateTimeFieldProps, "name">) {
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
