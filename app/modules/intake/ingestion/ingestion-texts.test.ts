import { describe, expect, it } from "vitest";
import { slicesOf } from "./ingestion-texts.server";

describe("a long answer in parts", () => {
  it("joins to the original text", () => {
    const text = `${"ش".repeat(399_999)}🎭${"x".repeat(500_000)}`;
    const slices = slicesOf(text);
    expect(slices.join("")).toBe(text);
    expect(slices).toHaveLength(3);
  });

  it("cuts no character in two", () => {
    const slices = slicesOf(`${"x".repeat(399_999)}🎭 and more`);
    expect(slices.map((slice) => /[\uD800-\uDBFF]$/.test(slice))).toEqual([false, false]);
  });

  it("is one empty part without text", () => {
    expect(slicesOf("")).toEqual([""]);
  });
});
