import { Input } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { CalendarSystem } from "../lib/dates/dates.server";
import { readWrittenDay, showWrittenDay } from "../lib/dates/written-days";
import type { DateFieldProps } from "./date-field";
import classes from "./date-picker.module.css";
import { Field, useField } from "./field";
import { IconButton } from "./icon-button";
import input from "./input.module.css";
import { MonthDialog } from "./month-dialog";
import { useText } from "./text";

/** Default time. */
const EVENING = "20:00";
const LENGTH_HOURS = 2;

/** A day that is typed halfway, with its time. */
const HALF = /^(.*\S) (\d\d:\d\d)$/;

/** What a submitted value shows: a day and a time, or the text of a day that is none. */
function readTyped(value: string): { day: string; time: string; text: string | null } {
  const read = readWrittenDay(value);
  if (read) return { day: read.day, time: read.time ?? "", text: null };
  const [, text = value, time = ""] = HALF.exec(value) ?? [];
  return { day: "", time, text };
}

/**
 * Date field with a month picker for both calendars, and an optional time. Submits both as one wall
 * time.
 */
export default function DatePicker(props: DateFieldProps & { start: string }) {
  const { name, frame, marks, rest } = useField(props);
  const { calendar: ofReader, today, hasTime = false, after, onChoose, start: written } = rest;
  const { label } = frame;
  const { t } = useText();
  const [calendar, setCalendar] = useState<CalendarSystem>(ofReader);
  const [start] = useState(() => readTyped(written));
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState(start.time);
  /** Text of the field. Invalid dates are submitted as typed, for the server to report. */
  const [typed, setTyped] = useState(() => start.text ?? showWrittenDay(start.day, ofReader));
  const dialog = useRef<HTMLDialogElement>(null);

  const wallTimeOf = (ofDay: string, ofTime: string) =>
    !hasTime ? ofDay : ofDay && ofTime ? `${ofDay}T${ofTime}` : "";
  const set = (nextDay: string, nextTime: string, shown = showWrittenDay(nextDay, calendar)) => {
    setDay(nextDay);
    setTime(nextTime);
    setTyped(shown);
    onChoose?.(wallTimeOf(nextDay, nextTime));
  };

  // An end without a day takes the day of its start.
  const followed = useRef(after);
  useEffect(() => {
    if (after === undefined || after === followed.current) return;
    followed.current = after;
    const read = readWrittenDay(after);
    if (!read || day !== "" || typed !== "") return;
    const [hours = 0, minutes = 0] = (read.time ?? EVENING).split(":").map(Number);
    const isNextDay = hours + LENGTH_HOURS >= 24;
    set(
      read.day,
      isNextDay
        ? "23:59"
        : `${String(hours + LENGTH_HOURS).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`,
    );
  });

  const onType = (text: string) => {
    const read = readWrittenDay(text);
    set(read?.day ?? "", read?.time ?? time, text);
  };
  const withTime = (text: string, between: string) =>
    hasTime && text && time ? text + between + time : text;
  const sent = day ? withTime(day, "T") : withTime(typed, " ");
  const named = typeof label === "string" ? label : "";
  return (
    <Field {...frame}>
      <input
        type="hidden"
        name={name}
        value={sent}
        data-typed=""
        onInput={({ currentTarget: { value } }) => {
          const { day: ofDay, time: ofTime, text } = readTyped(value);
          set(ofDay, ofTime, text ?? undefined);
        }}
      />
      <div className={classes.field}>
        <Input
          {...marks}
          size="md"
          value={typed}
          dir="ltr"
          autoComplete="off"
          maxLength={40}
          placeholder={showWrittenDay(today, calendar)}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={() => day && setTyped(showWrittenDay(day, calendar))}
          rightSection={
            <IconButton
              icon="calendar-month"
              size="sm"
              label={t("kit:date.open", { field: named })}
              aria-haspopup="dialog"
              onClick={() => {
                dialog.current?.showModal();
                // The browser would focus the first button.
                dialog.current
                  ?.querySelector<HTMLButtonElement>('td button[tabindex="0"]')
                  ?.focus();
              }}
            />
          }
          rightSectionPointerEvents="all"
          classNames={{ wrapper: input.wrapper, input: input.input }}
        />
        {hasTime && (
          <Input
            size="md"
            type="time"
            withAria={false}
            aria-label={`${named}: ${t("kit:date.time")}`}
            value={time}
            onChange={(event) => set(day, event.currentTarget.value, typed)}
            classNames={{ wrapper: `${input.wrapper} ${classes.time}`, input: input.input }}
          />
        )}
      </div>
      <MonthDialog
        ref={dialog}
        day={day || (after ?? "").slice(0, 10) || today}
        chosen={day}
        today={today}
        calendar={calendar}
        onCalendar={(next) => {
          setCalendar(next);
          if (day) setTyped(showWrittenDay(day, next));
        }}
        onChoose={(next) => {
          set(next, time || (hasTime ? EVENING : ""));
          dialog.current?.close();
        }}
      />
    </Field>
  );
}
