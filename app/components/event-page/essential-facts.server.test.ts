import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../tests/factories/sample-event";
import { readerOf } from "../../lib/dates/dates.server";
import type { EventRow } from "../../modules/events/list/list-events.server";
import { badgeOf, factsOf, priceOf, type Subject, yourTime } from "./essential-facts.server";

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
    expect(priceOf(subject(changes), false)).toEqual(price);
  });
});

describe("badgeOf", () => {
  const festival = { startsAt: at("2026-12-01T10:00"), endsAt: at("2026-12-03T22:00") };
  it.each([
    [{ startsAt: at("2026-12-01T11:00"), endsAt: at("2026-12-01T13:00") }, "ongoing", "On now"],
    // No hours are known, so "On now" would be a guess at midnight.
    [festival, "today", "Today"],
    [{ ...festival, allDay: true }, "today", "Today"],
    [
      { startsAt: at("2026-12-02T00:00"), endsAt: at("2026-12-03T00:00"), allDay: true },
      "today",
      "Today",
    ],
    [{ ...festival, lifecycle: "cancelled" as const }, "cancelled", "Cancelled"],
  ])("says what is known of %j", (changes, kind, label) => {
    const now = at(kind === "ongoing" ? "2026-12-01T12:00" : "2026-12-02T00:05");
    expect(badgeOf(subject({ soldOut: false, ...changes }, now))).toEqual({ kind, label });
  });
});

describe("factsOf", () => {
  it("gives what is known beyond time, place, price and organizer", () => {
    const facts = factsOf(subject({ doorsBefore: 30, ageLimit: 18 })).map(
      ({ label, value }) => `${label}: ${value}`,
    );
    expect(facts).toEqual(["Doors open: 16:00", "Duration: 1 hour 50 minutes", "Age limit: 18+"]);
  });

  it("gives neither opening hours nor several days a length", () => {
    const labels = (changes: Partial<EventRow>) =>
      factsOf(subject(changes)).map(({ label }) => label);
    expect(labels({ runsUntil: at("2026-12-30T19:00"), endsAt: at("2026-12-08T23:00") })).toEqual(
      [],
    );
    expect(labels({ endsAt: at("2026-12-10T22:00") })).toEqual([]);
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
