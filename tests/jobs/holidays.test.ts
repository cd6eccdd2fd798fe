import { describe, expect, it } from "vitest";
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
    // The year 1402 ended on a Tuesday: its last Wednesday was a week before.
    [SURI, "2024-01-01", "2024-03-12"],
    [THIRTEEN, "2026-11-21", "2027-04-02"],
  ])("of %s, asked on %s, is %s", (key, today, day) => {
    expect(holidayDate(key, today)).toBe(day);
  });

  it("is none for other events", () => {
    expect(holidayDate("tehran-setar-night-vahdat", "2026-11-21")).toBeNull();
  });

  it("places every holiday among the sample events, in its city's time", () => {
    const placed = placeSampleEvents(Date.parse("2026-11-21T22:00:00Z"));
    const dayOf = (key: string) => placed.find((event) => event.key === key)?.localDay;
    expect([dayOf(YALDA), dayOf("toronto-yalda-mel-lastman")]).toEqual(["2026-12-21", "2026-12-21"]);
    expect([dayOf(SURI), dayOf("stockholm-eldfest-kulturhuset")]).toEqual(["2027-03-16", "2027-03-16"]);
    expect([dayOf(THIRTEEN), dayOf("berlin-sizdah-bedar-tempelhof")]).toEqual(["2027-04-02", "2027-04-02"]);
  });
});
