import { describe, expect, it } from "vitest";
import type { City } from "../../cities/queries.server";
import { parseEventQuery } from "../schema";
import { meantQuery, readFilters } from "./list-filters.server";

/** Friday, 11 December 2026, 22:00 in Tehran: 19:30 in Berlin, 13:30 in Toronto. */
const FRIDAY = Date.UTC(2026, 11, 11, 18, 30);

const city = (
  slug: string,
  countryCode: string,
  timeZone: string,
  latitude: number,
  longitude: number,
) =>
  ({
    id: slug,
    slug,
    nameEn: slug,
    nameFa: null,
    countryCode,
    timeZone,
    latitude,
    longitude,
  }) as City;
const CITIES = [
  city("tehran", "IR", "Asia/Tehran", 35.7, 51.4),
  city("berlin", "DE", "Europe/Berlin", 52.52, 13.4),
  city("toronto", "CA", "America/Toronto", 43.65, -79.38),
];
const read = (query: string) =>
  readFilters(parseEventQuery(new URLSearchParams(query)).query, CITIES, FRIDAY);
const daysOf = (query: string) => {
  const { from, to } = read(query).filters.range;
  return [from, to].map((at) => at && new Date(at).toISOString().slice(0, 16));
};

describe("the days of a list", () => {
  it("are those of the requested city, from a parameter or from words", () => {
    expect(daysOf("city=tehran&when=weekend")).toEqual(["2026-12-10T20:30", "2026-12-11T20:30"]);
    expect(daysOf("city=berlin&when=weekend")).toEqual(["2026-12-11T23:00", "2026-12-13T23:00"]);
    expect(daysOf("q=berlin+weekend")).toEqual(["2026-12-11T23:00", "2026-12-13T23:00"]);
  });

  it("are those of the nearest city to a position", () => {
    expect(daysOf("lat=52.4&lng=13.1&when=weekend")).toEqual([
      "2026-12-11T23:00",
      "2026-12-13T23:00",
    ]);
    expect(daysOf("lat=43.5&lng=-79.6&when=today")).toEqual([
      "2026-12-11T05:00",
      "2026-12-12T05:00",
    ]);
    expect(daysOf("lat=43.5&lng=-79.6&from=2026-12-20")).toEqual(["2026-12-20T05:00", undefined]);
  });

  it("are those of Iran without a place", () => {
    expect(daysOf("when=weekend")).toEqual(["2026-12-10T20:30", "2026-12-11T20:30"]);
  });
});

describe("a query with misspelt filter words", () => {
  const meant = (q: string, ...mistyped: string[]) =>
    meantQuery(parseEventQuery(new URLSearchParams({ q })).query, CITIES, FRIDAY, {
      mistyped,
      found: [],
    })?.understood.query ?? null;

  it("uses the corrected filter words", () => {
    expect(meant("Jazz tehrn", "tehrn")).toBe("Jazz tehran");
    expect(meant("tehrn this evning", "tehrn", "evning")).toBe("tehran this evening");
    expect(meant("tehrn fre of chrge", "tehrn", "chrge")).toBe("tehran fre of chrge");
  });

  it("keeps words that are no filter, even if longer names contain them", () => {
    expect(meant("tehrn evning", "tehrn", "evning")).toBe("tehran evning");
    expect(meant("chrge concrt tehran", "chrge", "concrt")).toBe("chrge concert tehran");
    expect(meant("evning", "evning")).toBeNull();
  });

  it("is null if the words as typed give the same filters", () => {
    expect(meant("free of chrge", "chrge")).toBeNull();
    expect(meant("jazz solo", "solo")).toBeNull();
  });
});

describe("filters that do not come from words", () => {
  it("are kept beside those read from words", () => {
    const { filters, explicit } = read("q=free+concert+tehran+today&category=theater");
    expect(filters).toMatchObject({ cityId: "tehran", free: true, categories: ["Theater"] });
    expect(explicit).toMatchObject({
      cityId: null,
      free: false,
      categories: ["Theater"],
      range: {},
    });
    expect(filters.range.to).toBeDefined();
  });
});
