import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf, withoutDate } from "../../../tests/helpers/schedule-of";
import type { Schedule } from "../../lib/event/schedule";
import { changeFollowing, changeOne } from "./edit-schedule.server";
import { expandSchedule } from "./expand-schedule.server";
import { eventSchedule, readEventSchedule } from "./json-ld.server";

const ZONE = "Asia/Tehran";
const expand = (schedule: Schedule) =>
  expandSchedule(
    schedule,
    { eventId: "a", timeZone: ZONE },
    { from: 0, to: Date.parse("2029-01-01T00:00Z") },
  );
const times = (schedule: Schedule) =>
  expand(schedule).map(({ startsAt, endsAt, status }) => [startsAt, endsAt, status]);
const weekly = ruleOf({
  frequency: "weekly",
  weekdays: [2, 4],
  start: "2026-11-24T18:00",
  end: "2026-11-24T19:30",
  ends: { until: "2027-01-31" },
});
const open = { opens: "10:00", closes: "19:00" };
const late = { opens: "14:00", closes: "01:00" };

describe("schedules as JSON-LD", () => {
  it.each<[string, Schedule]>([
    ["weeks", withoutDate(weekly, "2026-12-01T18:00")],
    [
      "days",
      ruleOf(
        {
          frequency: "daily",
          interval: 3,
          start: "2026-11-24T00:00",
          end: "2026-11-25T00:00",
          ends: { count: 9 },
        },
        { allDay: true },
      ),
    ],
    [
      "months",
      ruleOf({
        frequency: "monthly",
        monthWeekdays: [{ nth: -1, weekday: 5 }],
        start: "2026-11-27T22:00",
        end: "2026-11-28T02:00",
      }),
    ],
    [
      "years",
      ruleOf({ frequency: "yearly", months: [3], monthDays: [8], start: "2027-03-08T10:00" }),
    ],
    [
      "two series",
      scheduleOf({
        kind: "rule",
        rules: [
          { frequency: "weekly", start: "2026-11-24T18:00" },
          { frequency: "weekly", start: "2026-11-26T10:00" },
        ],
      }),
    ],
    ["a moved series", changeFollowing(weekly, "2026-11-24T18:00", { start: "2026-11-25T19:00" })],
    [
      "opening hours",
      scheduleOf({
        kind: "openingHours",
        from: "2026-11-14",
        to: "2026-12-05",
        hours: [null, open, open, open, late, open, open],
        dropped: ["2026-11-22T00:00"],
      }),
    ],
  ])("of %s are read back as the same occurrences", (_name, schedule) => {
    const read = readEventSchedule({ eventSchedule: eventSchedule(schedule, ZONE) }, ZONE);
    expect(read && "schedule" in read && times(read.schedule)).toEqual(times(schedule));
  });

  it("name days as schema.org does", () => {
    expect(eventSchedule(withoutDate(weekly, "2026-12-01T18:00"), ZONE)).toEqual([
      {
        "@type": "Schedule",
        repeatFrequency: "P1W",
        byDay: ["https://schema.org/Tuesday", "https://schema.org/Thursday"],
        startDate: "2026-11-24",
        endDate: "2027-01-31",
        startTime: "18:00",
        endTime: "19:30",
        scheduleTimezone: ZONE,
        exceptDate: ["2026-12-01T18:00:00"],
      },
    ]);
  });

  it("are missing where schema.org has no words for them", () => {
    expect(
      eventSchedule(
        ruleOf({ frequency: "yearly", calendar: "jalali", start: "2027-03-21T18:00" }),
        ZONE,
      ),
    ).toBeNull();
    expect(
      eventSchedule(
        scheduleOf({ kind: "dates", dates: [{ originalStart: "2026-11-24T18:00" }] }),
        ZONE,
      ),
    ).toBeNull();
  });

  it("are read from events of their own, with their state", () => {
    const showings = ["2026-12-03T19:00", "2026-12-04T17:00", "2026-12-05T20:00"].map(
      (originalStart) => ({
        originalStart,
        end: `${originalStart.slice(0, 11)}22:00`,
      }),
    );
    const play = changeOne(
      changeOne(scheduleOf({ kind: "dates", dates: showings }), "2026-12-04T17:00", {
        status: "cancelled",
      }),
      "2026-12-05T20:00",
      { status: "sold-out" },
    );
    const schema = (name: string) => `https://schema.org/${name}`;
    const subEvent = expand(play).map(({ startsAt, endsAt, status }) => ({
      "@type": "Event",
      startDate: new Date(startsAt).toISOString(),
      endDate: new Date(endsAt).toISOString(),
      eventStatus: schema(status === "cancelled" ? "EventCancelled" : "EventScheduled"),
      offers: { availability: schema(status === "sold-out" ? "SoldOut" : "InStock") },
    }));
    const read = readEventSchedule({ subEvent }, ZONE);
    expect(read && "schedule" in read && times(read.schedule)).toEqual(times(play));
  });
});

describe("JSON-LD of other sites", () => {
  it("may write weeks as days, and days as codes", () => {
    const read = readEventSchedule(
      {
        eventSchedule: {
          repeatFrequency: "P7D",
          byDay: "TU,TH",
          startDate: "2026-11-24T18:00:00+03:30",
          endDate: "2026-12-03T20:00:00+03:30",
        },
      },
      ZONE,
    );
    expect(
      read && "schedule" in read && expand(read.schedule).map(({ originalStart }) => originalStart),
    ).toEqual(["2026-11-24T18:00", "2026-11-26T18:00", "2026-12-01T18:00", "2026-12-03T18:00"]);
  });

  it("falls back to its events, and is refused where there are none", () => {
    const subEvent = [
      { startDate: "2026-12-03T19:00:00+03:30" },
      { startDate: "2026-12-04" },
      { startDate: "soon" },
    ];
    const read = readEventSchedule(
      { eventSchedule: { repeatFrequency: "PT1H", startDate: "2026-12-03" }, subEvent },
      ZONE,
    );
    expect(read).toMatchObject({ schedule: { kind: "dates" } });
    expect(
      readEventSchedule(
        { eventSchedule: { repeatFrequency: "PT1H", startDate: "2026-12-03" } },
        ZONE,
      ),
    ).toEqual({
      refused: "invalid",
    });
    expect(
      readEventSchedule(
        { eventSchedule: { repeatFrequency: "P1W", byDay: "Someday", startDate: "2026-12-03" } },
        ZONE,
      ),
    ).toEqual({
      refused: "invalid",
    });
    expect(readEventSchedule({ startDate: "2026-12-03" }, ZONE)).toBeNull();
  });
});
