import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords } from "./word-diff";

const marked = (parts: DiffPart[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");
const sides = (before: string, after: string) => {
  const diff = diffWords(before, after);
  return [marked(diff.before), marked(diff.after)];
};

describe("diffWords", () => {
  it.each([
    ["Thu 10 Dec, 16:00", "Thu 10 Dec, 17:00", "Thu 10 Dec, [16:00]", "Thu 10 Dec, [17:00]"],
    ["Tea in the garden.", "Tea in the garden.", "Tea in the garden.", "Tea in the garden."],
    ["", "A line each", "", "[A line each]"],
    [
      "They show their new work here",
      "They write live here",
      "They [show their new work] here",
      "They [write live] here",
    ],
    [
      "چهارده خوش‌نویس می‌نویسند",
      "چهارده نقاش می‌کشند",
      "چهارده [خوش‌نویس می‌نویسند]",
      "چهارده [نقاش می‌کشند]",
    ],
    ["one two two three", "one two three", "one two [two ]three", "one two three"],
    [
      "Tea, old songs and cake, all free",
      "Tea, live music and talks, all free",
      "Tea, [old songs] and [cake], all free",
      "Tea, [live music] and [talks], all free",
    ],
  ])("marks what changed from %j to %j", (before, after, left, right) => {
    expect(sides(before, after)).toEqual([left, right]);
  });

  it("keeps all of both texts", () => {
    const text = (seed: number) =>
      Array.from({ length: 300 }, (_, index) => "abcdefg"[(index * seed * 7 + seed) % 7]).join(" ");
    const diff = diffWords(text(3), text(5));
    expect(diff.before.map((part) => part.text).join("")).toBe(text(3));
    expect(diff.after.map((part) => part.text).join("")).toBe(text(5));
  });

  it("replaces a long text as a whole if nothing is shared", () => {
    const long = (word: string) =>
      Array.from({ length: 5_000 }, (_, index) => `${word}${index}`).join(" ");
    expect(diffWords(long("a"), long("b")).before).toHaveLength(1);
  });
});
