import { describe, expect, it } from "vitest";
import { stateSentence } from "./event-times.server";

const TEHRAN = { nameEn: "Tehran", nameFa: "تهران" };
/** 20:30 in Tehran, 18:00 in Berlin, 12:00 in Toronto. */
const moved = {
  lifecycle: "scheduled",
  startsAt: Date.UTC(2026, 11, 8, 17),
  previousStartsAt: Date.UTC(2026, 11, 7, 17),
  timeZone: "Asia/Tehran",
  allDay: false,
} as const;
const english = { locale: "en", calendar: "gregorian" } as const;

describe("the sentence about a moved event", () => {
  it("names no zone if the reader's clock shows the same time or the reader is unknown", () => {
    const plain = "New time. It was planned for Monday 7 December 2026, 20:30.";
    expect(stateSentence(moved, TEHRAN, { ...english, timeZone: "Asia/Tehran" })).toBe(plain);
    expect(stateSentence(moved, TEHRAN, { ...english, timeZone: null })).toBe(plain);
  });

  it("names the zone and the reader's time if their clock differs", () => {
    expect(stateSentence(moved, TEHRAN, { ...english, timeZone: "Europe/Berlin" })).toBe(
      "New time. It was planned for Monday 7 December 2026, 20:30 Tehran time (GMT+3:30), 18:00 where you are.",
    );
    const persian = stateSentence(moved, TEHRAN, {
      locale: "fa",
      calendar: "jalali",
      timeZone: "Europe/Berlin",
    });
    expect(persian).toContain("۲۰:۳۰ به وقت تهران");
    expect(persian).toContain("۱۸:۰۰ به وقت شما");
  });

  it("names the zone in a calendar or feed, whose reader may be anywhere", () => {
    expect(stateSentence(moved, TEHRAN, { ...english, timeZone: "unknown" })).toBe(
      "New time. It was planned for Monday 7 December 2026, 20:30 Tehran time (GMT+3:30).",
    );
  });

  it("names no zone for a whole day", () => {
    expect(
      stateSentence({ ...moved, allDay: true }, TEHRAN, { ...english, timeZone: "Europe/Berlin" }),
    ).toBe("New time. It was planned for Monday 7 December 2026.");
  });

  it("uses the reader's calendar", () => {
    expect(
      stateSentence(moved, TEHRAN, { locale: "en", calendar: "jalali", timeZone: null }),
    ).toContain("Azar 1405");
  });
});
