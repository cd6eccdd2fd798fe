import { useState } from "react";
import type { CalendarSystem } from "../lib/dates/dates.server";
import { readWrittenDay, showWrittenDay } from "../lib/dates/written-days";
import classes from "./date-picker.module.css";
import { type FieldBase, useField } from "./field";
import { useText } from "./text";
import { TextField, type TextFieldProps } from "./text-field";
import { useEnhanced } from "./use-enhanced";

export interface DateFieldProps extends FieldBase {
  /** Calendar of the reader. */
  calendar: CalendarSystem;
  /** Today as YYYY-MM-DD. The picker opens at its month if nothing is selected. */
  today: string;
  /** YYYY-MM-DD, or YYYY-MM-DDTHH:MM with `hasTime`. Unparsable text is shown as typed. */
  defaultValue?: string | undefined;
  /** Whether a time is entered too. */
  hasTime?: boolean;
  /** Wall time whose day is the default. An end takes the day of its start. */
  after?: string | undefined;
  /** Called with the wall time, or "" if there is none. */
  onChoose?: ((wallTime: string) => void) | undefined;
}

/**
 * Date field with an optional time. Submits Gregorian wall time. Without JavaScript it is the
 * native picker, or a text field for readers of the Solar Hijri calendar. With JavaScript it opens
 * a month of either calendar.
 */
export function DateField(props: DateFieldProps) {
  const { id, submitted } = useField(props);
  const written = submitted ?? props.defaultValue ?? "";
  const enhanced = useEnhanced(id, () => import("./date-picker"), written);
  return enhanced ? (
    <enhanced.Field {...props} start={enhanced.typed} />
  ) : (
    <PlainDate {...props} written={written} />
  );
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
  if (calendar === "gregorian")
    return (
      <TextField {...field} type={hasTime ? "datetime-local" : "date"} defaultValue={written} />
    );
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

type End = Pick<DateFieldProps, "name" | "label" | "defaultValue" | "help" | "need">;

interface DateRangeProps extends Pick<DateFieldProps, "calendar" | "today" | "hasTime"> {
  /** Label of both dates. */
  label: string;
  from: End;
  to: End;
}

/** Start and end date in either calendar. An end without a day takes the day of its start. */
export function DateRange({ label, from, to, ...days }: DateRangeProps) {
  const [start, setStart] = useState(from.defaultValue ?? "");
  return (
    <fieldset className={classes.range}>
      <legend className="rd-hidden">{label}</legend>
      <DateField {...days} {...from} onChoose={setStart} />
      <DateField {...days} {...to} after={start} />
    </fieldset>
  );
}

/** Native time field. Shows the reader's format and submits HH:MM. */
export function TimeField(props: Omit<TextFieldProps, "type" | "dir" | "counter">) {
  return <TextField {...props} type="time" />;
}
