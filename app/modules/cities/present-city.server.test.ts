import { describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../tests/factories/sample-event";
import { presentCityCard } from "./present-city.server";

const at = (time: string) => Date.parse(`2026-12-08T${time}:00+03:30`);
const dateAt = (now: string, endsAt: number, locale: "en" | "fa") =>
  presentCityCard(
    tehran,
    sampleEvent({ startsAt: at("10:00"), endsAt, timeZone: "Asia/Tehran", allDay: false }),
    at(now),
    {
      locale,
      calendar: locale === "fa" ? "jalali" : "gregorian",
    },
  ).next?.date;

describe("a city's next event", () => {
  it("that is on ends at a time today, on a date later", () => {
    expect([dateAt("12:00", at("19:00"), "en"), dateAt("12:00", at("19:00"), "fa")]).toEqual([
      "until 19:00",
      "تا ۱۹:۰۰",
    ]);
    const tomorrow = at("19:00") + 86_400_000;
    expect([dateAt("12:00", tomorrow, "en"), dateAt("12:00", tomorrow, "fa")]).toEqual([
      "until 9 December",
      "تا ۱۸ آذر",
    ]);
  });
});
