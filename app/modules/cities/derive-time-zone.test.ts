import { describe, expect, it } from "vitest";
import { nearestInCountry } from "./countries";

const CITIES = [
  { slug: "tehran", countryCode: "IR", timeZone: "Asia/Tehran", latitude: 35.7, longitude: 51.4 },
  {
    slug: "toronto",
    countryCode: "CA",
    timeZone: "America/Toronto",
    latitude: 43.7,
    longitude: -79.4,
  },
  {
    slug: "vancouver",
    countryCode: "CA",
    timeZone: "America/Vancouver",
    latitude: 49.3,
    longitude: -123.1,
  },
  {
    slug: "sydney",
    countryCode: "AU",
    timeZone: "Australia/Sydney",
    latitude: -33.9,
    longitude: 151.2,
  },
];

describe("the time zone of a place", () => {
  it.each([
    ["Calgary", { countryCode: "CA", latitude: 51, longitude: -114.1 }, "America/Vancouver"],
    ["Ottawa", { countryCode: "CA", latitude: 45.4, longitude: -75.7 }, "America/Toronto"],
    ["Baku, though Tehran is near", { countryCode: "AZ", latitude: 40.4, longitude: 49.9 }, null],
    [
      "Perth, where the only known city is a continent away",
      { countryCode: "AU", latitude: -32, longitude: 115.9 },
      null,
    ],
    ["Tehran itself", { countryCode: "IR", latitude: 35.7, longitude: 51.4, slug: "tehran" }, null],
  ])("of %s comes from its own country", (_, place, expected) => {
    expect(nearestInCountry(place, CITIES)?.city.timeZone ?? null).toBe(expected);
  });
});
