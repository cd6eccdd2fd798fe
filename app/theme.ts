import { createTheme } from "@mantine/core";
import { SHADES } from "./lib/drawing/palette";

const heading = (size: "h1" | "h2" | "text-xl" | "text-lg") => ({
  fontSize: `var(--rd-${size})`,
  lineHeight: "var(--rd-lead-h)",
});
const lead = (size: "xs" | "sm" | "md") => `var(--rd-lead-${size})`;

/**
 * Mantine on our tokens: what changes with language or scheme is a `--rd-…` variable, so one theme
 * serves all four.
 */
export const theme = createTheme({
  primaryColor: "firoozeh",
  primaryShade: { light: 6, dark: 4 },
  white: "#FFFFFF",
  black: "#141D33",
  colors: {
    firoozeh: SHADES.firoozeh,
    lajvard: SHADES.lajvard,
    zafaran: SHADES.zafaran,
    anar: SHADES.anar,
    pesteh: SHADES.pesteh,
    gray: SHADES.sand,
    dark: SHADES.dark,
    red: SHADES.anar,
    green: SHADES.pesteh,
    yellow: SHADES.zafaran,
    blue: SHADES.lajvard,
    teal: SHADES.firoozeh,
  },
  fontFamily: "var(--rd-font)",
  fontSizes: {
    xs: "var(--rd-text-xs)",
    sm: "var(--rd-text-sm)",
    md: "var(--rd-text-md)",
    lg: "var(--rd-text-lg)",
    xl: "var(--rd-text-xl)",
  },
  lineHeights: { xs: lead("xs"), sm: lead("sm"), md: lead("md"), lg: lead("md"), xl: lead("md") },
  headings: {
    fontWeight: "var(--rd-weight-head)",
    textWrap: "balance",
    sizes: { h1: heading("h1"), h2: heading("h2"), h3: heading("text-xl"), h4: heading("text-lg") },
  },
  radius: {
    xs: "var(--rd-radius-sm)",
    sm: "var(--rd-radius-sm)",
    md: "var(--rd-radius-md)",
    lg: "var(--rd-radius-lg)",
    xl: "var(--rd-radius-xl)",
  },
  defaultRadius: "md",
  spacing: {
    xs: "var(--rd-space-xs)",
    sm: "var(--rd-space-sm)",
    md: "var(--rd-space-md)",
    lg: "var(--rd-space-lg)",
    xl: "var(--rd-space-xl)",
  },
  shadows: {
    xs: "var(--rd-shadow-sm)",
    sm: "var(--rd-shadow-sm)",
    md: "var(--rd-shadow-lg)",
    lg: "var(--rd-shadow-lg)",
    xl: "var(--rd-shadow-lg)",
  },
  breakpoints: { xs: "0em", sm: "37.5em", md: "56.25em", lg: "75em", xl: "96em" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
});

/** Colours of Mantine that have a meaning, in terms of ours, which change with the scheme. */
export const meaning = {
  "--mantine-color-body": "var(--rd-paper)",
  "--mantine-color-text": "var(--rd-ink)",
  "--mantine-color-dimmed": "var(--rd-ink-2)",
  "--mantine-color-placeholder": "var(--rd-ink-3)",
  "--mantine-color-anchor": "var(--rd-primary-text)",
  "--mantine-color-error": "var(--rd-danger-text)",
  "--mantine-color-default": "var(--rd-surface)",
  "--mantine-color-default-hover": "var(--rd-sunken)",
  "--mantine-color-default-color": "var(--rd-ink)",
  "--mantine-color-default-border": "var(--rd-line)",
  "--mantine-primary-color-filled": "var(--rd-primary)",
  "--mantine-primary-color-filled-hover": "var(--rd-primary-hover)",
  "--mantine-primary-color-contrast": "var(--rd-on-primary)",
};
