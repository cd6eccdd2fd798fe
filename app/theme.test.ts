import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { theme } from "./theme";

describe("a filled button", () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const textOn = (color: string, variant = "filled") => whole.variantColorResolver({ theme: whole, variant, color }).color;

  it.each([
    ["firoozeh", "var(--rd-on-primary)"],
    ["red", "var(--rd-on-danger)"],
  ])("in %s has the text that is read in either scheme", (color, expected) => {
    expect(textOn(color)).toBe(expected);
  });

  it("has it only where it is filled", () => {
    expect(textOn("red", "subtle")).not.toContain("--rd-on-");
  });
});

describe("a button's colours", () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);

  it.each([
    ["subtle", whole.primaryColor],
    ["subtle", "red"],
    ["filled", "red"],
  ])("given %s in %s, then they are there in whatever scheme, chosen or not", (variant, color) => {
    const { background, hover, color: text } = whole.variantColorResolver({ theme: whole, variant, color });
    // Mantine's own values apply only below data-mantine-color-scheme, which is never set without scripts.
    for (const said of [background, hover, text]) expect(said).toMatch(/^(transparent|var\(--rd-[a-z-]+\))$/);
  });
});
