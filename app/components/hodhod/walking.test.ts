import { describe, expect, it } from "vitest";
import { type MascotWalk, nearestOpen, standAt, walkOn } from "./roam";

const half = () => 0.5;
const everywhere = () => true;
const walking: MascotWalk = { at: 100, heading: 1, moving: true, left: 5_000 };

describe("walking", () => {
  it("moves by elapsed time, not by frames", () => {
    const once = walkOn(walking, 1_000, everywhere, half);
    let often = walking;
    for (let frame = 0; frame < 50; frame++) often = walkOn(often, 20, everywhere, half);
    expect(once.at).toBeGreaterThan(100);
    expect(often.at).toBeCloseTo(once.at);
  });

  it("turns round at the end of the ground", () => {
    const turned = walkOn(walking, 100, (at) => at <= 100, half);
    expect(turned).toMatchObject({ at: 100, heading: -1, moving: true });
    expect(walkOn(turned, 100, (at) => at <= 100, half).at).toBeLessThan(100);
  });

  it("stands still between two walls", () => {
    expect(walkOn(walking, 100, (at) => at === 100, half)).toMatchObject({
      at: 100,
      moving: false,
    });
  });

  it("pauses, then walks on", () => {
    const standing: MascotWalk = { ...walking, moving: false, left: 50 };
    expect(walkOn(standing, 20, everywhere, half)).toMatchObject({
      at: 100,
      moving: false,
      left: 30,
    });
    expect(walkOn(standing, 60, everywhere, half)).toMatchObject({
      at: 100,
      moving: true,
      heading: 1,
    });
    expect(walkOn(standing, 60, everywhere, () => 0)).toMatchObject({ moving: true, heading: -1 });
  });

  it("starts by standing at its initial position", () => {
    expect(standAt(40, half)).toMatchObject({ at: 40, moving: false });
  });
});

describe("nearestOpen", () => {
  it("finds the nearest open position", () => {
    expect(nearestOpen(100, 400, 10, everywhere)).toBe(100);
    expect(nearestOpen(100, 400, 10, (at) => at < 65 || at > 180)).toBe(60);
    expect(nearestOpen(100, 400, 10, (at) => at > 125)).toBe(130);
  });

  it("stays on the screen", () => {
    expect(nearestOpen(900, 400, 10, everywhere)).toBe(400);
    expect(nearestOpen(-50, 400, 10, everywhere)).toBe(0);
  });

  it("finds none if all positions are occupied", () => {
    expect(nearestOpen(100, 400, 10, () => false)).toBeNull();
    expect(nearestOpen(0, -20, 10, everywhere)).toBeNull();
  });
});
