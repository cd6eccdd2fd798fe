import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CATEGORIES } from "../event/categories";
import { CATEGORY_COVERS } from "./category-covers";
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

it("girih draws the glyph of a category upright in its star, larger in a thumbnail", () => {
  const { fold, finish, glyph } = CATEGORY_COVERS.concert as NonNullable<
    (typeof CATEGORY_COVERS)[string]
  >;
  const cover = girih("a", "#1E6A8C", { fold, finish, glyph });
  expect(cover).toContain(`d="${glyph}"`);
  expect(girih("a", "#1E6A8C", { fold, finish, glyph, quiet: true })).not.toContain(glyph);
  const scaleOf = (svg: string) => Number(/scale\(([\d.]+)\)/.exec(svg)?.[1]);
  const thumb = girih("a", "#1E6A8C", { fold, finish, glyph, ratio: 1, thumb: true });
  expect(scaleOf(thumb)).toBeGreaterThan(2 * scaleOf(cover));
  expect(thumb).toContain("translate(150 150)");
});

it("every category has a cover of its own, with the icon of the category", () => {
  expect(Object.keys(CATEGORY_COVERS)).toEqual(CATEGORIES.map(({ slug }) => slug));
  expect(Object.values(CATEGORY_COVERS).map(({ icon }) => icon)).toEqual(
    CATEGORIES.map(({ icon }) => icon),
  );
  expect(new Set(Object.values(CATEGORY_COVERS).map(({ glyph }) => glyph)).size).toBe(
    CATEGORIES.length,
  );
  for (const { icon, glyph } of Object.values(CATEGORY_COVERS)) {
    const svg = readFileSync(`node_modules/@tabler/icons/icons/outline/${icon}.svg`, "utf8");
    const outline = [...svg.matchAll(/ d="([^"]+)"/g)]
      .map(([, d]) => d)
      .filter((d) => d !== "M0 0h24v24H0z");
    expect([icon, glyph]).toEqual([icon, outline.join("")]);
  }
});
