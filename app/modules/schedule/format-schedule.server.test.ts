import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf, withoutDate } from "../../../tests/helpers/schedule-of";
import { readerOf } from "../../lib/dates/dates.server";
import type { Schedule, ScheduleOfKind } from "../../lib/event/schedule";
import { addDate, changeFollowing, changeOne } from "./edit-schedule.server";
import { formatSchedule } from "./format-schedule.server";

// Sunday 22 November 2026, 1 Azar 1405.
const NOW = Date.parse("2026-11-22T08:00Z");
const at = { timeZone: "Asia/Tehran", now: NOW };
const EN = { ...readerOf("en"), ...at };
const FA = { ...readerOf("fa"), ...at };
const EN_JALALI = { ...readerOf("en", "jalali"), ...at };
const FA_GREGORIAN = { ...readerOf("fa", "gregorian"), ...at };

const TUESDAY = { frequency: "weekly", start: "2026-11-24T18:00" };
const classes = ruleOf({ ...TUESDAY, end: "2026-11-24T19:30", ends: { until: "2026-12-22" } });

describe("a rule in words", () => {
  it.each<[object, string, string]>([
    [
      { ...TUESDAY, ends: { until: "2026-12-23" } },
      "Every Tuesday at 18:00 until 23 December",
      "هر سه‌شنبه ساعت ۱۸ تا ۲ دی",
    ],
    [TUESDAY, "Every Tuesday at 18:00", "هر سه‌شنبه ساعت ۱۸"],
    [
      { ...TUESDAY, end: "2026-11-24T19:30", ends: { until: "2026-12-23" } },
      "Every Tuesday, 18:00 to 19:30, until 23 December",
      "هر سه‌شنبه ساعت ۱۸ تا ۱۹:۳۰، تا ۲ دی",
    ],
    [
      { ...TUESDAY, weekdays: [6, 2, 4], interval: 2 },
      "Every 2 weeks on Tuesday, Thursday and Saturday at 18:00",
      "هر ۲ هفته یک بار، شنبه، سه‌شنبه و پنجشنبه ساعت ۱۸",
    ],
    [
      { ...TUESDAY, weekdays: [1, 2, 3, 4, 5, 6, 7], ends: { count: 1 } },
      "Every day at 18:00, once",
      "هر روز ساعت ۱۸، فقط یک بار",
    ],
    [
      { frequency: "daily", interval: 3, start: "2026-11-24T08:05", ends: { count: 5 } },
      "Every 3 days at 08:05, 5 times",
      "هر ۳ روز یک بار ساعت ۸:۰۵، ۵ بار",
    ],
    [
      { frequency: "monthly", monthDays: [1, 22, -1], start: "2026-11-24T18:00" },
      "On the 1st, the 22nd and the last day of every month at 18:00",
      "روز ۱، ۲۲ و آخر هر ماه میلادی ساعت ۱۸",
    ],
    [
      { frequency: "monthly", calendar: "jalali", monthDays: [3], start: "2026-11-24T18:00" },
      "On the 3rd of every Solar Hijri month at 18:00",
      "روز ۳ هر ماه ساعت ۱۸",
    ],
    [
      {
        frequency: "monthly",
        calendar: "jalali",
        monthWeekdays: [{ nth: -1, weekday: 5 }],
        start: "2026-11-24T18:00",
      },
      "On the last Friday of every Solar Hijri month at 18:00",
      "آخرین جمعهٔ هر ماه ساعت ۱۸",
    ],
    [
      {
        frequency: "monthly",
        interval: 2,
        monthWeekdays: [{ nth: 1, weekday: 1 }],
        start: "2026-11-24T18:00",
      },
      "Every 2 months on the first Monday at 18:00",
      "هر ۲ ماه میلادی یک بار، اولین دوشنبه ساعت ۱۸",
    ],
    [
      {
        frequency: "yearly",
        calendar: "jalali",
        months: [1],
        monthDays: [1],
        start: "2026-11-24T20:00",
      },
      "Every year on 1 Farvardin at 20:00",
      "هر سال ۱ فروردین ساعت ۲۰",
    ],
    [
      {
        frequency: "yearly",
        months: [3],
        monthWeekdays: [{ nth: 2, weekday: 7 }],
        start: "2026-03-01T10:00",
      },
      "Every year on the second Sunday of March at 10:00",
      "هر سال دومین یکشنبهٔ مارس ساعت ۱۰",
    ],
    [
      { ...TUESDAY, start: "2026-12-08T18:00", ends: { until: "2026-12-29" } },
      "Every Tuesday at 18:00, from 8 to 29 December",
      "هر سه‌شنبه ساعت ۱۸، از ۱۷ آذر تا ۸ دی",
    ],
    [
      { ...TUESDAY, ends: { until: "2027-04-06" } },
      "Every Tuesday at 18:00 until 6 April 2027",
      "هر سه‌شنبه ساعت ۱۸ تا ۱۷ فروردین ۱۴۰۶",
    ],
    [
      { ...TUESDAY, end: "2026-11-26T12:00" },
      "Every Tuesday at 18:00, 2 days each time",
      "هر سه‌شنبه ساعت ۱۸، هر بار ۲ روز",
    ],
  ])("%o", (rule, en, fa) => {
    expect([formatSchedule(ruleOf(rule), EN), formatSchedule(ruleOf(rule), FA)]).toEqual([en, fa]);
  });

  it("has its dates in the reader's calendar", () => {
    const schedule = ruleOf({ ...TUESDAY, ends: { until: "2026-12-23" } });
    expect(formatSchedule(schedule, EN_JALALI)).toBe("Every Tuesday at 18:00 until 2 Dey");
    expect(formatSchedule(schedule, FA_GREGORIAN)).toBe("هر سه‌شنبه ساعت ۱۸ تا ۲۳ دسامبر");
  });

  it("omits hours of whole days", () => {
    const schedule = ruleOf(
      { ...TUESDAY, start: "2026-11-24T00:00", end: "2026-11-25T00:00" },
      { allDay: true },
    );
    expect(formatSchedule(schedule, EN)).toBe("Every Tuesday");
  });

  it("names dates that are left out and added", () => {
    const changed = addDate(withoutDate(classes, "2026-12-08T18:00"), {
      start: "2026-12-10T10:00",
      end: null,
    });
    expect(formatSchedule(changed, EN)).toBe(
      "Every Tuesday, 18:00 to 19:30, until 22 December, not on 8 December, also on 10 December",
    );
    expect(formatSchedule(changed, FA)).toBe(
      "هر سه‌شنبه ساعت ۱۸ تا ۱۹:۳۰، تا ۱ دی، به‌جز ۱۷ آذر، همچنین ۱۹ آذر",
    );
    const many = ["2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15"].reduce(
      (one, day) => withoutDate(one, `${day}T18:00`),
      classes,
    );
    expect(formatSchedule(many, EN)).toContain("without 4 dates");
  });

  it("says what a series becomes, and not what it was", () => {
    const changed = changeFollowing(classes, "2026-12-15T18:00", { start: "2026-12-16T19:00" });
    expect(formatSchedule(changed, EN)).toBe(
      "Every Tuesday, 18:00 to 19:30, until 8 December, then every Wednesday, 19:00 to 20:30, from 16 to 23 December",
    );
    const later = { ...EN, now: Date.parse("2026-12-12T08:00Z") };
    expect(formatSchedule(changed, later)).toBe(
      "Every Wednesday, 19:00 to 20:30, until 23 December",
    );
  });

  it("joins series that go on side by side", () => {
    const both = scheduleOf({
      kind: "rule",
      rules: [TUESDAY, { frequency: "weekly", start: "2026-11-26T10:00" }],
    });
    expect(formatSchedule(both, EN)).toBe("Every Tuesday at 18:00 and every Thursday at 10:00");
    expect(formatSchedule(both, FA)).toBe("هر سه‌شنبه ساعت ۱۸ و هر پنجشنبه ساعت ۱۰");
  });

  it("says how monthly dates were moved", () => {
    const move = (rule: object, key: string, start: string) =>
      formatSchedule(changeFollowing(ruleOf(rule), key, { start }), EN);
    expect(
      move(
        { frequency: "monthly", monthDays: [25], start: "2026-11-25T18:00" },
        "2026-11-25T18:00",
        "2026-11-26T19:00",
      ),
    ).toBe("On the 26th of every month at 19:00");
    const lastFriday = {
      frequency: "monthly",
      monthWeekdays: [{ nth: -1, weekday: 5 }],
      start: "2026-11-27T18:00",
    };
    expect(move(lastFriday, "2026-11-27T18:00", "2026-11-28T18:00")).toBe(
      "On the last Friday of every month, moved 1 day later at 18:00",
    );
  });
});

describe("dates in words", () => {
  const listOf = (...starts: string[]): Schedule =>
    scheduleOf({ kind: "dates", dates: starts.map((originalStart) => ({ originalStart })) });

  it("say a single date whole", () => {
    const single = scheduleOf({
      kind: "single",
      dates: [{ originalStart: "2026-12-03T20:00", end: "2026-12-03T22:00" }],
    });
    expect([formatSchedule(single, EN), formatSchedule(single, FA)]).toEqual([
      "Thursday 3 December, 20:00 to 22:00",
      "پنجشنبه ۱۲ آذر ساعت ۲۰ تا ۲۲",
    ]);
  });

  it("name a few, by day", () => {
    expect(
      formatSchedule(listOf("2026-12-03T19:00", "2026-12-04T17:00", "2026-12-04T20:30"), EN),
    ).toBe("Thursday 3 December at 19:00 and Friday 4 December at 17:00 and 20:30");
    expect(formatSchedule(listOf("2026-12-04T17:00", "2026-12-04T20:30"), FA)).toBe(
      "جمعه ۱۳ آذر ساعت ۱۷ و ۲۰:۳۰",
    );
  });

  it("count many, and those that are sold out or cancelled", () => {
    const many = listOf(
      "2026-12-03T19:00",
      "2026-12-04T17:00",
      "2026-12-04T20:00",
      "2026-12-05T19:00",
      "2026-12-11T19:00",
    );
    const changed = changeOne(
      changeOne(many, "2026-12-05T19:00", { status: "sold-out" }),
      "2026-12-11T19:00",
      { status: "cancelled" },
    );
    expect(formatSchedule(changed, EN)).toBe(
      "5 dates from 3 to 11 December, 1 sold out, 1 cancelled",
    );
    expect(formatSchedule(changed, FA)).toBe(
      "۵ نوبت از ۱۲ تا ۲۰ آذر، ۱ نوبت پر شده، ۱ نوبت لغو شده",
    );
  });
});

describe("opening hours in words", () => {
  const open = { opens: "10:00", closes: "19:00" };
  const run = (hours: object[] | unknown[], others: object = {}) =>
    scheduleOf({
      kind: "openingHours",
      from: "2026-11-14",
      to: "2026-11-23",
      hours,
      ...others,
    }) as ScheduleOfKind<"openingHours">;
  const withoutMondays = run([null, open, open, open, open, open, open]);

  it.each([
    [
      withoutMondays,
      "Daily 10–19, closed Mondays, until 23 November",
      "هر روز ۱۰ تا ۱۹، دوشنبه‌ها تعطیل، تا ۲ آذر",
    ],
    [
      run([open, open, open, open, { opens: "14:00", closes: "20:30" }, null, open]),
      "Daily 10–19, Fridays 14–20:30, closed Saturdays, until 23 November",
      "هر روز ۱۰ تا ۱۹، جمعه‌ها ۱۴ تا ۲۰:۳۰، شنبه‌ها تعطیل، تا ۲ آذر",
    ],
    [
      run([open, open, open, { opens: "10:00", closes: "14:00" }, null, open, open]),
      "Daily 10–19, Thursdays 10–14, closed Fridays, until 23 November",
      "هر روز ۱۰ تا ۱۹، پنجشنبه‌ها ۱۰ تا ۱۴، جمعه‌ها تعطیل، تا ۲ آذر",
    ],
    [
      run([open, open, open, null, null, open, null]),
      "Mon–Wed, Sat 10–19, until 23 November",
      "شنبه، دوشنبه تا چهارشنبه ۱۰ تا ۱۹، تا ۲ آذر",
    ],
    [
      run([open, open, open, null, null, null, open]),
      "Sun–Wed 10–19, until 23 November",
      "یکشنبه تا چهارشنبه ۱۰ تا ۱۹، تا ۲ آذر",
    ],
    [
      run([open, open, open, null, null, open, open], { from: "2026-12-01", to: "2026-12-31" }),
      "Daily 10–19, closed Thursdays and Fridays, 1 to 31 December",
      "هر روز ۱۰ تا ۱۹، پنجشنبه‌ها و جمعه‌ها تعطیل، ۱۰ آذر تا ۱۰ دی",
    ],
  ])("%#: %s", (schedule, en, fa) => {
    expect([formatSchedule(schedule, EN), formatSchedule(schedule, FA)]).toEqual([en, fa]);
  });
});
