import { expect, it, vi } from "vitest";
import { remembered } from "./remembered";

it("computes a result once, forgets all when there are too many, and does not remember errors", () => {
  const compute = vi.fn((text: string, count: number) => {
    if (count < 0) throw new RangeError("negative");
    return text.repeat(count);
  });
  const repeat = remembered(2, compute);
  expect([repeat("a", 2), repeat("a", 2), repeat("b", 2)]).toEqual(["aa", "aa", "bb"]);
  expect(compute).toHaveBeenCalledTimes(2);
  repeat("c", 1);
  repeat("a", 2);
  expect(compute).toHaveBeenCalledTimes(4);
  for (const _ of [1, 2]) expect(() => repeat("a", -1)).toThrow(RangeError);
  expect(compute).toHaveBeenCalledTimes(6);
});
