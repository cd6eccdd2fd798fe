import { useState } from "react";
import { DateField, type DateFieldProps } from "./date-field";
import classes from "./date-picker.module.css";

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
