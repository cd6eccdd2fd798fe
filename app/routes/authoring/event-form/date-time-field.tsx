import { DateField } from "~/ui/date-field";
import { useText } from "~/ui/text";
import { useEventForm } from "./form-context";

interface DateTimeFieldProps {
  name: "startsAt" | "endsAt";
  /** False for all-day events. */
  hasTime: boolean;
  /** Wall time whose day is the default. An end takes the day of its start. */
  after?: string;
  onChoose?: (wallTime: string) => void;
}

/** Start or end of an event, in the city's time zone. */
export function DateTimeField({ name, hasTime, after, onChoose }: DateTimeFieldProps) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  return (
    <DateField
      name={name}
      label={t(`authoring:field.${name}`)}
      need="required"
      help={t("authoring:when.help")}
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
