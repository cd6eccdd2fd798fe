import { describe, expect, it } from "vitest";
import type { EventPin } from "../../lib/pages/views";
import { clusterPins, isOnePlace } from "./live-map";

const pin = (id: string, latitude: number, longitude: number): EventPin => ({
  id,
  latitude,
  longitude,
  title: id,
  href: `/events/${id}`,
  when: "",
  short: "",
  venue: "",
  price: "",
  cover: "",
  family: "anar",
  icon: "music",
});
const THEATER = [pin("a", 35.7006, 51.4053), pin("b", 35.7006, 51.4053)];
const HALL = pin("c", 35.7003, 51.4108);
const YAZD = pin("d", 31.8974, 54.3569);

describe("the pins of a map", () => {
  const at = (zoom: number) =>
    clusterPins([...THEATER, HALL, YAZD], zoom).map(({ pins }) =>
      pins.map(({ id }) => id).join(""),
    );

  it("join where they would hide each other", () => {
    expect(at(2)).toEqual(["abcd"]);
    expect(at(8)).toEqual(["abc", "d"]);
    expect(at(15)).toEqual(["ab", "c", "d"]);
  });

  it("join where one would hide the time on another, not only where their points are close", () => {
    // 65 px apart in a row, then one above the other.
    const degrees = (65 / (512 * 2 ** 10)) * 360;
    const beside = pin("e", 35.7006, 51.4053 + degrees);
    expect(clusterPins([...THEATER, beside], 10)).toHaveLength(1);
    expect(clusterPins([...THEATER, pin("f", 35.7006 + degrees, 51.4053)], 10)).toHaveLength(2);
  });

  it("do not hide another where their middle has moved to", () => {
    const degrees = (px: number) => (px / (512 * 2 ** 10)) * 360;
    const [left, right] = [pin("l", 35.7, 51), pin("r", 35.7, 51 + degrees(100))];
    const below = pin("m", 35.7 - degrees(50) * Math.cos((35.7 * Math.PI) / 180), 51 + degrees(50));
    expect(clusterPins([left, below], 10)).toHaveLength(2);
    expect(clusterPins([left, below, right], 10)).toHaveLength(1);
  });

  it("stand in the middle of theirs, and stay together in one house", () => {
    expect(clusterPins([...THEATER, HALL], 8)[0]?.longitude).toBeCloseTo(51.4071, 4);
    expect(isOnePlace({ pins: THEATER })).toBe(true);
    expect(isOnePlace({ pins: [...THEATER, HALL] })).toBe(false);
  });
});
