import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import cities from "../../../../db/seed/cities.json";
import { cityScape } from "./city-scape";

const slugs = cities.map(({ slug }) => slug);
const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe("cityScape", () => {
  it("draws the same picture each time", () => {
    for (const slug of slugs) expect(cityScape(slug)).toBe(cityScape(slug));
  });

  it("draws a different picture for each city", () => {
    expect(new Set(slugs.map((slug) => cityScape(slug))).size).toBe(slugs.length);
  });

  it.each([0.8, 1.8])("draws valid, small, hidden SVG with valid numbers at ratio %d", (ratio) => {
    for (const slug of slugs) {
      const svg = cityScape(slug, ratio);
      expect(XMLValidator.validate(svg), slug).toBe(true);
      expect(svg.length, slug).toBeLessThanOrEqual(6_000);
      expect(svg, slug).toMatch(/^<svg [^>]*aria-hidden="true"/);
      expect(svg, slug).not.toMatch(/NaN|undefined|Infinity|e-\d/);
    }
  });

  it("uses no id twice, in one picture or on a page with all of them", () => {
    const ids = slugs.flatMap((slug) => idsOf(cityScape(slug)));
    expect(new Set(ids).size).toBe(ids.length);
    const wide = idsOf(cityScape("isfahan", 1.8));
    expect(new Set(wide).size).toBe(wide.length);
  });

  it("stays within its sheet at any ratio", () => {
    expect(cityScape("tehran")).toContain('viewBox="0 0 240 300"');
    expect(cityScape("tehran", 1.8)).toContain('viewBox="0 0 540 300"');
    expect(cityScape("tehran", 99)).toContain('viewBox="0 0 900 300"');
  });

  it("draws a town for an unknown city, without its name in the picture", () => {
    const svg = cityScape('new-town"><script>alert(1)</script>', 1.8);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).not.toContain("script");
  });
});
