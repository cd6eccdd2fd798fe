import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf, withoutDate } from "../../../tests/helpers/schedule-of";
import type { Schedule, ScheduleOfKind } from "../../lib/event/schedule";
import {
  addDate,
  changeAll,
  changeFollowing,
  changeOne,
  keysOfSeries,
  type OccurrenceChange,
  replaceRules,
} from "./edit-schedule.server";
import { wallOccurrences } from "./expand-schedule.server";

/**
 * "Original start → start end status", without years, of each date until mid-2027; the arrow only
 * where they differ.
 */
const datesOf = (schedule: Schedule) =>
  wallOccurrences(schedule, { from: "2026-01-01", to: "2027-06-30" }).map(
    ({ originalStart, start, end, status }) =>
      [
        originalStart === start ? "" : `${originalStart.slice(5)} →`,
        start.slice(5),
        end?.slice(11),
        status === "scheduled" ? "" : status,
      ]
        .filter(Boolean)
        .join(" "),
  );

const weekly = ruleOf({
  frequency: "weekly",
  start: "2026-11-24T18:00",
  end: "2026-11-24T19:30",
  ends: { until: "2026-12-22" },
});
const counted = ruleOf({ frequency: "weekly", start: "2026-11-24T18:00", ends: { count: 5 } });
const plays = scheduleOf({
  kind: "dates",
  dates: ["2026-12-03T19:00", "2026-12-04T17:00", "2026-12-04T20:00"].map((originalStart) => ({
    originalStart,
    status: "scheduled",
  })),
});
const open = { opens: "10:00", closes: "19:00" };
const run = scheduleOf({
  kind: "openingHours",
  from: "2026-11-21",
  to: "2026-11-25",
  hours: [null, open, open, open, open, open, open],
});
const NOW = "2026-11-22T12:00";

describe("changing one date", () => {
  it("moves it under its original start and leaves the others", () => {
    expect(datesOf(changeOne(weekly, "2026-12-15T18:00", { start: "2026-12-16T19:00" }))).toEqual([
      "11-24T18:00 19:30",
      "12-01T18:00 19:30",
      "12-08T18:00 19:30",
      "12-15T18:00 → 12-16T19:00 20:30",
      "12-22T18:00 19:30",
    ]);
  });

  it("keeps earlier changes of the same date", () => {
    const moved = changeOne(weekly, "2026-12-15T18:00", { start: "2026-12-16T19:00" });
    const soldOut = changeOne(moved, "2026-12-15T18:00", { status: "sold-out" });
    expect(datesOf(soldOut)).toContain("12-15T18:00 → 12-16T19:00 20:30 sold-out");
    expect(datesOf(changeOne(soldOut, "2026-12-15T18:00", { end: null }))).toContain(
      "12-15T18:00 → 12-16T19:00 20:30 sold-out",
    );
  });

  it("works on a list, a run and a single date", () => {
    expect(datesOf(changeOne(plays, "2026-12-04T17:00", { start: "2026-12-05T17:00" }))).toEqual([
      "12-03T19:00",
      "12-04T20:00",
      "12-04T17:00 → 12-05T17:00",
    ]);
    expect(
      datesOf(
        changeOne(run, "2026-11-24T00:00", { start: "2026-11-24T14:00", end: "2026-11-24T18:00" }),
      ),
    ).toContain("11-24T00:00 → 11-24T14:00 18:00");
    const single = scheduleOf({
      kind: "single",
      dates: [{ originalStart: "2026-12-03T20:00", end: "2026-12-03T22:00" }],
    });
    expect(datesOf(changeOne(single, "2026-12-03T20:00", { start: "2026-12-04T21:00" }))).toEqual([
      "12-03T20:00 → 12-04T21:00 23:00",
    ]);
  });

  it("changes nothing where there is no such date", () => {
    expect(changeOne(weekly, "2026-12-16T18:00", { status: "cancelled" })).toBe(weekly);
  });
});

describe("adding dates", () => {
  it("takes a date back that was left out", () => {
    const dropped = withoutDate(weekly, "2026-12-08T18:00");
    expect(datesOf(dropped)).toHaveLength(4);
    expect(addDate(dropped, { start: "2026-12-08T18:00", end: null })).toEqual(weekly);
  });

  it("adds a date beside a rule, with its usual duration", () => {
    const added = addDate(weekly, { start: "2026-12-10T10:00", end: null });
    expect(datesOf(added)).toContain("12-10T10:00 11:30");
  });

  it("makes a list of a single date, and keeps its identity", () => {
    const single = scheduleOf({
      kind: "single",
      dates: [{ originalStart: "2026-12-03T20:00", start: "2026-12-04T20:00" }],
    });
    const list = addDate(single, { start: "2026-12-05T20:00", end: "2026-12-05T22:00" });
    expect(list.kind).toBe("dates");
    expect(datesOf(list)).toEqual(["12-03T20:00 → 12-04T20:00", "12-05T20:00 22:00"]);
  });
});

describe("changing this and the following dates", () => {
  const toWednesday: OccurrenceChange = { start: "2026-12-16T19:00" };

  it.each([
    ["until a day", weekly, [" 19:30", " 20:30"]],
    ["counted", counted, ["", ""]],
  ])("splits a rule that ends %s", (_name, schedule, [before, after]) => {
    const changed = changeFollowing(
      schedule,
      "2026-12-15T18:00",
      toWednesday,
    ) as ScheduleOfKind<"rule">;
    expect(changed.rules).toHaveLength(2);
    expect(datesOf(changed)).toEqual([
      `11-24T18:00${before}`,
      `12-01T18:00${before}`,
      `12-08T18:00${before}`,
      `12-15T18:00 → 12-16T19:00${after}`,
      `12-22T18:00 → 12-23T19:00${after}`,
    ]);
  });

  it("splits again, and back", () => {
    const once = changeFollowing(weekly, "2026-12-08T18:00", { start: "2026-12-09T19:00" });
    const twice = changeFollowing(once, "2026-12-15T18:00", { start: "2026-12-15T18:00" });
    expect(datesOf(twice)).toEqual([
      "11-24T18:00 19:30",
      "12-01T18:00 19:30",
      "12-08T18:00 → 12-09T19:00 20:30",
      "12-15T18:00 19:30",
      "12-22T18:00 19:30",
    ]);
  });

  it("keeps the phase of every second week and month", () => {
    for (const rule of [
      {
        frequency: "weekly",
        interval: 2,
        weekdays: [2, 6],
        start: "2026-11-24T18:00",
        ends: { count: 7 },
      },
      {
        frequency: "monthly",
        interval: 2,
        monthDays: [30],
        start: "2026-08-30T18:00",
        ends: { count: 4 },
      },
      {
        frequency: "monthly",
        interval: 2,
        calendar: "jalali",
        monthDays: [30],
        start: "2026-08-21T18:00",
        ends: { count: 4 },
      },
    ]) {
      const schedule = ruleOf(rule);
      const keys = wallOccurrences(schedule, { from: "2026-01-01", to: "2027-12-31" }).map(
        ({ originalStart }) => originalStart,
      );
      const changed = changeFollowing(schedule, keys[2] ?? "", { price: 5 });
      const after = wallOccurrences(changed, { from: "2026-01-01", to: "2027-12-31" });
      expect(after.map(({ originalStart }) => originalStart)).toEqual(keys);
      expect(after.map(({ price }) => price)).toEqual(
        keys.map((_key, index) => (index < 2 ? null : 5)),
      );
    }
  });

  it("keeps every original start of any rule, wherever it is split", () => {
    const lines = readFileSync(
      new URL("../../../tests/fixtures/schedule/rules.jsonl", import.meta.url),
      "utf8",
    )
      .trim()
      .split("\n");
    const window = { from: "2021-01-01", to: "2029-12-31" };
    let splits = 0;
    // Frequencies repeat every four lines, so every fifth has all of them.
    for (const line of lines.filter((_, index) => index % 5 === 0)) {
      const { rule } = JSON.parse(line) as { rule: object };
      for (const calendar of ["gregorian", "jalali"]) {
        const schedule = ruleOf({ ...rule, calendar });
        const keys = wallOccurrences(schedule, window).map(({ originalStart }) => originalStart);
        const key = keys[Math.floor(keys.length / 2)];
        if (key === undefined) continue;
        const after = wallOccurrences(changeFollowing(schedule, key, { price: 5 }), window);
        expect([line, after.map(({ originalStart }) => originalStart)]).toEqual([line, keys]);
        expect(
          after.filter(({ price }) => price === 5).map(({ originalStart }) => originalStart),
        ).toEqual(keys.filter((one) => one >= key));
        splits++;
      }
    }
    expect(splits).toBeGreaterThan(150);
  });

  it("leaves a date at the time that it had been moved to, but takes over details", () => {
    const moved = changeOne(weekly, "2026-12-22T18:00", { start: "2026-12-23T10:00" });
    const changed = changeFollowing(moved, "2026-12-15T18:00", {
      start: "2026-12-15T20:00",
      status: "postponed",
    });
    expect(datesOf(changed).slice(3)).toEqual([
      "12-15T18:00 → 12-15T20:00 21:30 postponed",
      "12-22T18:00 → 12-23T10:00 11:30 postponed",
    ]);
  });

  it("cancels an endless series for as long as it was announced", () => {
    const endless = ruleOf({ frequency: "weekly", start: "2026-11-24T18:00" });
    const cancelled = changeFollowing(endless, "2026-12-08T18:00", {
      status: "cancelled",
    }) as ScheduleOfKind<"rule">;
    expect(datesOf(cancelled).slice(0, 4)).toEqual([
      "11-24T18:00",
      "12-01T18:00",
      "12-08T18:00 cancelled",
      "12-15T18:00 cancelled",
    ]);
    expect(cancelled.rules[1]?.ends).toEqual({ until: "2028-01-12" });
  });

  it("takes a cancelled endless series back without an end, wherever it had been split since", () => {
    const endless = ruleOf({ frequency: "weekly", start: "2026-11-24T18:00" });
    const endsOf = (schedule: Schedule) =>
      (schedule as ScheduleOfKind<"rule">).rules.map(({ ends }) => ends);
    const cancelled = changeFollowing(endless, "2026-12-08T18:00", { status: "cancelled" });
    expect(endsOf(changeFollowing(cancelled, "2026-12-08T18:00", { status: "scheduled" }))).toEqual(
      [{ until: "2026-12-01" }, null],
    );
    const later = changeFollowing(cancelled, "2026-12-22T18:00", { status: "scheduled" });
    expect(endsOf(later)).toEqual([{ until: "2026-12-01" }, { until: "2026-12-15" }, null]);
    const noted = changeFollowing(cancelled, "2026-12-22T18:00", { price: 5 });
    expect(
      endsOf(changeFollowing(noted, "2026-12-22T18:00", { status: "scheduled" })).at(-1),
    ).toBeNull();
    const ended = changeFollowing(
      changeFollowing(weekly, "2026-12-08T18:00", { status: "cancelled" }),
      "2026-12-08T18:00",
      {
        status: "scheduled",
      },
    );
    expect(endsOf(ended).at(-1)).toEqual({ until: "2026-12-22" });
  });

  it("moves the later showings of a list and days of a run by as much", () => {
    expect(
      datesOf(changeFollowing(plays, "2026-12-04T17:00", { start: "2026-12-05T17:30" })),
    ).toEqual(["12-03T19:00", "12-04T17:00 → 12-05T17:30", "12-04T20:00 → 12-05T20:30"]);
    expect(
      datesOf(
        changeFollowing(run, "2026-11-24T00:00", {
          start: "2026-11-24T12:00",
          end: "2026-11-24T20:00",
        }),
      ),
    ).toEqual([
      "11-21T00:00 → 11-21T10:00 19:00",
      "11-22T00:00 → 11-22T10:00 19:00",
      "11-24T00:00 → 11-24T12:00 20:00",
      "11-25T00:00 → 11-25T12:00 20:00",
    ]);
  });

  const both = scheduleOf({
    kind: "rule",
    rules: [
      { frequency: "weekly", start: "2026-11-24T18:00", ends: { count: 2 } },
      { frequency: "weekly", start: "2026-11-26T10:00", ends: { count: 2 } },
    ],
  });

  it("changes only the series of the chosen date", () => {
    expect(
      datesOf(changeFollowing(both, "2026-11-24T18:00", { start: "2026-11-25T18:00" })),
    ).toEqual([
      "11-24T18:00 → 11-25T18:00",
      "11-26T10:00",
      "12-01T18:00 → 12-02T18:00",
      "12-03T10:00",
    ]);
  });

  it("leaves a date alone that another time of the same day has", () => {
    const extra = addDate(both, { start: "2026-12-01T11:00", end: null });
    expect(datesOf(changeFollowing(extra, "2026-11-24T18:00", { status: "cancelled" }))).toEqual([
      "11-24T18:00 cancelled",
      "11-26T10:00",
      "12-01T11:00",
      "12-01T18:00 cancelled",
      "12-03T10:00",
    ]);
  });

  it("is about the dates of that series, with those of its split parts, or of the date alone beside the rules", () => {
    const keys = (schedule: Schedule) =>
      wallOccurrences(schedule, { from: "2026-01-01", to: "2027-06-30" }).map(
        ({ originalStart }) => originalStart,
      );
    const split = changeFollowing(both, "2026-12-01T18:00", { start: "2026-12-02T18:00" });
    const extra = addDate(split, { start: "2026-12-05T11:00", end: null });
    expect(keysOfSeries(extra, "2026-11-24T18:00", keys(extra))).toEqual([
      "2026-11-24T18:00",
      "2026-12-01T18:00",
    ]);
    expect(keysOfSeries(extra, "2026-12-03T10:00", keys(extra))).toEqual([
      "2026-11-26T10:00",
      "2026-12-03T10:00",
    ]);
    expect(keysOfSeries(extra, "2026-12-05T11:00", keys(extra))).toEqual(["2026-12-05T11:00"]);
    expect(keysOfSeries(plays, "2026-12-04T17:00", keys(plays))).toEqual(keys(plays));
  });
});

describe("changing all dates", () => {
  it("leaves past ones", () => {
    const changed = changeAll(
      weekly,
      "2026-12-15T18:00",
      { start: "2026-12-15T20:00" },
      "2026-12-01T20:00",
    );
    expect(datesOf(changed)).toEqual([
      "11-24T18:00 19:30",
      "12-01T18:00 19:30",
      "12-08T18:00 → 12-08T20:00 21:30",
      "12-15T18:00 → 12-15T20:00 21:30",
      "12-22T18:00 → 12-22T20:00 21:30",
    ]);
  });

  it("joins what an earlier edit had split", () => {
    const split = changeFollowing(weekly, "2026-12-15T18:00", { start: "2026-12-16T19:00" });
    const changed = changeAll(split, "2026-11-24T18:00", { start: "2026-11-24T17:00" }, NOW);
    expect(datesOf(changed).map((text) => text.split("→ ").at(-1)?.slice(0, 11))).toEqual([
      "11-24T17:00",
      "12-01T17:00",
      "12-08T17:00",
      "12-15T17:00",
      "12-22T17:00",
    ]);
  });
});

describe("replacing a series", () => {
  it("replaces the rule from now on and keeps what both have", () => {
    const changed = [
      withoutDate(weekly, "2026-12-22T18:00"),
      { originalStart: "2026-12-15T18:00", status: "sold-out" },
      { originalStart: "2026-12-29T10:00", start: "2026-12-29T10:00" },
    ] as const;
    const before = {
      ...changed[0],
      dates: (scheduleOf({ kind: "dates", dates: changed.slice(1) }) as ScheduleOfKind<"dates">)
        .dates,
    } as ScheduleOfKind<"rule">;
    const { rules } = ruleOf({
      frequency: "weekly",
      interval: 1,
      weekdays: [2, 4],
      start: "2026-11-24T18:00",
      end: "2026-11-24T19:30",
      ends: { until: "2026-12-15" },
    }) as ScheduleOfKind<"rule">;
    const after = replaceRules(before, rules, "2026-12-02T00:00");
    expect(datesOf(after)).toEqual([
      "11-24T18:00 19:30",
      "12-01T18:00 19:30",
      "12-03T18:00 19:30",
      "12-08T18:00 19:30",
      "12-10T18:00 19:30",
      "12-15T18:00 19:30 sold-out",
      "12-29T10:00 11:30",
    ]);
    expect(after.dropped).toEqual([]);
  });
});
