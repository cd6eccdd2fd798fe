import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../tests/factories/sample-event";
import { readerOf } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import { factsOf, priceOf, type Subject, scheduleOf } from "./event-facts.server";
import type { EventRow } from "./list-events.server";

const at = (text: string) => Date.parse(`${text}:00+03:30`);
const subject = (changes: Partial<EventRow> = {}, now = at("2026-12-01T12:00"), locale: "en" | "fa" = "en"): Subject => ({
  event: sampleEvent(changes),
  city: tehran,
  ...readerOf(locale),
  readerZone: null,
  now,
});
const festival = (days: number) => ({ startsAt: at("2026-12-10T16:00"), endsAt: at("2026-12-10T22:00") + (days - 1) * DAY });
const told = (of: Subject) => scheduleOf(of).map(({ when, title, state }) => `${when}: ${title} (${state})`);

describe("scheduleOf", () => {
  it("gives start and end of a single evening", () => {
    expect(told(subject())).toEqual(["16:30: Starts (next)", "18:20: Ends (next)"]);
    expect(told(subject({}, at("2026-12-08T17:00")))).toEqual(["16:30: Starts (now)", "18:20: Ends (next)"]);
    expect(told(subject({}, at("2026-12-08T19:00")))).toEqual(["16:30: Starts (past)", "18:20: Ends (past)"]);
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
    expect(told(subject(festival(20)))).toEqual(["10 Dec: Thursday, from 16:00 (next)", "29 Dec: Tuesday, until 22:00 (next)"]);
    expect(told(subject(festival(20), at("2026-12-15T09:00")))[1]).toBe("15 Dec: Tuesday, day 6 of 20 (now)");
  });

  it("marks nothing as current in a cancelled event", () => {
    expect(told(subject({ ...festival(2), lifecycle: "cancelled" }, at("2026-12-10T17:00")))[0]).toBe(
      "10 Dec: Thursday, from 16:00 (next)",
    );
  });

  it("is empty for one whole day, or without an end", () => {
    expect(told(subject({ allDay: true, startsAt: at("2026-12-08T00:00"), endsAt: at("2026-12-09T00:00") }))).toEqual([]);
    expect(told(subject({ endsAt: at("2026-12-08T16:30") }))).toEqual(["16:30: Starts (next)"]);
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
  it("gives both calendars, the zone and the address", () => {
    const facts = Object.fromEntries(factsOf(subject()).map(({ key, value, detail }) => [key, [value, detail]]));
    expect(facts).toEqual({
      when: ["Tuesday 8 December 2026", "17 Azar 1405"],
      time: ["16:30 – 18:20", "Local time in Tehran · Iran Standard Time"],
      length: ["1 hour 50 minutes", null],
      venue: ["Vahdat Hall", "Ostad Shahriar St., Tehran"],
      price: ["450,000 toman", "4,500,000 rials"],
      organizer: ["Navaye Mehr", null],
    });
  });

  it("follows the chosen calendar, and adds the reader's time if their clock differs", () => {
    const fact = (key: string, of: Subject) => factsOf(of).find((known) => known.key === key);
    const inJalali = { ...subject(), ...readerOf("en", "jalali") };
    expect(fact("when", inJalali)).toMatchObject({ value: "Tuesday 17 Azar 1405", detail: "8 December 2026" });
    expect(fact("when", { ...inJalali, ...readerOf("fa", "gregorian") })).toMatchObject({ value: "سه‌شنبه ۸ دسامبر ۲۰۲۶" });
    const local = "Local time in Tehran · Iran Standard Time";
    expect(fact("time", { ...subject(), readerZone: "America/Toronto" })?.detail).toBe(
      `${local} · In your time: Tuesday, 08:00 – 09:50 (Eastern Standard Time)`,
    );
    expect(fact("time", { ...subject(), readerZone: "Asia/Tehran" })?.detail).toBe(local);
  });

  it("leaves out unknown facts", () => {
    const keys = factsOf(subject({ organizerEn: null, venueEn: "", endsAt: at("2026-12-08T16:30") })).map(({ key }) => key);
    expect(keys).toEqual(["when", "time", "venue", "price"]);
  });
});
