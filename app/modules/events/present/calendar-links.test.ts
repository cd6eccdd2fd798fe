import { describe, expect, it } from "vitest";
import { type CalendarEntry, googleCalendarUrl, outlookCalendarUrl } from "./present-event.server";

const evening: CalendarEntry = {
  title: "شب سه‌تار & دف",
  details: "https://rooydad.example/events/1",
  location: "Vahdat Hall, Tehran",
  timeZone: "Asia/Tehran",
  time: { startsAt: Date.UTC(2026, 11, 8, 13), endsAt: Date.UTC(2026, 11, 8, 14, 50) },
};
const days: CalendarEntry = { ...evening, time: { first: "2026-12-08", afterLast: "2026-12-11" } };

describe("googleCalendarUrl", () => {
  it("gives the instants in UTC and the zone to show them in", () => {
    const url = new URL(googleCalendarUrl(evening));
    expect(url.origin + url.pathname).toBe("https://calendar.google.com/calendar/render");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: "TEMPLATE",
      text: "شب سه‌تار & دف",
      dates: "20261208T130000Z/20261208T145000Z",
      ctz: "Asia/Tehran",
      details: "https://rooydad.example/events/1",
      location: "Vahdat Hall, Tehran",
    });
  });

  it("gives whole days up to the day after the last", () => {
    expect(new URL(googleCalendarUrl(days)).searchParams.get("dates")).toBe("20261208/20261211");
  });
});

describe("outlookCalendarUrl", () => {
  it("gives the instants in UTC without plus signs", () => {
    const url = new URL(outlookCalendarUrl(evening));
    expect(url.host).toBe("outlook.live.com");
    expect(url.searchParams.get("startdt")).toBe("2026-12-08T13:00:00Z");
    expect(url.searchParams.get("enddt")).toBe("2026-12-08T14:50:00Z");
    expect(url.searchParams.get("subject")).toBe("شب سه‌تار & دف");
    expect(url.search).not.toContain("+");
  });

  it("marks whole days as all day", () => {
    const { searchParams } = new URL(outlookCalendarUrl(days));
    expect([
      searchParams.get("startdt"),
      searchParams.get("enddt"),
      searchParams.get("allday"),
    ]).toEqual(["2026-12-08", "2026-12-11", "true"]);
  });
});
