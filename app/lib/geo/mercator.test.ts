import { describe, expect, it } from "vitest";
import { frameBox, placeInFrame, projectPosition } from "./mercator";

const TEHRAN = { latitude: 35.6892, longitude: 51.389 };

describe("the web Mercator square", () => {
  it("puts 0° in its middle and its ends at 85.05°", () => {
    expect(projectPosition({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(projectPosition({ latitude: 85.05, longitude: -180 }).y).toBeCloseTo(0, 3);
    expect(projectPosition({ latitude: -90, longitude: 180 }).y).toBeCloseTo(1, 3);
  });
});

describe("a frame", () => {
  const frame = { center: TEHRAN, km: 8, ratio: 2 };

  it("has its centre in the middle, and its width on the ground", () => {
    expect(placeInFrame(frame, TEHRAN)).toEqual({ x: 0.5, y: expect.closeTo(0.5, 9) });
    // 4 km east, at 90.3 km a degree.
    expect(
      placeInFrame(frame, { ...TEHRAN, longitude: TEHRAN.longitude + 4 / 90.32 }).x,
    ).toBeCloseTo(1, 2);
    expect(frameBox(frame).width / frameBox(frame).height).toBeCloseTo(2, 9);
  });

  it("reaches over the date line", () => {
    const fiji = { center: { latitude: -17, longitude: 179.9 }, km: 400, ratio: 1 };
    expect(placeInFrame(fiji, { latitude: -17, longitude: -179.9 }).x).toBeGreaterThan(0.5);
    expect(placeInFrame(fiji, { latitude: -17, longitude: -179.9 }).x).toBeLessThan(0.6);
  });
});
