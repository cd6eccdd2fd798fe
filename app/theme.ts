import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from "@mantine/core";
import { SHADES } from "./lib/palette";

const heading = (level: 1 | 2 | 3 | 4) => ({ fontSize: `var(--rd-h${level})`, lineHeight: "var(--rd-lead-h)" });
const lead = (size: "xs" | "sm" | "md") => `var(--rd-lead-${size})`;

/** Mantine on our tokens: what changes with language or scheme is a `--rd-…` variable, so one theme serves all four. */
export const theme = createTheme({
  primaryColor: "firoozeh",
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  // Mantine chooses the text on a filled button for the scheme it renders in, which on the server is always light.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isRed = input.color === "red";
    // Mantine's own colours of a variant are there in a chosen scheme alone: without a script none may be chosen.
    if (input.variant === "subtle")
      return { ...colors, hover: "var(--rd-sunken)", color: isRed ? "var(--rd-danger-text)" : "var(--rd-primary-text)" };
    if (input.variant !== "filled") return colors;
    if (input.color === input.theme.primaryColor) return { ...colors, color: "var(--rd-on-primary)" };
    return isRed ? { ...colors, background: "var(--rd-danger)", hover: "var(--rd-danger-hover)", color: "var(--rd-on-danger)" } : colors;
  },
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
    sizes: { h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4) },
  },
  radius: { xs: "6px", sm: "8px", md: "12px", lg: "18px", xl: "28px" },
  defaultRadius: "md",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "40px" },
  shadows: {
    xs: "var(--rd-shadow-xs)",
    sm: "var(--rd-shadow-sm)",
    md: "var(--rd-shadow-md)",
    lg: "var(--rd-shadow-lg)",
    xl: "var(--rd-shadow-lg)",
  },
  breakpoints: { xs: "0em", sm: "37.5em", md: "56.25em", lg: "75em", xl: "96em" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
});

const meaning = {
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

/** Repeated for both schemes, since Mantine's own scheme blocks come after `variables`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: meaning, light: meaning, dark: meaning });
