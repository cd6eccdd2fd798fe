import { expect, it } from "vitest";
import { girih } from "./girih";

const SEEDS = Array.from({ length: 200 }, (_, index) => `event-${index}`);

it("draws the same cover for the same event", () => {
  expect(girih("a", "#0E8388")).toBe(girih("a", "#0E8388"));
  expect(girih("a", "#0E8388")).not.toBe(girih("b", "#0E8388"));
});

it("stays under 3 kB at 4:3", () => {
  expect(Math.max(...SEEDS.map((seed) => girih(seed, "#B4293D").length))).toBeLessThan(3_000);
});

it("writes no broken number", () => {
  for (const seed of SEEDS) expect(girih(seed, "#E9A23B", { ratio: 2.9 })).not.toMatch(/NaN|undefined|Infinity/);
});

it("has no lit star under text", () => {
  expect(girih("a", "#0E8388")).toContain("<circle");
  expect(girih("a", "#0E8388", { quiet: true })).not.toContain("<circle");
});
