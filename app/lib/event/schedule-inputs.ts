import {
  OCCURRENCE_STATUSES,
  type OccurrenceStatus,
  SCHEDULE_LIMITS,
  type WallTime,
} from "./schedule";

/** Kinds of the form; "once" has no schedule. */
export const SCHEDULE_KINDS = ["once", "dates", "rule", "openingHours"] as const;
type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/**
 * Days of monthly and yearly rules, which follow from the first date: its day, its weekday, its
 * weekday as the last of the month, or the last day.
 */
export const MONTH_PATTERNS = ["day", "nth", "last", "lastDay"] as const;

/** Overrides of a single date, as typed. */
export interface DateDetailInputs {
  /** Of the stored date. A cancelled or postponed one stays so, since that is a change of plan. */
  status: OccurrenceStatus;
  soldOut: boolean;
  noteEn: string;
  noteFa: string;
  price: string;
  ticketUrl: string;
}

export const PLAIN_DETAIL_INPUTS: DateDetailInputs = {
  status: "scheduled",
  soldOut: false,
  noteEn: "",
  noteFa: "",
  price: "",
  ticketUrl: "",
};

/** A row of a single date. `key` is the original start of a stored date; empty for a new one. */
export interface DateInputs {
  key: string;
  start: string;
  /** HH:MM; at or before the start it is on the next day. */
  end: string;
  /** Null in a form without them: the stored ones stay. */
  details?: DateDetailInputs | null;
}

/**
 * The schedule of the event form as typed. The first date of a rule is in `startsAt` and `endsAt`
 * of the form.
 */
export interface ScheduleInputs {
  /** Empty in a form without these inputs, whose hidden `schedule` then counts. */
  kind: ScheduleKind | "";
  dates: DateInputs[];
  frequency: string;
  interval: string;
  calendar: string;
  /** ISO weekdays. */
  weekdays: string[];
  pattern: string;
  esfand30: string;
  ends: string;
  until: string;
  count: string;
  from: string;
  to: string;
  /** Monday to Sunday; both empty is closed. */
  hours: { opens: string; closes: string }[];
  /** Original starts that stay left out. */
  dropped: WallTime[];
  /** A further day to leave out. */
  drop: string;
  /**
   * Dates beside a rule or a run, which may not be stored yet. `key` is the original start; the end
   * is HH:MM or empty.
   */
  extras: { key: WallTime; start: WallTime; end: string }[];
  /** Whether the form has these inputs; without them the stored dates stay. */
  hasExtras: boolean;
  /** A further date beside them; its end is HH:MM. */
  extraStart: string;
  extraEnd: string;
  /** Dates that a press of "Next day" or "Next week" adds. */
  add: string;
}

export const EMPTY_SCHEDULE_INPUTS: ScheduleInputs = {
  kind: "",
  dates: [],
  frequency: "weekly",
  interval: "1",
  calendar: "gregorian",
  weekdays: [],
  pattern: "day",
  esfand30: "last-day",
  ends: "never",
  until: "",
  count: "",
  from: "",
  to: "",
  hours: Array.from({ length: 7 }, () => ({ opens: "", closes: "" })),
  dropped: [],
  drop: "",
  extras: [],
  hasExtras: false,
  extraStart: "",
  extraEnd: "",
  add: "1",
};

/** Between key and end in the value of a date beside a rule. */
const EXTRA_END = "/";
/** The value of its input. */
export const extraValue = ({ key, end }: ScheduleInputs["extras"][number]): string =>
  `${key}${EXTRA_END}${end}`;

const ROW = /^schedule\.dates\.(\d{1,3})\.start$/;
const ONE_TEXT = [
  "frequency",
  "interval",
  "calendar",
  "pattern",
  "esfand30",
  "ends",
  "until",
  "count",
  "from",
  "to",
  "drop",
  "extraStart",
  "extraEnd",
  "add",
] as const;

/** The schedule's inputs of a form; rows of dates without a start are left out. */
export function scheduleInputsOf(form: FormData): ScheduleInputs {
  const text = (name: string, otherwise = "") => {
    const value = form.get(`schedule.${name}`);
    return typeof value === "string" ? value : otherwise;
  };
  const texts = (name: string) =>
    form.getAll(`schedule.${name}`).filter((value): value is string => typeof value === "string");
  const rows = [...form.keys()]
    .flatMap((name) => ROW.exec(name)?.[1] ?? [])
    .slice(0, SCHEDULE_LIMITS.occurrences + 1);
  const detailsOf = (row: string): DateDetailInputs => ({
    status:
      OCCURRENCE_STATUSES.find((status) => status === text(`dates.${row}.status`)) ?? "scheduled",
    soldOut: text(`dates.${row}.soldOut`) !== "",
    noteEn: text(`dates.${row}.note.en`),
    noteFa: text(`dates.${row}.note.fa`),
    price: text(`dates.${row}.price`),
    ticketUrl: text(`dates.${row}.ticketUrl`),
  });
  const dates = rows.map((row) => ({
    key: text(`dates.${row}.key`),
    start: text(`dates.${row}.start`),
    end: text(`dates.${row}.end`),
    details: form.has(`schedule.dates.${row}.status`) ? detailsOf(row) : null,
  }));
  return {
    ...(Object.fromEntries(
      ONE_TEXT.map((name) => [name, text(name, EMPTY_SCHEDULE_INPUTS[name])]),
    ) as Record<(typeof ONE_TEXT)[number], string>),
    kind: SCHEDULE_KINDS.find((kind) => kind === text("kind")) ?? "",
    dates: dates.filter(({ start }) => start.trim() !== ""),
    weekdays: texts("weekdays"),
    hours: EMPTY_SCHEDULE_INPUTS.hours.map((_, day) => ({
      opens: text(`hours.${day}.opens`),
      closes: text(`hours.${day}.closes`),
    })),
    dropped: texts("dropped"),
    extras: texts("extras")
      .slice(0, SCHEDULE_LIMITS.occurrences)
      .map((text) => {
        const [key = "", end = ""] = text.split(EXTRA_END);
        return { key, start: key, end };
      }),
    hasExtras: form.has("schedule.extraStart"),
  };
}

/** Prefix of the buttons' `intent` that change the schedule's inputs. */
export const SCHEDULE_STEP = "schedule.";
