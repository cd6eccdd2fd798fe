import type { CalendarSystem } from "../lib/dates/dates.server";
import { readWrittenDay, showWrittenDay } from "../lib/dates/written-days";
import type { FieldBase } from "./field";
import { useFieldState } from "./form-context";
import { useText } from "./text";
import { TextField } from "./text-field";
import { useEnhanced } from "./use-enhanced";

export interface DateFieldProps extends FieldBase {
  /** The reader's. */
  calendar: CalendarSystem;
  /** YYYY-MM-DD: where a month begins in which nothing is chosen. */
  today: string;
  /** YYYY-MM-DD, or with an hour YYYY-MM-DDTHH:MM; what could not be read stays as it was typed. */
  defaultValue?: string | undefined;
  /** Whether it has an hour. */
  hasTime?: boolean;
  /** Wall time that this one follows: an end begins with the day of its start. */
  after?: string | undefined;
  /** Gets the wall time, "" while there is none. */
  onChoose?: ((wallTime: string) => void) | undefined;
}

/**
 * A day, with or without its hour, sent as Gregorian wall time. Without a script it is the browser's own picker, which knows the
 * Gregorian calendar alone: readers of the Jalali one type theirs. With one, a month of either calendar.
 */
export function DateField(props: DateFieldProps) {
  const { id, submitted } = useFieldState(props.name, props.id, props.error);
  const written = submitted ?? props.defaultValue ?? "";
  const enhanced = useEnhanced(id, () => import("./date-picker"), written);
  return enhanced ? <enhanced.Field {...props} start={enhanced.typed} /> : <PlainDate {...props} written={written} />;
}

function PlainDate({
  calendar,
  today,
  hasTime,
  after: _after,
  onChoose: _onChoose,
  written,
  ...field
}: DateFieldProps & { written: string }) {
  const { t } = useText();
  if (calendar === "gregorian") return <TextField {...field} type={hasTime ? "datetime-local" : "date"} defaultValue={written} />;
  const example = showWrittenDay(hasTime ? `${today}T20:30` : today, calendar);
  return (
    <TextField
      {...field}
      key={written}
      defaultValue={readWrittenDay(written) ? showWrittenDay(written, calendar) : written}
      help={
        <>
          {field.help} {t("kit:date.typed", { example })}
        </>
      }
      autoComplete="off"
      maxLength={40}
    />
  );
}
