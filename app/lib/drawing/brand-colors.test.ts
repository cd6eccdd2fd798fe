import { describe, expect, test } from "vitest";
import { brandStyle, brandTones, contrast, textOn } from "./brand-colors";

const COLORS = ["#0E8388", "#FFFFFF", "#000000", "#FFFF00", "#7F7F7F", "#777777", "#FF0000", "#B4293D", "#E9A23B", "#00FF88", "#123456"];
const GROUND = { light: ["#FBF8F3", "#FFFFFF"], dark: ["#0E172C", "#152039", "#1C2A49"] } as const;

describe("the colours of a brand", () => {
  test("given black and white, when compared, then their contrast is 21", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  });

  test.each(COLORS)("given %s, when text stands on it, then it can be read, hovered or not, in both schemes", (color) => {
    for (const scheme of ["light", "dark"] as const) {
      const { filled, hover, on, text, soft } = brandTones(color, scheme);
      expect(contrast(on, filled)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(on, hover)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...GROUND[scheme], soft]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("given every grey, when text is chosen for it, then one can be read", () => {
    for (let value = 0; value < 256; value++) {
      const grey = `#${value.toString(16).padStart(2, "0").repeat(3)}`;
      expect(contrast(textOn(grey), grey)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("given a pale and a deep colour, when text is chosen, then it is ink and paper", () => {
    expect([textOn("#FFEE99"), textOn("#0A3355")]).toEqual(["#141D33", "#FFFFFF"]);
  });

  test("given the look's own colours, when written, then there is nothing to write", () => {
    expect(brandStyle(null, null)).toBeNull();
  });

  test("given one colour, when written, then only its tokens are, for both schemes and for the system's choice", () => {
    const css = brandStyle("#B4293D", null) ?? "";
    expect(css).toContain("--rd-primary:#B4293D");
    expect(css).not.toContain("--rd-accent");
    expect(css.match(/--rd-on-primary:/g)).toHaveLength(3);
    expect(css).toContain('[data-mantine-color-scheme="dark"]');
    expect(css).toContain("prefers-color-scheme:dark");
  });
});
