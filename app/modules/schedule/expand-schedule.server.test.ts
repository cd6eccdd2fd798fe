import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf } from "../../../tests/helpers/schedule-of";
import { addDays } from "../../lib/dates/days";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import type { RecurrenceRule, Schedule } from "../../lib/event/schedule";
import { compareOccurrences, expandSchedule, materialise } from "./expand-schedule.server";

const FIXTURES = new URL("../../../tests/fixtures/schedule/", import.meta.url);
const at = (iso: string) => Date.parse(iso);
const EVENT = "01890000-0000-7000-8000-000000000001";

const ALWAYS = { from: at("1990-01-01T00:00Z"), to: at("2060-01-01T00:00Z") };
const starts = (schedule: Schedule, timeZone: string, range = ALWAYS) =>
  expandSchedule(schedule, { eventId: EVENT, timeZone }, range).map(({ startsAt }) =>
    new Date(startsAt).toISOString().slice(0, 16),
  );

interface RuleCase {
  zone: string;
  rule: Partial<RecurrenceRule> & { start: string };
  dropped: string[];
  added: string[];
  /** Whether `starts` has every date. */
  all: boolean;
  /** UTC epoch minutes, by python-dateutil. */
  starts: number[];
}

describe("Gregorian rules", () => {
  const cases = readFileSync(new URL("rules.jsonl", FIXTURES), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RuleCase);

  it("are over 400, most of them with dates", () => {
    expect(cases.filter((one) => one.starts.length > 0).length).toBeGreaterThan(400);
  });

  it.each(cases.map((one, number) => [number, JSON.stringify(one.rule), one] as const))(
    "%i: %s have the dates of python-dateutil",
    (_number, _text, { zone, rule, dropped, added, all, starts: expected }) => {
      const dates = added.map((start) => ({ originalStart: start, start }));
      const schedule = ruleOf(rule, { dropped, dates });
      const last = all ? at("2045-01-01T00:00Z") : ((expected.at(-1) ?? 0) + 1) * MINUTE;
      const found = expandSchedule(
        schedule,
        { eventId: EVENT, timeZone: zone },
        { from: ALWAYS.from, to: last },
      );
      expect(found.map(({ startsAt }) => startsAt / MINUTE)).toEqual(expected);
    },
  );
});

/**
 * First days of Solar Hijri months, counted from the astronomical new year: independent of the
 * runtime's calendars.
 */
const nowruz = JSON.parse(readFileSync(new URL("nowruz.json", FIXTURES), "utf8")) as Record<
  string,
  string
>;
const dayOfYear = (month: number, day: number) =>
  (month <= 6 ? (month - 1) * 31 : 186 + (month - 7) * 30) + day - 1;
const gregorian = (year: number, month: number, day: number) =>
  addDays(nowruz[year] ?? "", dayOfYear(month, day));
const isLeap = (year: number) => addDays(nowruz[year] ?? "", 366) === nowruz[year + 1];
const YEARS = Array.from({ length: 21 }, (_, year) => 1400 + year);
const TEHRAN = "Asia/Tehran";

/** Local days of a rule from the start of 1400 to the end of 1420. */
const jalaliDaysOf = (rule: object) =>
  expandSchedule(
    ruleOf({ calendar: "jalali", start: "2021-03-21T12:00", ...rule }),
    { eventId: EVENT, timeZone: TEHRAN },
    { from: at("2021-03-21T00:00Z"), to: at(`${nowruz[1421]}T00:00Z`) },
  ).map(({ localDay }) => localDay);

describe("Solar Hijri rules", () => {
  it("know the leap years 1403, 1408, 1412, 1416 and 1420", () => {
    expect(YEARS.filter(isLeap)).toEqual([1403, 1408, 1412, 1416, 1420]);
  });

  it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    "repeat ten days of month %i, each yearly from 1400 to 1420",
    (month) => {
      for (const day of [1, 2, 7, 8, 13, 15, 22, 28, 29, month <= 6 ? 31 : 30])
        if (month < 12 || day < 30)
          expect([
            day,
            jalaliDaysOf({ frequency: "yearly", months: [month], monthDays: [day] }),
          ]).toEqual([day, YEARS.map((year) => gregorian(year, month, day))]);
    },
  );

  it("put 30 Esfand on the last day of common years", () => {
    const rule = { frequency: "yearly", months: [12], monthDays: [30], esfand30: "last-day" };
    expect(jalaliDaysOf(rule)).toEqual(
      YEARS.map((year) => gregorian(year, 12, isLeap(year) ? 30 : 29)),
    );
  });

  it("skip 30 Esfand in common years", () => {
    const rule = { frequency: "yearly", months: [12], monthDays: [30], esfand30: "skip" };
    expect(jalaliDaysOf(rule)).toEqual(YEARS.filter(isLeap).map((year) => gregorian(year, 12, 30)));
  });

  it.each([1, 15, 29, 30, 31, -1])("repeat day %i monthly from 1400 to 1420", (day) => {
    const expected = YEARS.flatMap((year) =>
      Array.from({ length: 12 }, (_, month) => {
        const length = month < 6 ? 31 : month < 11 || isLeap(year) ? 30 : 29;
        return day === -1
          ? gregorian(year, month + 1, length)
          : day <= length
            ? gregorian(year, month + 1, day)
            : [];
      }).flat(),
    );
    expect(jalaliDaysOf({ frequency: "monthly", monthDays: [day], esfand30: "skip" })).toEqual(
      expected,
    );
  });

  it.each([
    [-1, 5],
    [1, 6],
    [5, 1],
  ])("repeat weekday %i of %i monthly from 1400 to 1420", (nth, weekday) => {
    const expected = YEARS.flatMap((year) =>
      Array.from({ length: 12 }, (_, index) => {
        const length = index < 6 ? 31 : index < 11 || isLeap(year) ? 30 : 29;
        const days = Array.from({ length }, (_, day) => gregorian(year, index + 1, day + 1));
        const chosen = days.filter(
          (day) => (new Date(`${day}T00:00Z`).getUTCDay() || 7) === weekday,
        );
        return chosen.at(nth < 0 ? nth : nth - 1) ?? [];
      }).flat(),
    );
    expect(jalaliDaysOf({ frequency: "monthly", monthWeekdays: [{ nth, weekday }] })).toEqual(
      expected,
    );
  });

  it("count every second month, and end after a number of dates", () => {
    const rule = { frequency: "monthly", monthDays: [31], interval: 2, ends: { count: 4 } };
    // Months 1, 3 and 5 have 31 days, the others of every second month have not.
    expect(jalaliDaysOf(rule)).toEqual([
      ...[1, 3, 5].map((month) => gregorian(1400, month, 31)),
      gregorian(1401, 1, 31),
    ]);
  });

  it("say the same as Gregorian ones when they are weekly or daily", () => {
    const weekly = {
      frequency: "weekly",
      weekdays: [2, 5],
      start: "2026-11-24T18:00",
      ends: { count: 9 },
    };
    expect(starts(ruleOf({ ...weekly, calendar: "jalali" }), TEHRAN)).toEqual(
      starts(ruleOf(weekly), TEHRAN),
    );
  });
});

describe("clock changes", () => {
  const daily = (start: string, end: string | null = null) =>
    ruleOf({ frequency: "daily", start, end, ends: { count: 3 } });

  it.each([
    // Berlin, 28 March 2027: 02:00 becomes 03:00.
    [
      "Europe/Berlin",
      "2027-03-27T02:30",
      ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"],
    ],
    // Berlin, 31 October 2027: 03:00 becomes 02:00, and 02:30 happens twice.
    [
      "Europe/Berlin",
      "2027-10-30T02:30",
      ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"],
    ],
    // Toronto, 14 March and 7 November 2027.
    [
      "America/Toronto",
      "2027-03-13T02:30",
      ["2027-03-13T07:30", "2027-03-14T07:30", "2027-03-15T06:30"],
    ],
    [
      "America/Toronto",
      "2027-11-06T01:30",
      ["2027-11-06T05:30", "2027-11-07T05:30", "2027-11-08T06:30"],
    ],
    // Tehran before 1402: midnight of 2 Farvardin 1400 became 01:00, midnight at the end of 30
    // Shahrivar 23:00.
    [
      "Asia/Tehran",
      "2021-03-21T00:30",
      ["2021-03-20T21:00", "2021-03-21T21:00", "2021-03-22T20:00"],
    ],
    [
      "Asia/Tehran",
      "2021-09-20T23:30",
      ["2021-09-20T19:00", "2021-09-21T19:00", "2021-09-22T20:00"],
    ],
    // Tehran since: no clock changes.
    [
      "Asia/Tehran",
      "2027-03-21T00:30",
      ["2027-03-20T21:00", "2027-03-21T21:00", "2027-03-22T21:00"],
    ],
  ])(
    "in %s from %s: a missing hour moves forward, of a doubled one the first is meant",
    (zone, start, expected) => {
      expect(starts(daily(start), zone)).toEqual(expected);
    },
  );

  it("keep the clock's end, and never end before the start", () => {
    const range = (start: string, end: string) =>
      expandSchedule(daily(start, end), { eventId: EVENT, timeZone: "Europe/Berlin" }, ALWAYS).map(
        ({ startsAt, endsAt }) => endsAt - startsAt,
      );
    expect(range("2027-03-27T01:00", "2027-03-27T04:00")).toEqual([3 * HOUR, 2 * HOUR, 3 * HOUR]);
    expect(range("2027-03-27T02:50", "2027-03-27T03:10")).toEqual([
      20 * MINUTE,
      20 * MINUTE,
      20 * MINUTE,
    ]);
    expect(range("2027-10-30T22:00", "2027-10-31T04:00")).toEqual([7 * HOUR, 6 * HOUR, 6 * HOUR]);
  });
});

describe("single dates", () => {
  const weekly = {
    frequency: "weekly",
    start: "2026-11-24T18:00",
    end: "2026-11-24T19:30",
    ends: { count: 5 },
  };

  it("replace, move and add dates of a rule under their original start", () => {
    const schedule = ruleOf(weekly, {
      dropped: ["2026-12-08T18:00"],
      dates: [
        { originalStart: "2026-12-15T18:00", start: "2026-12-16T19:00" },
        { originalStart: "2026-12-22T18:00", status: "sold-out", price: 50 },
        { originalStart: "2026-12-30T20:00", start: "2026-12-30T20:00" },
        // A change of a date that the rule does not have.
        { originalStart: "2026-12-31T18:00", status: "cancelled" },
      ],
    });
    const found = expandSchedule(schedule, { eventId: EVENT, timeZone: TEHRAN }, ALWAYS);
    expect(
      found.map(({ originalStart, startsAt, endsAt, status }) => [
        originalStart,
        startsAt,
        (endsAt - startsAt) / MINUTE,
        status,
      ]),
    ).toEqual([
      ["2026-11-24T18:00", at("2026-11-24T14:30Z"), 90, "scheduled"],
      ["2026-12-01T18:00", at("2026-12-01T14:30Z"), 90, "scheduled"],
      ["2026-12-15T18:00", at("2026-12-16T15:30Z"), 90, "scheduled"],
      ["2026-12-22T18:00", at("2026-12-22T14:30Z"), 90, "sold-out"],
      ["2026-12-30T20:00", at("2026-12-30T16:30Z"), 90, "scheduled"],
    ]);
    expect(found[3]).toMatchObject({
      id: `${EVENT}:2026-12-22T18:00`,
      localDay: "2026-12-22",
      price: 50,
    });
  });

  it("are found wherever they were moved", () => {
    const schedule = ruleOf(weekly, {
      dates: [{ originalStart: "2026-11-24T18:00", start: "2027-02-01T10:00" }],
    });
    const range = { from: at("2027-01-01T00:00Z"), to: at("2027-03-01T00:00Z") };
    expect(starts(schedule, TEHRAN, range)).toEqual(["2027-02-01T06:30"]);
  });

  it("make a list of showings, several a day", () => {
    const dates = ["2026-12-04T20:00", "2026-12-03T19:00", "2026-12-04T17:00"].map(
      (originalStart) => ({ originalStart }),
    );
    const found = expandSchedule(
      scheduleOf({ kind: "dates", dates }),
      { eventId: EVENT, timeZone: TEHRAN },
      ALWAYS,
    );
    expect(
      found.map(({ originalStart, startsAt, endsAt }) => [originalStart, endsAt - startsAt]),
    ).toEqual([
      ["2026-12-03T19:00", 0],
      ["2026-12-04T17:00", 0],
      ["2026-12-04T20:00", 0],
    ]);
  });
});

describe("opening hours", () => {
  const open = { opens: "10:00", closes: "19:00" };
  const exhibition = scheduleOf({
    kind: "openingHours",
    from: "2026-11-20",
    to: "2026-11-30",
    // Closed on Mondays, open late on Fridays.
    hours: [null, open, open, open, { opens: "14:00", closes: "01:00" }, open, open],
    dropped: ["2026-11-22T00:00"],
    dates: [
      { originalStart: "2026-11-23T00:00", start: "2026-11-23T12:00", end: "2026-11-23T15:00" },
      { originalStart: "2026-11-24T00:00", start: "2026-11-24T16:00", end: "2026-11-24T19:00" },
    ],
  });

  it("are one occurrence an open day, identified by the day", () => {
    const found = expandSchedule(exhibition, { eventId: EVENT, timeZone: TEHRAN }, ALWAYS);
    expect(
      found.map(
        ({ originalStart, startsAt, endsAt }) =>
          `${originalStart.slice(8, 10)} ${new Date(startsAt).toISOString().slice(11, 16)} ${(endsAt - startsAt) / HOUR}`,
      ),
    ).toEqual([
      "20 10:30 11",
      "21 06:30 9",
      "23 08:30 3",
      "24 12:30 3",
      "25 06:30 9",
      "26 06:30 9",
      "27 10:30 11",
      "28 06:30 9",
      "29 06:30 9",
    ]);
  });

  it("last past midnight", () => {
    const range = { from: at("2026-11-27T21:00Z"), to: at("2026-11-27T22:00Z") };
    expect(starts(exhibition, TEHRAN, range)).toEqual(["2026-11-27T10:30"]);
  });
});

describe("materialised occurrences", () => {
  const place = { eventId: EVENT, timeZone: TEHRAN };
  const now = at("2026-11-22T12:00Z");
  const daily = ruleOf({ frequency: "daily", start: "2026-11-01T18:00", end: "2026-11-01T20:00" });

  it("are the next 370, at most 400 days ahead", () => {
    const found = materialise(daily, place, now);
    expect(found).toHaveLength(370);
    expect(found[0]?.localDay).toBe("2026-11-22");
    const weekly = materialise(
      ruleOf({ frequency: "weekly", start: "2026-11-24T18:00" }),
      place,
      now,
    );
    expect(weekly).toHaveLength(57);
    expect(weekly.at(-1)?.startsAt).toBeLessThan(now + 400 * DAY);
  });

  it("include one that is running", () => {
    expect(materialise(daily, place, at("2026-11-22T15:30Z"))[0]?.localDay).toBe("2026-11-22");
    expect(materialise(daily, place, at("2026-11-22T16:30Z"))[0]?.localDay).toBe("2026-11-23");
  });

  it("are compared by identity", () => {
    const before = materialise(
      ruleOf({ frequency: "weekly", start: "2026-11-24T18:00", ends: { count: 3 } }),
      place,
      now,
    );
    const after = materialise(
      ruleOf(
        { frequency: "weekly", start: "2026-11-24T18:00", ends: { count: 2 } },
        {
          dates: [
            { originalStart: "2026-12-01T18:00", status: "cancelled" },
            { originalStart: "2026-12-05T10:00", start: "2026-12-05T10:00" },
          ],
        },
      ),
      place,
      now,
    );
    const { added, removed, changed } = compareOccurrences(before, after);
    expect([added, removed].map((list) => list.map(({ originalStart }) => originalStart))).toEqual([
      ["2026-12-05T10:00"],
      ["2026-12-08T18:00"],
    ]);
    expect(changed.map((pair) => [pair.before.status, pair.after.status])).toEqual([
      ["scheduled", "cancelled"],
    ]);
  });
});
