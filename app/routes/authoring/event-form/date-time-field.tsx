import { DateField } from "~/ui/date-field";
import { useText } from "~/ui/text";
import { fieldIdOf, useEventForm } from "./form-context";

interface DateTimeFieldProps {
  name: "startsAt" | "endsAt";
  /** Not of events that take all day. */
  hasTime: boolean;
  /** Wall time that this one follows: an end begins with the day of its start. */
  after?: string;
  onChoose?: (wallTime: string) => void;
}

/** The start or end of an event, in the city's time. */
export function DateTimeField({ name, hasTime, after, onChoose }: DateTimeFieldProps) {
  const { t } = useText();
  const { page, fields, issues, changed } = useEventForm();
  return (
    <DateField
      id={fieldIdOf(name)}
      name={name}
      label={t(`authoring:field.${name}`)}
      need="required"
      help={t("authoring:when.help")}
      error={issues[name]}
      calendar={page.calendar}
      today={page.today}
      defaultValue={fields[name]}
      hasTime={hasTime}
      after={after}
      onChoose={(wallTime) => {
        onChoose?.(wallTime);
        changed();
      }}
    />
  );
}
