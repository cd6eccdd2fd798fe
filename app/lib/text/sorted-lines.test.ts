import { describe, expect, it } from "vitest";
import { SortedLines, sortedLines } from "./sorted-lines";

const entries: [string, string][] = [
  ["تهران", "1 2"],
  ["b", ""],
  ["ab", "x"],
  ["a", "y"],
  ["abc", "z"],
];
const lines = new SortedLines(sortedLines(entries));

describe("SortedLines", () => {
  it.each(entries)("finds %j", (key, value) => {
    expect(lines.get(key)).toBe(value);
  });

  it.each(["", "A", "aa", "abcd", "c", "تهرا", "تهرانی", "y"])("has no %j", (key) => {
    expect(lines.get(key)).toBeNull();
  });

  it("lists its keys in order", () => {
    expect([...lines.keys()]).toEqual(["a", "ab", "abc", "b", "تهران"]);
  });

  it("has nothing where nothing was written", () => {
    const none = new SortedLines(sortedLines([]));
    expect([none.get(""), none.get("a"), [...none.keys()]]).toEqual([null, null, []]);
  });
});
