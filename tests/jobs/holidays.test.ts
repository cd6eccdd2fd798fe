import { describe, expect, it } from "vitest";
import { jalaliOf } from "../../app/lib/dates/jalali";
import { holidayDate } from "../../db/seed/holidays";
import { placeSampleEvents } from "../../db/seed/place-events";

const [YALDA, SURI, THIRTEEN] = [
  "tehran-yalda-night-negarestan",
  "vancouver-chaharshanbe-suri",
  "la-sizdah-bedar-picnic-griffith",
] as const;

describe("holidayDate", () => {
  it.each([
    [YALDA, "2026-11-21", "2026-12-21"],
    [YALDA, "2026-12-21", "2026-12-21"],
    [YALDA, "2026-12-22", "2027-12-21"],
    [SURI, "2026-11-21", "2027-03-16"],
    [SURI, "2027-03-17", "2028-03-14"],
    // The year 1402 ended on a Tuesday: its last Wednesday was a week earlier.
    [SURI, "2024-01-01", "2024-03-12"],
    [THIRTEEN, "2026-11-21", "2027-04-02"],
  ])("of %s, from %s on, is %s", (key, today, day) => {
    expect(holidayDate(key, today)).toBe(day);
  });

  it.each([
    ["tehran-nowruz-bazaar-azadi", "2026-11-21", "2027-03-11"],
    ["kashan-rosewater-festival", "2026-11-21", "2027-05-05"],
    ["shiraz-hafez-day-concert", "2026-11-21", "2027-10-12"],
    ["neyshabur-khayyam-night", "2026-11-21", "2027-05-18"],
    // Nowruz 1406 is a Sunday: the following Saturday, and the day itself.
    ["la-nowruz-concert-royce", "2026-11-21", "2027-03-27"],
    ["ny-nowruz-family-day", "2026-11-21", "2027-03-21"],
    ["london-barbican-nowruz-concert", "2027-03-22", "2028-03-20"],
  ])("of %s, from %s on, is %s by the Jalali calendar", (key, today, day) => {
    expect(holidayDate(key, today)).toBe(day);
  });

  it("dates every sample event of a holiday correctly, on any day of seeding", () => {
    const OCCASION =
      /nowruz|yalda|sizdah|chaharshanbe|mehregan|hafez day|khayyam night|rosewater|orange blossom|saffron growers|harvest f/i;
    // Nowruz, its bazaar and the two weeks after it; Solar Hijri months and days.
    const monthsOf = (title: string): number[] =>
      /nowruz bazaar/i.test(title)
        ? [12]
        : /chaharshanbe/i.test(title)
          ? [12]
          : /nowruz|sizdah/i.test(title)
            ? [1]
            : /rosewater|blossom|khayyam/i.test(title)
              ? [2]
              : /mehregan|hafez/i.test(title)
                ? [7]
                : /saffron/i.test(title)
                  ? [8]
                  : /yalda/i.test(title)
                    ? [9]
                    : [6];
    for (const now of [
      "2026-11-21T12:00:00Z",
      "2027-01-15T12:00:00Z",
      "2027-04-20T12:00:00Z",
      "2027-08-01T12:00:00Z",
    ]) {
      const named = placeSampleEvents(Date.parse(now)).filter(({ title }) =>
        OCCASION.test(title.en),
      );
      expect(named.length).toBeGreaterThan(15);
      for (const { title, localDay } of named)
        expect(monthsOf(title.en), `${title.en} on ${localDay}`).toContain(
          jalaliOf(localDay).month,
        );
    }
  });

  it("is null for other events", () => {
    expect(holidayDate("tehran-setar-night-vahdat", "2026-11-21")).toBeNull();
  });

  it("dates every holiday of the sample events in its city's time", () => {
    const placed = placeSampleEvents(Date.parse("2026-11-21T22:00:00Z"));
    const dayOf = (key: string) => placed.find((event) => event.key === key)?.localDay;
    expect([dayOf(YALDA), dayOf("toronto-yalda-mel-lastman")]).toEqual([
      "2026-12-21",
      "2026-12-21",
    ]);
    expect([dayOf(SURI), dayOf("stockholm-eldfest-kulturhuset")]).toEqual([
      "2027-03-16",
      "2027-03-16",
    ]);
    expect([dayOf(THIRTEEN), dayOf("berlin-sizdah-bedar-tempelhof")]).toEqual([
      "2027-04-02",
      "2027-04-02",
    ]);
  });
});
