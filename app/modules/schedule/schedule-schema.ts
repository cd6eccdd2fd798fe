import * as v from "valibot";
import { isDay, weekdayOf } from "../../lib/dates/days";
import { jalaliOf } from "../../lib/dates/jalali";
import {
  OCCURRENCE_STATUSES,
  type RecurrenceRule,
  RULE_FREQUENCIES,
  SCHEDULE_LIMITS,
  type Schedule,
} from "../../lib/event/schedule";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { webUrl } from "../../lib/http/web-url";
import { cleanLine } from "../../lib/text/clean-text";
import { dayOfWall, isWallTime } from "./wall-time";

const { occurrences, interval, rules, note } = SCHEDULE_LIMITS;
const URL_MAX = 2_000;
const PRICE_MAX = 1_000_000_000_000;
/** Characters of a typed text that are looked at; what is left of it may be shorter. */
const FLOOD = 2_000;

const TOO_MANY = "errors:issue.schedule.tooMany";

/** Years in which an event can sensibly be announced. */
const isInYears = (text: string) => text >= "1990" && text < "2101";
const Wall = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isWallTime(text) && isInYears(text), "errors:issue.noSuchTime"),
);
const Day = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isDay(text) && isInYears(text), "errors:issue.noSuchTime"),
);
const Clock = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "errors:issue.noSuchTime"),
);
const orNone = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);
const whole = (min: number, max: number) =>
  v.pipe(
    v.number("errors:issue.wholeNumber"),
    v.integer("errors:issue.wholeNumber"),
    v.minValue(min, "errors:issue.wholeNumber"),
    v.maxValue(max, "errors:issue.wholeNumber"),
  );
const Weekday = whole(1, 7);
const inOrder = (list: number[]): number[] => [...new Set(list)].sort((a, b) => a - b);
const numbers = <S extends v.GenericSchema<number>>(schema: S) =>
  v.optional(v.pipe(v.array(schema), v.maxLength(31, TOO_MANY), v.transform(inOrder)), () => []);

const Line = orNone(
  v.pipe(
    v.string(),
    v.maxLength(FLOOD, "errors:issue.tooLong"),
    v.transform(cleanLine),
    v.check((text) => [...text].length <= note, "errors:issue.tooLong"),
    v.transform((text) => text || null),
  ),
);
const isWebUrl = (text: string) => webUrl(text) !== null;

const details = {
  status: v.optional(v.picklist(OCCURRENCE_STATUSES, "errors:issue.value"), "scheduled"),
  note: v.optional(v.strictObject({ en: Line, fa: Line }), () => ({ en: null, fa: null })),
  price: orNone(
    v.pipe(
      v.number("errors:issue.price"),
      v.minValue(0, "errors:issue.price"),
      v.maxValue(PRICE_MAX, "errors:issue.price"),
    ),
  ),
  ticketUrl: orNone(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(URL_MAX, "errors:issue.tooLong"),
      v.check(isWebUrl, "errors:issue.webAddress"),
    ),
  ),
};

const ScheduledDateInput = v.strictObject({
  originalStart: Wall,
  start: orNone(Wall),
  end: orNone(Wall),
  ...details,
});
const Dates = v.pipe(v.array(ScheduledDateInput), v.maxLength(occurrences, TOO_MANY));
const Dropped = v.optional(v.pipe(v.array(Wall), v.maxLength(occurrences, TOO_MANY)), () => []);
const Period = v.strictObject({ start: Wall, end: orNone(Wall) });

const MonthWeekdayInput = v.strictObject({
  nth: v.picklist([1, 2, 3, 4, 5, -1], "errors:issue.schedule.nth"),
  weekday: Weekday,
});
const MonthDayInput = v.pipe(
  whole(-1, 31),
  v.check((day) => day !== 0, "errors:issue.wholeNumber"),
);

/**
 * Fields that a rule's frequency does not use are emptied, and those that it needs default to what
 * its first date says.
 */
function completeRule(rule: RecurrenceRule): RecurrenceRule {
  const { frequency, start, calendar } = rule;
  const first = dayOfWall(start);
  const { month, day } =
    calendar === "jalali"
      ? jalaliOf(first)
      : { month: Number(first.slice(5, 7)), day: Number(first.slice(8, 10)) };
  const usesMonths = frequency === "yearly";
  const usesMonthDays = usesMonths || frequency === "monthly";
  const hasMonthDays = rule.monthDays.length > 0 || rule.monthWeekdays.length > 0;
  return {
    ...rule,
    weekdays:
      frequency !== "weekly" ? [] : rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(first)],
    months: !usesMonths ? [] : rule.months.length > 0 ? rule.months : [month],
    monthDays: !usesMonthDays ? [] : hasMonthDays ? rule.monthDays : [day],
    monthWeekdays: usesMonthDays ? rule.monthWeekdays : [],
  };
}

/** A recurrence rule; what is left out follows from its first date. */
const RecurrenceRuleInput = v.pipe(
  v.strictObject({
    frequency: v.picklist(RULE_FREQUENCIES, "errors:issue.value"),
    calendar: v.optional(v.picklist(["gregorian", "jalali"], "errors:issue.value"), "gregorian"),
    interval: v.optional(whole(1, interval), 1),
    weekdays: numbers(Weekday),
    months: numbers(whole(1, 12)),
    monthDays: numbers(MonthDayInput),
    monthWeekdays: v.optional(
      v.pipe(v.array(MonthWeekdayInput), v.maxLength(31, TOO_MANY)),
      () => [],
    ),
    weekStart: v.optional(Weekday, 1),
    esfand30: v.optional(v.picklist(["last-day", "skip"], "errors:issue.value"), "last-day"),
    start: Wall,
    end: orNone(Wall),
    ends: orNone(
      v.union(
        [v.strictObject({ until: Day }), v.strictObject({ count: whole(1, occurrences) })],
        "errors:issue.value",
      ),
    ),
    moved: orNone(Period),
    ...details,
  }),
  v.check(
    ({ monthDays, monthWeekdays }) => monthDays.length === 0 || monthWeekdays.length === 0,
    "errors:issue.schedule.monthDays",
  ),
  v.transform((rule): RecurrenceRule => completeRule(rule)),
);

const allDay = v.optional(v.boolean(), false);
const Hours = v.nullable(v.strictObject({ opens: Clock, closes: Clock }));

/** The shape of a schedule. `checkSchedule` checks how its parts agree. */
const ScheduleShape = v.variant("kind", [
  v.strictObject({ kind: v.literal("single"), allDay, dates: v.strictTuple([ScheduledDateInput]) }),
  v.strictObject({
    kind: v.literal("dates"),
    allDay,
    dates: v.pipe(Dates, v.minLength(1, "errors:issue.schedule.noDates")),
  }),
  v.strictObject({
    kind: v.literal("rule"),
    allDay,
    rules: v.pipe(
      v.array(RecurrenceRuleInput),
      v.minLength(1, "errors:issue.schedule.noDates"),
      v.maxLength(rules, TOO_MANY),
    ),
    dropped: Dropped,
    dates: v.optional(Dates, () => []),
  }),
  v.strictObject({
    kind: v.literal("openingHours"),
    allDay: v.optional(v.literal(false), false),
    from: Day,
    to: Day,
    hours: v.pipe(v.array(Hours), v.length(7, "errors:issue.schedule.hours")),
    dropped: Dropped,
    dates: v.optional(Dates, () => []),
  }),
]);

/** A schedule as authors and the API write it. Fields that are left out follow from the others. */
export const ScheduleInput = v.pipe(
  ScheduleShape,
  v.transform((schedule) => schedule as Schedule),
);

/** Parses a schedule; issues have paths such as `schedule.dates.3.start`. */
export function readSchedule(raw: unknown): { schedule: Schedule } | { issues: HTTPIssue[] } {
  const result = v.safeParse(ScheduleInput, raw);
  if (result.success) return { schedule: result.output };
  return {
    issues: result.issues.map(({ path = [], message }) => ({
      path: ["schedule", ...path.map(({ key }) => String(key))].join("."),
      message: message.startsWith("errors:") ? message : "errors:issue.value",
    })),
  };
}
