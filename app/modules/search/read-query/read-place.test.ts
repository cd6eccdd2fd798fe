import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import venues from "../../../../db/seed/venues.json";
import { distanceKm } from "../../../lib/geo/geo";
import { searchKey } from "../../../lib/text/search-text";
import { placeTables, readPlace } from "./read-place";

const cities = seedCities.map(({ slug, countryCode }) => ({ slug, countryCode }));

function read(query: string, city: string | null = null) {
  const words = searchKey(query).split(" ").filter(Boolean);
  const found = readPlace(words, { city, cities, isOrdinary: () => false }, () => false);
  if (!found) return null;
  const { start, length } = found.span;
  const { place } = found;
  return {
    name: place.name.en,
    in: place.cities?.join(" ") ?? place.city,
    isNear: place.isNear,
    rest: words.filter((_, index) => index < start || index >= start + length).join(" "),
  };
}

describe("readPlace", () => {
  it.each([
    ["near Tajrish", "Tajrish", "tehran", true, ""],
    ["کنسرت نزدیک تجریش", "Tajrish", "tehran", true, "کنسرت"],
    ["tajrish", "Tajrish", "tehran", false, ""],
    ["نزدیک پارک لاله", "Laleh Park", "tehran", true, ""],
    ["پارکلاله", "Laleh Park", "tehran", false, ""],
    ["پل طبیعت", "Tabiat Bridge", "tehran", false, ""],
    ["تالار وحدت", "Vahdat Hall", "tehran", false, ""],
    ["azadi tower", "Azadi Tower", "tehran", false, ""],
    ["میدان نقش جهان", "Naqsh-e Jahan Square", "isfahan", false, ""],
    ["north of iran", "north of Iran", "rasht sari gorgan ramsar lahijan", false, ""],
    [
      "australia or canada",
      "Australia, Canada",
      "sydney melbourne toronto vancouver montreal",
      false,
      "",
    ],
    ["gilan mazandaran", "Gilan, Mazandaran", "rasht lahijan sari ramsar", false, ""],
    ["استرالیا", "Australia", "sydney melbourne", false, ""],
    [
      "concert in us",
      "United States",
      "los-angeles new-york washington-dc san-francisco",
      false,
      "concert",
    ],
    ["jazz in germany", "Germany", "berlin hamburg cologne frankfurt", false, "jazz"],
  ])("%s", (query, name, city, isNear, rest) => {
    expect(read(query)).toEqual({ name, in: city, isNear, rest });
  });

  it.each([
    ["tajrish", "cinema-museum", true],
    ["tajrish", "tochal", false],
    ["westwood", "royce-hall", true],
  ])("the circle of %s has %s: %s", (query, key, isInside) => {
    const venue = venues.find((one) => one.key.startsWith(key)) ?? expect.fail();
    const found = readPlace(
      [query],
      { city: null, cities, isOrdinary: () => false },
      () => false,
    )?.place;
    const { lat: latitude = 0, lng: longitude = 0, radiusKm = 0 } = found ?? {};
    expect(distanceKm({ latitude, longitude }, venue) <= radiusKm).toBe(isInside);
  });

  it("prefers a place in the query's city", () => {
    expect(read("near azadi square", "tehran")?.in).toBe("tehran");
    expect(read("barbican", "tehran")).toBeNull();
  });

  it.each(["villa", "بهار", "azadi", "حافظ", "ایران", "iran", "setar", ""])(
    "reads no place in %j",
    (query) => {
      expect(read(query)).toBeNull();
    },
  );

  it("knows at least 400 places, all in served cities", () => {
    const { places } = placeTables();
    const all = new Set(
      [...places.keys()].flatMap((key) => places.get(key)?.map(({ place }) => place) ?? []),
    );
    expect(all.size).toBeGreaterThan(1_000);
    const served = new Set(cities.map(({ slug }) => slug));
    expect(
      [...all].filter(
        ({ city, lat, lng, radiusKm }) => !served.has(city) || Number.isNaN(lat + lng + radiusKm),
      ),
    ).toEqual([]);
  });
});
