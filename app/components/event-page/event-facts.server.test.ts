import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../tests/factories/sample-event";
import { readerOf } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { EventRow } from "../../modules/events/list/list-events.server";
import { factsOf, priceOf, type Subject, scheduleOf, yourTime } from "./event-facts.server";

const at = (text: string) => Date.parse(`${text}:00+03:30`);
const subject = (
  changes: Partial<EventRow> = {},
  now = at("2026-12-01T12:00"),
  locale: "en" | "fa" = "en",
): Subject => ({
  event: sampleEvent(changes),
  city: tehran,
  ...readerOf(locale),
  readerZone: null,
  now,
});
const festival = (days: number) => ({
  startsAt: at("2026-12-10T16:00"),
  endsAt: at("2026-12-10T22:00") + (days - 1) * DAY,
});
const told = (of: Subject) =>
  scheduleOf(of).map(({ when, title, state }) => `${when}: ${title} (${state})`);

describe("scheduleOf", () => {
  it("is empty for a single evening, whose hours stand at the top", () => {
    expect(told(subject())).toEqual([]);
  });

  it("gives each of a few days, today marked", () => {
    expect(told(subject(festival(3), at("2026-12-11T09:00")))).toEqual([
      "10 Dec: Thursday, from 16:00 (past)",
      "11 Dec: Friday, day 2 of 3 (now)",
      "12 Dec: Saturday, until 22:00 (next)",
    ]);
    expect(told(subject(festival(2), at("2026-12-01T09:00"), "fa"))).toEqual([
      "۱۹ آذر: پنجشنبه، از ساعت ۱۶:۰۰ (next)",
      "۲۰ آذر: جمعه، تا ساعت ۲۲:۰۰ (next)",
    ]);
  });

  it("gives only first and last day of a long run, and today between them", () => {
    expect(told(subject(festival(20)))).toEqual([
      "10 Dec: Thursday, from 16:00 (next)",
      "29 Dec: Tuesday, until 22:00 (next)",
    ]);
    expect(told(subject(festival(20), at("2026-12-15T09:00")))[1]).toBe(
      "15 Dec: Tuesday, day 6 of 20 (now)",
    );
  });

  it("marks nothing as current in a cancelled event", () => {
    expect(
      told(subject({ ...festival(2), lifecycle: "cancelled" }, at("2026-12-10T17:00")))[0],
    ).toBe("10 Dec: Thursday, from 16:00 (next)");
  });

  it("is empty for one whole day, or without an end", () => {
    expect(
      told(
        subject({ allDay: true, startsAt: at("2026-12-08T00:00"), endsAt: at("2026-12-09T00:00") }),
      ),
    ).toEqual([]);
    expect(told(subject({ endsAt: at("2026-12-08T16:30") }))).toEqual([]);
  });
});

describe("priceOf", () => {
  it.each([
    [{ price: 4_500_000 }, { text: "450,000 toman", detail: "4,500,000 rials" }],
    [{ price: 0 }, { text: "Free", detail: null }],
    [
      { price: 18, currency: "EUR" },
      { text: "€18", detail: null },
    ],
    [{ price: null }, { text: "See tickets", detail: null }],
    [
      { price: null, ticketUrl: null },
      { text: "Price not stated", detail: null },
    ],
  ])("of %j", (changes, price) => {
    expect(priceOf(subject(changes))).toEqual(price);
  });
});

describe("factsOf", () => {
  it("gives what is known beyond time, place, price and organizer", () => {
    const facts = factsOf(subject({ doorsBefore: 30, ageLimit: 18 })).map(
      ({ label, value }) => `${label}: ${value}`,
    );
    expect(facts).toEqual(["Doors open: 16:00", "Duration: 1 hour 50 minutes", "Age limit: 18+"]);
  });

  it("leaves out unknown facts", () => {
    expect(factsOf(subject({ endsAt: at("2026-12-08T16:30") }))).toEqual([]);
  });
});

describe("yourTime", () => {
  it("is the reader's time where their clock differs", () => {
    const told = (readerZone: string) => yourTime({ ...subject(), readerZone });
    expect(told("America/Toronto")).toBe(
      "In your time: Tuesday, 08:00 – 09:50 (Eastern Standard Time)",
    );
    expect(told("Asia/Tehran")).toBeNull();
  });
});
