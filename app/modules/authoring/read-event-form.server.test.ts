import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf } from "../../../tests/helpers/schedule-of";
import { changedFields } from "../../lib/event/field-groups";
import type { Schedule } from "../../lib/event/schedule";
import type { City } from "../cities/queries.server";
import { emptyValues, formStateOfValues } from "./event-values.server";
import { readEvent } from "./read-event-form.server";

const city = { slug: "tehran", timeZone: "Asia/Tehran", countryCode: "IR" } as City;
const weekly = { frequency: "weekly", start: "2026-12-15T18:00", end: "2026-12-15T19:30" };
const note = { en: "With a talk", fa: "با گفت‌وگو" };

const SCHEDULES: Record<string, Schedule | null> = {
  "one date": null,
  "a list of dates with all that may differ": scheduleOf({
    kind: "dates",
    dates: [
      { originalStart: "2026-12-10T20:00", end: "2026-12-10T21:30", status: "cancelled", note },
      {
        originalStart: "2026-12-11T20:00",
        start: "2026-12-12T19:00",
        end: "2026-12-14T21:00",
        price: 1_500_000,
      },
      {
        originalStart: "2026-12-13T20:00",
        status: "sold-out",
        ticketUrl: "https://tickets.example/13",
      },
    ],
  }),
  "whole days": scheduleOf({
    kind: "dates",
    allDay: true,
    dates: [{ originalStart: "2026-12-10T00:00", end: "2026-12-12T00:00" }],
  }),
  "a rule with a moved and a cancelled date": ruleOf(
    { ...weekly, price: 900_000, ends: { count: 8 } },
    {
      dropped: ["2026-12-29T18:00"],
      dates: [
        { originalStart: "2026-12-22T18:00", start: "2026-12-23T18:00", end: "2026-12-23T19:30" },
        { originalStart: "2027-01-05T18:00", status: "cancelled" },
      ],
    },
  ),
  "a moved rule without an end": ruleOf({
    ...weekly,
    moved: { start: "2026-12-16T17:00", end: "2026-12-16T18:30" },
  }),
  "opening hours": scheduleOf({
    kind: "openingHours",
    from: "2026-12-10",
    to: "2027-01-20",
    hours: [null, ...Array.from({ length: 6 }, () => ({ opens: "10:00", closes: "18:00" }))],
    dropped: ["2026-12-25T00:00"],
    dates: [
      {
        originalStart: "2026-12-26T00:00",
        start: "2026-12-26T14:00",
        end: "2026-12-26T16:00",
        note,
      },
    ],
  }),
};

describe("an unchanged form", () => {
  it.each(Object.entries(SCHEDULES))("of %s changes no field", (_, schedule) => {
    const values = {
      ...emptyValues("tehran"),
      schedule,
      // Those of the next date, which of a series differs from the form's first one.
      startsAt: "2027-01-12T18:00:00+03:30",
      endsAt: "2027-01-12T19:30:00+03:30",
      allDay: schedule?.allDay ?? false,
    };
    const { input, issues } = readEvent(formStateOfValues(values, city), city, "2026-12-30T12:00");
    expect(issues).toEqual([]);
    expect(input.schedule).toEqual(schedule);
    expect(
      changedFields(values, { ...values, schedule: input.schedule, allDay: input.allDay }),
    ).toEqual([]);
  });
});
