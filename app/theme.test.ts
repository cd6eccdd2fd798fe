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
