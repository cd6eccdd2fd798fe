import { useEffect, useRef, useState } from "react";
import type { CalendarSystem } from "~/lib/dates/dates.server";
import { readWrittenDay, showWrittenDay } from "~/lib/dates/written-days";
import classes from "~/ui/date-picker.module.css";
import { Icon } from "~/ui/icon";
import { MonthDialog } from "~/ui/month-dialog";
import { useText } from "~/ui/text";
import type { DateTimeFieldProps } from "./date-time-field";
import { useEventForm } from "./form-context";
import { FieldShell, useInputProps } from "./form-fields";

/** Where an hour is not said yet. */
const EVENING = "20:00";
const LENGTH_HOURS = 2;

/** A day that one types or picks from a month of either calendar, and an hour. The form gets both as one wall time. */
export default function DateTimePicker({ name, hasTime, after, onChoose, start: written }: DateTimeFieldProps & { start: string }) {
  const { t } = useText();
  const { page, changed } = useEventForm();
  const [calendar, setCalendar] = useState<CalendarSystem>(page.calendar);
  const [start] = useState(() => readWrittenDay(written));
  const [day, setDay] = useState(start?.day ?? "");
  const [time, setTime] = useState(start?.time ?? "");
  /** As it stands in the field: what is no date is sent as it was typed, and the server says so. */
  const [typed, setTyped] = useState(() => (start ? showWrittenDay(start.day, page.calendar) : written));
  const dialog = useRef<HTMLDialogElement>(null);
  const props = useInputProps(name, { hasHelp: true, isRequired: true });
  const label = t(`authoring:field.${name}`);

  const set = (nextDay: string, nextTime: string, shown = showWrittenDay(nextDay, calendar)) => {
    setDay(nextDay);
    setTime(nextTime);
    setTyped(shown);
    onChoose?.(nextDay && nextTime ? `${nextDay}T${nextTime}` : "");
    changed();
  };

  // An end that nobody has said follows its start.
  const followed = useRef(after);
  useEffect(() => {
    if (after === undefined || after === followed.current) return;
    followed.current = after;
    const read = readWrittenDay(after);
    if (!read || day !== "" || typed !== "") return;
    const [hours = 0, minutes = 0] = (read.time ?? EVENING).split(":").map(Number);
    const isNextDay = hours + LENGTH_HOURS >= 24;
    setDay(read.day);
    setTyped(showWrittenDay(read.day, calendar));
    setTime(isNextDay ? "23:59" : `${String(hours + LENGTH_HOURS).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`);
    changed();
  });

  const onType = (text: string) => {
    const read = readWrittenDay(text);
    set(read?.day ?? "", read?.time ?? time, text);
  };
  const wallTime = day ? `${day}${hasTime ? (time ? `T${time}` : "") : "T00:00"}` : typed;
  return (
    <FieldShell name={name} label={label} need="required" help={t("authoring:when.help")}>
      <input type="hidden" name={name} value={wallTime} />
      <input
        {...props}
        name={undefined}
        type="text"
        value={typed}
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        placeholder={calendar === "jalali" ? "۱۴۰۵/۰۹/۱۷" : "2026-12-08"}
        className={classes.day}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => day && setTyped(showWrittenDay(day, calendar))}
      />
      <button
        type="button"
        className={classes.open}
        aria-label={t("authoring:when.open", { field: label })}
        aria-haspopup="dialog"
        onClick={() => {
          dialog.current?.showModal();
          // By itself the first button would have the focus.
          dialog.current?.querySelector<HTMLButtonElement>('td button[tabindex="0"]')?.focus();
        }}
      >
        <Icon name="calendar-month" />
      </button>
      {hasTime && (
        <input
          type="time"
          className={classes.time}
          aria-label={`${label}: ${t("authoring:when.time")}`}
          value={time}
          onChange={(event) => set(day, event.target.value, typed)}
        />
      )}
      <MonthDialog
        ref={dialog}
        day={day || (after ?? "").slice(0, 10) || page.today}
        chosen={day}
        today={page.today}
        calendar={calendar}
        onCalendar={(next) => {
          setCalendar(next);
          if (day) setTyped(showWrittenDay(day, next));
        }}
        onChoose={(next) => {
          set(next, time || EVENING);
          dialog.current?.close();
        }}
      />
    </FieldShell>
  );
}
