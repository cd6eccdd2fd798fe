import { addDays } from "../dates/days";
import { readWrittenDay } from "../dates/written-days";
import { foldDigits } from "../text/digits";
import { SCHEDULE_LIMITS } from "./schedule";
import type { DateInputs, ScheduleInputs } from "./schedule-inputs";

/** Wall times of the form's two fields, as typed. */
interface FirstDate {
  startsAt: string;
  endsAt: string;
}

/** A row at the time of another, so many days later, with its note, price and link. */
const rowAfter = ({ start, end, details }: DateInputs, days: number): DateInputs => {
  const read = readWrittenDay(start);
  const day = read && addDays(read.day, days);
  return {
    key: "",
    start: day ? (read.time ? `${day}T${read.time}` : day) : "",
    end,
    ...(details && { details: { ...details, status: "scheduled", soldOut: false } }),
  };
};

/** The date of the form's two fields as a row; nothing where none is typed. */
function firstRow({ startsAt, endsAt }: FirstDate): DateInputs[] {
  const start = readWrittenDay(startsAt);
  if (!start) return [];
  return [{ key: "", start: startsAt, end: (start.time && readWrittenDay(endsAt)?.time) || "" }];
}

/** Dates that one press adds: what is typed, within what a schedule holds. */
function countOf(typed: string, rows: number): number {
  const count = Math.max(1, Math.trunc(Number(foldDigits(typed.trim())) || 1));
  return Math.min(count, Math.max(0, SCHEDULE_LIMITS.occurrences - rows));
}

const OPEN = { opens: "10:00", closes: "18:00" };

/**
 * The inputs after a button, in the browser and on the server alike: "add.1" and "add.7" add dates
 * so many days after each other, "remove.3" removes a row, "hours" opens all days alike.
 * @param first becomes the first row where there is none
 */
export function stepSchedule(
  inputs: ScheduleInputs,
  step: string,
  first: FirstDate,
): ScheduleInputs {
  const [action, number = ""] = step.split(".");
  const { hours } = inputs;
  if (action === "add") {
    const dates = inputs.dates.length > 0 ? [...inputs.dates] : firstRow(first);
    for (let left = countOf(inputs.add, dates.length); left > 0; left--) {
      const last = dates.at(-1);
      if (last) dates.push(rowAfter(last, Number(number) || 1));
    }
    return { ...inputs, dates };
  }
  if (action === "remove")
    return { ...inputs, dates: inputs.dates.filter((_, row) => String(row) !== number) };
  if (action === "hours") {
    const usual = hours.find(({ opens, closes }) => opens !== "" && closes !== "") ?? OPEN;
    return { ...inputs, hours: hours.map(() => usual) };
  }
  return inputs;
}
