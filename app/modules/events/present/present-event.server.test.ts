import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { EventListRow } from "../event-columns.server";
import { presentCard } from "./present-event.server";

const ZONE = "Asia/Tehran";
/** Tuesday 8 December 2026, 12:00 in Tehran. */
const now = Date.parse("2026-12-08T08:30:00Z");
const at = (clock: string) => Date.parse(`2026-12-08T${clock}:00+03:30`);
const row = (changes: Partial<EventListRow>): EventListRow => ({
  id: "0190f5b0-0000-7000-8000-000000000001",
  cityId: "tehran",
  titleEn: "Antigone",
  titleFa: null,
  tags: [],
  venueEn: "City Theater",
  venueFa: null,
  latitude: null,
  longitude: null,
  startsAt: at("17:00"),
  endsAt: at("18:30"),
  timeZone: ZONE,
  localDay: "2026-12-08",
  allDay: false,
  price: null,
  currency: "IRR",
  imageUrl: null,
  imageFocus: "center",
  categories: [],
  lifecycle: "scheduled",
  attendance: "in-person",
  soldOut: false,
  saveCount: 0,
  occurrenceCount: 1,
  runsUntil: null,
  ...changes,
});
const time = (clock: string, status: "scheduled" | "cancelled" | "sold-out" = "scheduled") => ({
  originalStart: `2026-12-08T${clock}`,
  startsAt: at(clock),
  endsAt: at(clock) + HOUR,
  status,
});
const shown = (event: EventListRow, locale: "en" | "fa" = "en", when = now) => {
  const calendar = locale === "fa" ? ("jalali" as const) : ("gregorian" as const);
  const {
    time: text,
    hours,
    times,
    dates,
  } = presentCard(event, { locale, calendar, now: when, cities: new Map(), saved: null });
  return { time: text, hours, times, dates };
};

describe("a card", () => {
  it("of one date says neither times nor more dates", () => {
    expect(shown(row({}))).toEqual({
      time: "17:00",
      hours: undefined,
      times: undefined,
      dates: undefined,
    });
  });

  it("of several dates shows the listed one, and how many others are to come", () => {
    const weekly = row({ occurrenceCount: 14, times: [time("17:00")] });
    expect(shown(weekly)).toMatchObject({
      time: "17:00",
      times: undefined,
      dates: "13 more dates",
    });
    expect(shown(weekly, "fa").dates).toBe("۱۳ نوبت دیگر");
    expect(shown({ ...weekly, occurrenceCount: 2 }).dates).toBe("1 more date");
    expect(shown({ ...weekly, occurrenceCount: 1 }).dates).toBeUndefined();
  });

  it("of several days that have begun shows today, on which one can still go", () => {
    const tile = (startsAt: number, endsAt: number) =>
      presentCard(row({ startsAt, endsAt }), {
        locale: "en",
        calendar: "gregorian",
        now,
        cities: new Map(),
        saved: null,
      }).tile.day;
    expect(tile(now - 8 * DAY, now + DAY)).toBe("8");
    expect(tile(now + DAY, now + 9 * DAY)).toBe("9");
    expect(tile(now - 8 * DAY, now - DAY)).toBe("30");
  });

  it("shows all times of the day, and those that visitors cannot attend", () => {
    const play = row({
      occurrenceCount: 15,
      times: [time("15:00", "cancelled"), time("17:00", "sold-out"), time("21:00")],
    });
    expect(shown(play)).toMatchObject({
      times: [
        { time: "15:00", off: "Cancelled" },
        { time: "17:00", off: "Sold out" },
        { time: "21:00" },
      ],
      dates: "13 more dates",
    });
    expect(shown(row({ times: [time("17:00", "sold-out")] })).times).toEqual([
      { time: "17:00", off: "Sold out" },
    ]);
  });

  it("counts neither shown nor past times as more dates", () => {
    const play = row({ occurrenceCount: 3, times: [time("10:00"), time("17:00"), time("21:00")] });
    expect(shown(play).dates).toBe("1 more date");
    expect(
      shown(row({ occurrenceCount: 3, startsAt: now - 2 * DAY, endsAt: now - 2 * DAY + HOUR }))
        .dates,
    ).toBeUndefined();
  });

  it("shows four times of a day at most, and how many others there are", () => {
    const tour = row({
      times: ["13:00", "14:00", "15:00", "16:00", "17:00", "18:00"].map((clock) => time(clock)),
    });
    expect(shown(tour).times?.map((one) => one.time)).toEqual([
      "13:00",
      "14:00",
      "15:00",
      "16:00",
      "+2",
    ]);
  });

  it("of a run says its hours and until when it is open", () => {
    const run = row({
      startsAt: at("10:00"),
      endsAt: at("19:00"),
      occurrenceCount: 18,
      runsUntil: at("19:00") + 20 * DAY,
    });
    expect(shown(run)).toEqual({
      time: "open today 10–19",
      hours: "10–19",
      times: undefined,
      dates: "until 28 December",
    });
    expect(shown(run, "fa")).toMatchObject({ hours: "۱۰ تا ۱۹", dates: "تا ۷ دی" });
    expect(shown(run, "en", now - 2 * DAY).time).toBe("10–19");
  });
});
