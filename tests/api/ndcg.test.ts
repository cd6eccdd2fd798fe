import { describe, expect, it } from "vitest";
import { ndcg } from "../helpers/ndcg";

describe("ndcg", () => {
  const grades = { a: 3, b: 2, c: 1 };

  it("is 1 for the best order and 0 without results", () => {
    expect(ndcg(["a", "b", "c", "x"], grades)).toBe(1);
    expect(ndcg(["x", "y"], grades)).toBe(0);
    expect(ndcg([], {})).toBe(1);
  });

  it("matches a value calculated by hand", () => {
    const ideal = 7 + 3 / Math.log2(3) + 1 / 2;
    expect(ndcg(["b", "x", "a"], grades)).toBeCloseTo((3 + 7 / 2) / ideal, 10);
  });

  it("looks at the first results only", () => {
    expect(ndcg(["x", "a"], { a: 3 }, 1)).toBe(0);
  });
});
