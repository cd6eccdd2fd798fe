import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { Schedule } from "../../lib/event/schedule";
import { wallOccurrences } from "./expand-schedule.server";
import { readSeries, withRawRules } from "./read-series.server";

const BERLIN = "Europe/Berlin";
const WINDOW = { from: "2026-01-01", to: "2029-12-31" };

/** The schedule of VEVENTs, each given as its lines. */
function read(vevents: readonly (readonly string[])[], timeZone = BERLIN) {
  const text = [
    "BEGIN:VCALENDAR",
    ...vevents.flatMap((lines) => ["BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");
  return readSeries(
    new ICAL.Component(ICAL.parse(withRawRules(text))).getAllSubcomponents("vevent"),
    timeZone,
  );
}

function readOk(...vevents: readonly (readonly string[])[]): Schedule {
  const found = read(vevents);
  if ("refused" in found) throw new Error(found.refused);
  return found.schedule;
}

const START = "DTSTART;TZID=Europe/Berlin:20261124T180000";
const END = "DTEND;TZID=Europe/Berlin:20261124T193000";
const startsOf = (schedule: Schedule, count = 6) =>
  wallOccurrences(schedule, WINDOW)
    .slice(0, count)
    .map(({ start }) => start.slice(2, 16));

describe("reading a rule", () => {
  it.each([
    ["FREQ=DAILY;COUNT=3", { frequency: "daily", ends: { count: 3 } }],
    ["FREQ=DAILY;BYDAY=MO,TU", { frequency: "weekly", weekdays: [1, 2] }],
    [
      "FREQ=WEEKLY;INTERVAL=2;WKST=SA;BYDAY=SA,TU",
      { frequency: "weekly", interval: 2, weekStart: 6, weekdays: [2, 6] },
    ],
    ["FREQ=WEEKLY", { frequency: "weekly", weekdays: [2] }],
    ["FREQ=WEEKLY;UNTIL=20261223T170000Z", { frequency: "weekly", ends: { until: "2026-12-23" } }],
    ["FREQ=WEEKLY;UNTIL=20261223T165900Z", { frequency: "weekly", ends: { until: "2026-12-22" } }],
    ["FREQ=WEEKLY;UNTIL=20261223", { frequency: "weekly", ends: { until: "2026-12-23" } }],
    ["FREQ=MONTHLY", { frequency: "monthly", monthDays: [24] }],
    ["FREQ=MONTHLY;BYMONTHDAY=24,-1", { frequency: "monthly", monthDays: [-1, 24] }],
    ["FREQ=MONTHLY;BYDAY=4TU", { frequency: "monthly", monthWeekdays: [{ nth: 4, weekday: 2 }] }],
    [
      "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1",
      { frequency: "monthly", monthWeekdays: [{ nth: -1, weekday: 2 }] },
    ],
    ["FREQ=MONTHLY;BYDAY=TU", { frequency: "weekly", weekdays: [2] }],
    [
      "FREQ=MONTHLY;BYMONTH=11,12;BYMONTHDAY=24",
      { frequency: "yearly", months: [11, 12], monthDays: [24] },
    ],
    ["FREQ=YEARLY", { frequency: "yearly", months: [11], monthDays: [24] }],
    [
      "FREQ=YEARLY;BYMONTH=11;BYDAY=-1TU",
      { frequency: "yearly", months: [11], monthWeekdays: [{ nth: -1, weekday: 2 }] },
    ],
    ["FREQ=YEARLY;BYMONTHDAY=24", { frequency: "monthly", monthDays: [24] }],
    ["FREQ=WEEKLY;BYHOUR=18;BYMINUTE=0", { frequency: "weekly", weekdays: [2] }],
    [
      "RSCALE=PERSIAN;FREQ=YEARLY;SKIP=BACKWARD",
      {
        frequency: "yearly",
        calendar: "jalali",
        months: [9],
        monthDays: [3],
        esfand30: "last-day",
      },
    ],
  ])("understands %s", (rrule, expected) => {
    expect(readOk([START, END, `RRULE:${rrule}`])).toMatchObject({
      kind: "rule",
      rules: [{ start: "2026-11-24T18:00", end: "2026-11-24T19:30", ...expected }],
      dropped: [],
    });
  });

  it("lists the dates of a rule that it cannot express, where it ends", () => {
    // The last working day of each month.
    const schedule = readOk([
      START,
      END,
      "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=4",
    ]);
    expect(schedule.kind).toBe("dates");
    expect(startsOf(schedule)).toEqual([
      "26-11-24T18:00",
      "26-11-30T18:00",
      "26-12-31T18:00",
      "27-01-29T18:00",
    ]);
    expect(readOk([START, "RRULE:FREQ=DAILY;BYHOUR=18,20;COUNT=3"]).kind).toBe("dates");
  });

  it("counts a first date that the rule does not name", () => {
    const schedule = readOk([START, END, "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3"]);
    expect(startsOf(schedule)).toEqual(["26-11-24T18:00", "26-11-26T18:00", "26-12-03T18:00"]);
  });

  it("ends a rule of more than 370 dates with the day of the last", () => {
    expect(readOk([START, "RRULE:FREQ=DAILY;COUNT=400"])).toMatchObject({
      rules: [{ ends: { until: "2027-12-28" } }],
    });
  });

  it.each([
    ["FREQ=HOURLY;COUNT=3", "frequency"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "pattern"],
    ["FREQ=YEARLY;BYYEARDAY=100", "pattern"],
    ["FREQ=YEARLY;BYWEEKNO=20", "pattern"],
    ["FREQ=MONTHLY;BYMONTHDAY=-2", "pattern"],
    ["RSCALE=HEBREW;FREQ=YEARLY", "calendar"],
    ["RSCALE=PERSIAN;FREQ=MONTHLY;SKIP=FORWARD", "pattern"],
    ["FREQ=DAILY;COUNT=3;UNTIL=20261223", "invalid"],
  ])("refuses %s: %s", (rrule, refused) => {
    expect(read([[START, `RRULE:${rrule}`]])).toEqual({ refused });
  });

  it("refuses changes of all following dates, and entries without a start", () => {
    const range = [
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261201T180000",
      "DTSTART;TZID=Europe/Berlin:20261201T190000",
    ];
    expect(read([[START, "RRULE:FREQ=WEEKLY"], range])).toEqual({ refused: "range" });
    expect(read([["SUMMARY:x"]])).toEqual({ refused: "invalid" });
    expect(read([])).toEqual({ refused: "invalid" });
  });
});

describe("reading a set", () => {
  const weekly = [START, END, "RRULE:FREQ=WEEKLY;COUNT=5"];

  it("leaves out, adds, moves and cancels dates", () => {
    const schedule = readOk(
      [
        ...weekly,
        "EXDATE;TZID=Europe/Berlin:20261208T180000",
        "RDATE;TZID=Europe/Berlin:20261210T100000",
      ],
      [
        "RECURRENCE-ID;TZID=Europe/Berlin:20261201T180000",
        "DTSTART;TZID=Europe/Berlin:20261202T190000",
        "DTEND;TZID=Europe/Berlin:20261202T200000",
      ],
      [
        "RECURRENCE-ID;TZID=Europe/Berlin:20261215T180000",
        "DTSTART;TZID=Europe/Berlin:20261215T180000",
        "STATUS:CANCELLED",
      ],
    );
    expect(
      wallOccurrences(schedule, WINDOW).map(({ originalStart, start, end, status }) => [
        originalStart,
        start,
        end?.slice(11),
        status,
      ]),
    ).toEqual([
      ["2026-11-24T18:00", "2026-11-24T18:00", "19:30", "scheduled"],
      ["2026-12-01T18:00", "2026-12-02T19:00", "20:00", "scheduled"],
      ["2026-12-10T10:00", "2026-12-10T10:00", "11:30", "scheduled"],
      ["2026-12-15T18:00", "2026-12-15T18:00", "19:30", "cancelled"],
      ["2026-12-22T18:00", "2026-12-22T18:00", "19:30", "scheduled"],
    ]);
  });

  it("takes a date without a time as the occurrence of that day", () => {
    expect(startsOf(readOk([...weekly, "EXDATE;VALUE=DATE:20261201"]))).toHaveLength(4);
  });

  it("makes a list of RDATEs, and of overrides alone", () => {
    expect(
      startsOf(
        readOk([
          START,
          END,
          "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261203T200000/20261203T220000",
        ]),
      ),
    ).toEqual(["26-11-24T18:00", "26-12-03T20:00"]);
    const alone = readOk([
      "RECURRENCE-ID;TZID=Europe/Berlin:20261201T180000",
      "DTSTART;TZID=Europe/Berlin:20261202T190000",
    ]);
    expect(alone).toMatchObject({
      kind: "single",
      dates: [{ originalStart: "2026-12-01T18:00", start: "2026-12-02T19:00" }],
    });
  });

  it("knows whole days, durations and floating times", () => {
    expect(readOk(["DTSTART;VALUE=DATE:20261124", "RRULE:FREQ=YEARLY"])).toMatchObject({
      allDay: true,
      rules: [{ start: "2026-11-24T00:00", end: "2026-11-25T00:00" }],
    });
    expect(
      readOk(["DTSTART:20261124T180000", "DURATION:PT1H30M", "RRULE:FREQ=DAILY"]),
    ).toMatchObject({
      rules: [{ start: "2026-11-24T18:00", end: "2026-11-24T19:30" }],
    });
  });

  it("reads other zones as the clock in the event's", () => {
    // 22:30 in Berlin on Tuesday is 01:00 in Tehran on Wednesday.
    const late = [
      "DTSTART;TZID=Europe/Berlin:20261124T223000",
      "RRULE:FREQ=WEEKLY;BYDAY=TU,SU;COUNT=3",
      "EXDATE:20261129T213000Z",
    ];
    const found = read([late], "Asia/Tehran");
    expect("schedule" in found && startsOf(found.schedule)).toEqual([
      "26-11-25T01:00",
      "26-12-02T01:00",
    ]);
    expect(
      read([["DTSTART;TZID=Europe/Berlin:20261124T223000", "RRULE:FREQ=MONTHLY"]], "Asia/Tehran"),
    ).toEqual({ refused: "zone" });
  });

  it("keeps rules of events as text, and those of zones as they are", () => {
    const file =
      "BEGIN:VTIMEZONE\r\nRRULE:FREQ=YEARLY\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nRRULE:FREQ=DAILY;\r\n COUNT=2\r\nEND:VEVENT\r\n";
    expect(withRawRules(file)).toBe(file.replace("RRULE:FREQ=DAILY", "X-RRULE:FREQ=DAILY"));
  });

  it("refuses more dates than are kept", () => {
    const dates = Array.from({ length: 371 }, (_, day) =>
      new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10).replaceAll("-", ""),
    );
    expect(read([[START, `RDATE;VALUE=DATE:${dates.join(",")}`]])).toEqual({ refused: "too-many" });
    expect(read([[START, "RRULE:FREQ=DAILY", `EXDATE;VALUE=DATE:${dates.join(",")}`]])).toEqual({
      refused: "too-many",
    });
  });
});
