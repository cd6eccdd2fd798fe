import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf } from "../../../tests/helpers/schedule-of";
import type { Schedule } from "../../lib/event/schedule";
import {
  EMPTY_SCHEDULE_INPUTS,
  PLAIN_DETAIL_INPUTS,
  type ScheduleInputs,
  scheduleInputsOf,
} from "../../lib/event/schedule-inputs";
import { stepSchedule } from "../../lib/event/step-schedule";
import { wallOccurrences } from "./expand-schedule.server";
import { inputsOfSchedule } from "./inputs-of-schedule.server";
import { type ReadWith, readScheduleInputs, withDateAdded } from "./read-schedule-inputs.server";

const inputs = (typed: Partial<ScheduleInputs>): ScheduleInputs => ({
  ...structuredClone(EMPTY_SCHEDULE_INPUTS),
  ...typed,
});

function read(typed: ScheduleInputs, others: Partial<ReadWith> = {}) {
  const issues: Record<string, string> = {};
  const refuse = (path: string, message: string) => {
    issues[path] = message;
    return null;
  };
  const reading = {
    kept: null,
    allDay: false,
    startsAt: null,
    endsAt: null,
    now: "2026-12-08T13:30",
    readPrice: (_path: string, text: string) => Number(text),
    refuse,
    ...others,
  };
  return { schedule: readScheduleInputs(typed, reading) as Schedule | null, issues };
}
/** Starts of a schedule's dates until the end of January 2027. */
const startsOf = (schedule: Schedule | null) =>
  schedule &&
  wallOccurrences(schedule, { from: "2026-12-01", to: "2027-01-31" }).map(({ start }) => start);

const tuesday = { startsAt: "2026-12-15T18:00", endsAt: "2026-12-15T19:30" };
const weekly = (others: object = {}) =>
  ruleOf({
    frequency: "weekly",
    start: "2026-12-15T18:00",
    end: "2026-12-15T19:30",
    ends: { count: 3 },
    ...others,
  });

describe("the form's schedule", () => {
  it("is none for a single date", () => {
    expect(read(inputs({ kind: "once" }), tuesday)).toEqual({ schedule: null, issues: {} });
  });

  it("is never a rule without its first date, which would be lost in silence", () => {
    const { schedule, issues } = read(inputs({ kind: "rule", frequency: "yearly" }));
    expect({ schedule, issues }).toEqual({
      schedule: null,
      issues: { startsAt: "errors:issue.missing" },
    });
  });

  it("is a list of dates, each with its end on the same or the next day", () => {
    const dates = [
      { key: "", start: "2026-12-10T20:00", end: "21:30" },
      { key: "", start: "۱۴۰۵/۹/۲۰ ۲۳:۰۰", end: "۰۱:۰۰" },
      { key: "", start: "2026-12-12T20:00", end: "" },
    ];
    expect(read(inputs({ kind: "dates", dates })).schedule).toMatchObject({
      dates: [
        { originalStart: "2026-12-10T20:00", start: null, end: "2026-12-10T21:30" },
        { originalStart: "2026-12-11T23:00", start: null, end: "2026-12-12T01:00" },
        { originalStart: "2026-12-12T20:00", end: null },
      ],
    });
  });

  it("takes a date that was typed before several were chosen as the first row", () => {
    const typed = inputs({ kind: "dates" });
    expect(startsOf(read(typed, tuesday).schedule)).toEqual(["2026-12-15T18:00"]);
    expect(typed.dates).toEqual([{ key: "", start: "2026-12-15T18:00", end: "19:30" }]);
  });

  it("has what differs on a date: sold out, a note, its price and link; a cancelled date stays cancelled", () => {
    const kept = scheduleOf({
      kind: "dates",
      dates: [
        { originalStart: "2026-12-10T20:00", status: "cancelled" },
        {
          originalStart: "2026-12-11T20:00",
          note: { en: "With a talk", fa: null },
          price: 5,
          ticketUrl: "https://tickets.example/11",
        },
        { originalStart: "2026-12-12T20:00", status: "sold-out" },
      ],
    });
    const shown = inputsOfSchedule(kept, (price) => String(price * 2)).inputs;
    expect(shown.dates.map(({ details }) => details)).toEqual([
      { ...PLAIN_DETAIL_INPUTS, status: "cancelled" },
      {
        ...PLAIN_DETAIL_INPUTS,
        noteEn: "With a talk",
        price: "10",
        ticketUrl: "https://tickets.example/11",
      },
      { ...PLAIN_DETAIL_INPUTS, status: "sold-out", soldOut: true },
    ]);
    const typed = structuredClone(shown);
    for (const row of typed.dates)
      row.details = {
        ...PLAIN_DETAIL_INPUTS,
        soldOut: row.key.startsWith("2026-12-11"),
        noteFa: " با گفت‌وگو ",
        price: "8",
      };
    expect(
      read(typed, { kept, readPrice: (_path, text) => Number(text) / 2 }).schedule,
    ).toMatchObject({
      dates: [
        { status: "cancelled", note: { en: null, fa: "با گفت‌وگو" }, price: 4, ticketUrl: null },
        { status: "sold-out", price: 4 },
        { status: "scheduled" },
      ],
    });
    // A form without these inputs leaves them as they are.
    for (const row of typed.dates) row.details = null;
    expect(read(typed, { kept }).schedule).toEqual(kept);
    // A date added after another has its note, price and link, but not its state.
    expect(stepSchedule(shown, "add.7", { startsAt: "", endsAt: "" }).dates.at(-1)).toMatchObject({
      start: "2026-12-19T20:00",
      details: { status: "scheduled", soldOut: false },
    });
  });

  it("gets a further date a week after the last: of one date a list, of a list a row, of a rule nothing", () => {
    const first = { startsAt: "2026-12-10T20:00", endsAt: "2026-12-10T21:30" };
    const rows = withDateAdded(inputs({ kind: "once" }), first);
    expect(rows).toMatchObject({
      kind: "dates",
      dates: [
        { start: "2026-12-10T20:00", end: "21:30" },
        { start: "2026-12-17T20:00", end: "21:30" },
      ],
    });
    expect(withDateAdded(rows, first).dates.map(({ start }) => start)).toEqual([
      "2026-12-10T20:00",
      "2026-12-17T20:00",
      "2026-12-24T20:00",
    ]);
    const rule = inputs({ kind: "rule" });
    expect(withDateAdded(rule, first)).toEqual(rule);
    expect(
      withDateAdded(inputs({ kind: "once" }), { ...first, endsAt: "2026-12-20T18:00" }).kind,
    ).toBe("once");
  });

  it("refuses a link of a date beside its field", () => {
    const dates = [
      {
        key: "",
        start: "2026-12-10T20:00",
        end: "",
        details: { ...PLAIN_DETAIL_INPUTS, ticketUrl: "javascript:alert(1)" },
      },
    ];
    expect(Object.keys(read(inputs({ kind: "dates", dates })).issues)).toEqual([
      "schedule.dates.0.ticketUrl",
    ]);
  });

  it("refuses a row beside its field", () => {
    const dates = [
      { key: "", start: "2026-12-10T20:00", end: "" },
      { key: "", start: "soon", end: "" },
    ];
    expect(read(inputs({ kind: "dates", dates }))).toEqual({
      schedule: null,
      issues: { "schedule.dates.1.start": "errors:issue.noSuchTime" },
    });
    expect(read(inputs({ kind: "dates" })).issues).toEqual({
      "schedule.kind": "errors:issue.schedule.noDates",
    });
  });

  it("keeps identity, state and note of a date that moves, and leaves out a row that is gone", () => {
    const note = { en: "With a talk", fa: null };
    const kept = scheduleOf({
      kind: "dates",
      dates: [
        { originalStart: "2026-12-10T20:00", end: "2026-12-10T21:30", status: "sold-out", note },
        { originalStart: "2026-12-11T20:00", end: "2026-12-11T21:30" },
      ],
    });
    const dates = [{ key: "2026-12-10T20:00", start: "2026-12-10T21:00", end: "22:30" }];
    expect(read(inputs({ kind: "dates", dates }), { kept }).schedule?.dates).toEqual([
      expect.objectContaining({
        originalStart: "2026-12-10T20:00",
        start: "2026-12-10T21:00",
        end: "2026-12-10T22:30",
        status: "sold-out",
        note,
      }),
    ]);
  });

  it.each([
    ["every week on the first date's weekday", {}, ["2026-12-15", "2026-12-22", "2026-12-29"]],
    ["every second week", { interval: "2" }, ["2026-12-15", "2026-12-29", "2027-01-12"]],
    ["on two weekdays", { weekdays: ["2", "4"] }, ["2026-12-15", "2026-12-17", "2026-12-22"]],
    [
      "on the same date of the month",
      { frequency: "monthly", count: "2" },
      ["2026-12-15", "2027-01-15"],
    ],
    [
      "on the third Tuesday",
      { frequency: "monthly", pattern: "nth", count: "2" },
      ["2026-12-15", "2027-01-19"],
    ],
    [
      "on 24 Azar and Dey",
      { frequency: "monthly", calendar: "jalali", count: "2" },
      ["2026-12-15", "2027-01-14"],
    ],
    ["until a day", { ends: "until", until: "2026-12-22" }, ["2026-12-15", "2026-12-22"]],
    [
      "until a Solar Hijri day",
      { ends: "until", until: "۱۴۰۵/۱۰/۱" },
      ["2026-12-15", "2026-12-22"],
    ],
  ] as const)("repeats %s", (_, typed, days) => {
    const { schedule, issues } = read(
      inputs({ kind: "rule", ends: "count", count: "3", ...(typed as object) }),
      tuesday,
    );
    expect(issues).toEqual({});
    expect(startsOf(schedule)).toEqual(days.map((day) => `${day}T18:00`));
  });

  it("shows issues of a rule beside their fields", () => {
    expect(read(inputs({ kind: "rule", interval: "x" }), tuesday).issues).toHaveProperty([
      "schedule.interval",
    ]);
    expect(
      read(inputs({ kind: "rule", ends: "until", until: "x" }), tuesday).issues,
    ).toHaveProperty(["schedule.until"]);
    expect(read(inputs({ kind: "rule", ends: "count", count: "" }), tuesday).issues).toHaveProperty(
      ["schedule.count"],
    );
  });

  it("leaves out a typed day, and refuses one without a date", () => {
    const typed = inputs({ kind: "rule", ends: "count", count: "3", drop: "2026-12-22" });
    expect(startsOf(read(typed, tuesday).schedule)).toEqual([
      "2026-12-15T18:00",
      "2026-12-29T18:00",
    ]);
    expect(typed).toMatchObject({ drop: "", dropped: ["2026-12-22T18:00"] });
    const wrong = inputs({ kind: "rule", ends: "count", count: "3", drop: "2026-12-23" });
    expect(read(wrong, tuesday).issues).toEqual({
      "schedule.drop": "errors:issue.schedule.notADate",
    });
  });

  it("adds a date beside a rule, shows it, and takes it away again", () => {
    const typed = inputs({
      kind: "rule",
      ends: "count",
      count: "2",
      extraStart: "۱۴۰۵/۹/۲۶ ۱۰:۳۰",
      extraEnd: "11:00",
    });
    const { schedule } = read(typed, tuesday);
    expect(startsOf(schedule)).toEqual([
      "2026-12-15T18:00",
      "2026-12-17T10:30",
      "2026-12-22T18:00",
    ]);
    expect(schedule?.dates).toMatchObject([
      { originalStart: "2026-12-17T10:30", end: "2026-12-17T11:00" },
    ]);
    const extras = [{ key: "2026-12-17T10:30", start: "2026-12-17T10:30", end: "11:00" }];
    expect(typed).toMatchObject({ extraStart: "", extraEnd: "", extras });
    // The page is drawn from what was read, before anything is stored.
    expect(read(structuredClone(typed), tuesday).schedule).toEqual(schedule);
    const shown = inputsOfSchedule(schedule).inputs;
    expect(shown.extras).toEqual(extras);
    expect(startsOf(read(shown, { ...tuesday, kept: schedule }).schedule)).toHaveLength(3);
    const gone = { ...shown, extras: [], hasExtras: true };
    expect(startsOf(read(gone, { ...tuesday, kept: schedule }).schedule)).toEqual([
      "2026-12-15T18:00",
      "2026-12-22T18:00",
    ]);
  });

  it("leaves changed dates of a rule as they are, and refuses a further date without a time", () => {
    const kept = ruleOf(
      { frequency: "weekly", start: "2026-12-15T18:00", ends: { count: 2 } },
      { dates: [{ originalStart: "2026-12-22T18:00", status: "cancelled" }] },
    );
    const shown = inputsOfSchedule(kept).inputs;
    expect(shown.extras).toEqual([]);
    expect(read({ ...shown, hasExtras: true }, { ...tuesday, kept }).schedule?.dates).toHaveLength(
      1,
    );
    expect(read({ ...shown, extraStart: "2026-12-17" }, { ...tuesday, kept }).issues).toEqual({
      "schedule.extraStart": "errors:issue.noTime",
    });
  });

  it("opens a run on a further day", () => {
    const hours = EMPTY_SCHEDULE_INPUTS.hours.map((_, day) =>
      day === 0 ? { opens: "", closes: "" } : { opens: "10:00", closes: "19:00" },
    );
    const run = { kind: "openingHours", from: "2026-12-13", to: "2026-12-15", hours } as const;
    const { schedule } = read(
      inputs({ ...run, extraStart: "2026-12-14T12:00", extraEnd: "15:00" }),
    );
    expect(startsOf(schedule)).toEqual([
      "2026-12-13T10:00",
      "2026-12-14T12:00",
      "2026-12-15T10:00",
    ]);
    expect(inputsOfSchedule(schedule).inputs.extras).toEqual([
      { key: "2026-12-14T12:00", start: "2026-12-14T12:00", end: "15:00" },
    ]);
  });

  it("is opening hours, where empty days are closed", () => {
    const hours = EMPTY_SCHEDULE_INPUTS.hours.map((_, day) =>
      day === 0 ? { opens: "", closes: "" } : { opens: "10:00", closes: "19:00" },
    );
    const typed = inputs({ kind: "openingHours", from: "2026-12-10", to: "۱۴۰۵/۹/۲۴", hours });
    expect(startsOf(read(typed).schedule)).toEqual(
      ["10", "11", "12", "13", "15"].map((day) => `2026-12-${day}T10:00`),
    );
    const half = inputs({
      kind: "openingHours",
      from: "2026-12-10",
      to: "2026-12-12",
      hours: [{ opens: "10:00", closes: "" }, ...hours.slice(1)],
    });
    expect(read(half).issues).toEqual({ "schedule.hours": "errors:issue.noSuchTime" });
  });
});

describe("a stored schedule", () => {
  const stored: [string, Schedule][] = [
    [
      "a list",
      scheduleOf({
        kind: "dates",
        dates: [{ originalStart: "2026-12-10T20:00", end: "2026-12-12T21:30", price: 5 }],
      }),
    ],
    ["a rule", weekly({ note: { en: "Bring a mat", fa: null } })],
    ["a moved rule", weekly({ moved: { start: "2026-12-16T18:00", end: "2026-12-16T19:30" } })],
    ["a rule of two weekdays of the month", weekly({ frequency: "monthly", monthDays: [15, 20] })],
    [
      "a rule with changed dates",
      {
        ...weekly(),
        dates: scheduleOf({
          kind: "dates",
          dates: [{ originalStart: "2026-12-22T18:00", status: "cancelled" }],
        }).dates,
      } as Schedule,
    ],
    [
      "a run",
      scheduleOf({
        kind: "openingHours",
        from: "2026-12-10",
        to: "2026-12-20",
        hours: Array.from({ length: 7 }, () => ({ opens: "10:00", closes: "19:00" })),
        dropped: ["2026-12-12T00:00"],
      }),
    ],
  ];
  it.each(stored)("is the same after a save without changes: %s", (_, kept) => {
    const { inputs: typed, first } = inputsOfSchedule(kept);
    const times = first ? { startsAt: first.start, endsAt: first.end } : {};
    expect(read(typed, { kept, ...times })).toEqual({ schedule: kept, issues: {} });
  });

  it("keeps the identities of its dates when their time changes", () => {
    const kept = weekly();
    const { inputs: typed } = inputsOfSchedule(kept);
    const { schedule } = read(typed, {
      kept,
      startsAt: "2026-12-15T19:00",
      endsAt: "2026-12-15T20:30",
    });
    const dates = schedule && wallOccurrences(schedule, { from: "2026-12-15", to: "2026-12-22" });
    expect(dates?.slice(0, 2)).toMatchObject([
      { originalStart: "2026-12-15T18:00", start: "2026-12-15T19:00", end: "2026-12-15T20:30" },
      { originalStart: "2026-12-22T18:00", start: "2026-12-22T19:00" },
    ]);
  });

  it("keeps its past dates when the rule changes", () => {
    const kept = ruleOf({
      frequency: "weekly",
      start: "2026-12-01T18:00",
      end: "2026-12-01T19:30",
      ends: { until: "2026-12-31" },
    });
    const { inputs: typed } = inputsOfSchedule(kept);
    const { schedule } = read(
      { ...typed, weekdays: ["4"] },
      { kept, startsAt: "2026-12-01T18:00", endsAt: "2026-12-01T19:30" },
    );
    expect(startsOf(schedule)).toEqual(
      ["01", "10", "17", "24", "31"].map((day) => `2026-12-${day}T18:00`),
    );
  });
});

it("leaves out rows without a start, and reads a form without these inputs", () => {
  const form = new FormData();
  expect(scheduleInputsOf(form)).toEqual(EMPTY_SCHEDULE_INPUTS);
  form.set("schedule.kind", "dates");
  for (const [row, start] of ["", "2026-12-10T20:00"].entries())
    form.set(`schedule.dates.${row}.start`, start);
  expect(scheduleInputsOf(form)).toMatchObject({
    kind: "dates",
    dates: [{ key: "", start: "2026-12-10T20:00", end: "" }],
  });
});
