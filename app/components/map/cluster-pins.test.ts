import { describe, expect, it } from "vitest";
import type { EventPin } from "../../lib/pages/views";
import { clusterPins, isOnePlace } from "./cluster-pins";

const pin = (id: string, latitude: number, longitude: number): EventPin => ({
  id,
  latitude,
  longitude,
  title: id,
  href: `/events/${id}`,
  when: "",
  short: "",
  family: "anar",
  icon: "music",
});
const THEATER = [pin("a", 35.7006, 51.4053), pin("b", 35.7006, 51.4053)];
const HALL = pin("c", 35.7003, 51.4108);
const YAZD = pin("d", 31.8974, 54.3569);

describe("the pins of a map", () => {
  const at = (zoom: number) => clusterPins([...THEATER, HALL, YAZD], zoom).map(({ pins }) => pins.map(({ id }) => id).join(""));

  it("join where they would hide each other", () => {
    expect(at(2)).toEqual(["abcd"]);
    expect(at(8)).toEqual(["abc", "d"]);
    expect(at(15)).toEqual(["ab", "c", "d"]);
  });

  it("stand in the middle of theirs, and stay together in one house", () => {
    expect(clusterPins([...THEATER, HALL], 8)[0]?.longitude).toBeCloseTo(51.4071, 4);
    expect(isOnePlace({ pins: THEATER })).toBe(true);
    expect(isOnePlace({ pins: [...THEATER, HALL] })).toBe(false);
  });
});
