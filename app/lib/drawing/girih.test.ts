import { expect, it } from "vitest";
import { girih } from "./girih";

const SEEDS = Array.from({ length: 200 }, (_, index) => `event-${index}`);

it("girih draws the same cover for the same event", () => {
  expect(girih("a", "#0E8388")).toBe(girih("a", "#0E8388"));
  expect(girih("a", "#0E8388")).not.toBe(girih("b", "#0E8388"));
});

it("girih stays under 3 kB at 4:3", () => {
  expect(Math.max(...SEEDS.map((seed) => girih(seed, "#B4293D").length))).toBeLessThan(3_000);
});

it("girih writes only valid numbers", () => {
  for (const seed of SEEDS)
    expect(girih(seed, "#E9A23B", { ratio: 2.9 })).not.toMatch(/NaN|undefined|Infinity/);
});

it("girih has no lit star under text", () => {
  expect(girih("a", "#0E8388")).toContain("<circle");
  expect(girih("a", "#0E8388", { quiet: true })).not.toContain("<circle");
});
