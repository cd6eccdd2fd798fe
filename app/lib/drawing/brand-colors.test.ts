import { describe, expect, test } from "vitest";
import { brandStyle, brandTones, contrast, textOn } from "./brand-colors";

const COLORS = [
  "#0E8388",
  "#FFFFFF",
  "#000000",
  "#FFFF00",
  "#7F7F7F",
  "#777777",
  "#FF0000",
  "#B4293D",
  "#E9A23B",
  "#00FF88",
  "#123456",
];
const GROUND = { light: ["#FBF8F3", "#FFFFFF"], dark: ["#0E172C", "#152039", "#1C2A49"] } as const;

describe("brand colours", () => {
  test("have a contrast of 21 between black and white", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  });

  test.each(COLORS)("make text on %s readable, hovered or not, in both schemes", (color) => {
    for (const scheme of ["light", "dark"] as const) {
      const { filled, hover, on, text, soft } = brandTones(color, scheme);
      expect(contrast(on, filled)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(on, hover)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...GROUND[scheme], soft])
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("find readable text for every grey", () => {
    for (let value = 0; value < 256; value++) {
      const grey = `#${value.toString(16).padStart(2, "0").repeat(3)}`;
      expect(contrast(textOn(grey), grey)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("choose ink on a pale colour and paper on a deep one", () => {
    expect([textOn("#FFEE99"), textOn("#0A3355")]).toEqual(["#141D33", "#FFFFFF"]);
  });

  test("write nothing for the default colours", () => {
    expect(brandStyle(null, null)).toBeNull();
  });

  test("write only the tokens of a changed colour, for both schemes and the system's choice", () => {
    const css = brandStyle("#B4293D", null) ?? "";
    expect(css).toContain("--rd-primary:#B4293D");
    expect(css).not.toContain("--rd-accent");
    expect(css.match(/--rd-on-primary:/g)).toHaveLength(3);
    expect(css).toContain('[data-mantine-color-scheme="dark"]');
    expect(css).toContain("prefers-color-scheme:dark");
  });
});
