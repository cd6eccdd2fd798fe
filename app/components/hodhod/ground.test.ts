import { describe, expect, it } from "vitest";
import { type Ground, isOpenGround } from "./ground";

const ground: Ground = {
  width: 400,
  height: 800,
  bar: 0,
  taken: [{ left: 100, top: 760, width: 50, height: 20 }],
};
const at = (left: number, top = 734) => ({ left, top, width: 72, height: 66 });

describe("ground", () => {
  it("is open beside and above occupied areas, up to their edges", () => {
    expect(isOpenGround(at(28), ground)).toBe(true);
    expect(isOpenGround(at(150), ground)).toBe(true);
    expect(isOpenGround(at(110, 694), ground)).toBe(true);
  });

  it("is not open where it overlaps an occupied area", () => {
    expect(isOpenGround(at(29), ground)).toBe(false);
    expect(isOpenGround(at(149), ground)).toBe(false);
    expect(isOpenGround({ left: 90, top: 750, width: 80, height: 50 }, ground)).toBe(false);
    expect(isOpenGround({ left: 120, top: 765, width: 2, height: 2 }, ground)).toBe(false);
  });

  it("ends at the window's edge", () => {
    expect(isOpenGround(at(-1), ground)).toBe(false);
    expect(isOpenGround(at(328), ground)).toBe(true);
    expect(isOpenGround(at(329), ground)).toBe(false);
  });
});
