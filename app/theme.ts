import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from "@mantine/core";

const firoozeh: MantineColorsTuple = [
  "#E6F5F3",
  "#CBEBE8",
  "#9FDBD7",
  "#6CC8C5",
  "#3DB3B1",
  "#1A9A9C",
  "#0E8388",
  "#0A6B71",
  "#08545A",
  "#063D43",
];
const lajvard: MantineColorsTuple = [
  "#EDF1F9",
  "#D8E1F1",
  "#B2C3E2",
  "#879FCC",
  "#5673AE",
  "#41629F",
  "#2C4B86",
  "#1F396D",
  "#162B55",
  "#0F1D3D",
];
const zafaran: MantineColorsTuple = [
  "#FFF7E8",
  "#FDEBC9",
  "#FAD798",
  "#F5C166",
  "#EFB04C",
  "#E9A23B",
  "#CB8420",
  "#A26412",
  "#7F4C0D",
  "#5B3609",
];
const anar: MantineColorsTuple = [
  "#FCEFF0",
  "#F8DADD",
  "#F0B3B9",
  "#E58791",
  "#DA5F6D",
  "#CB3E50",
  "#B4293D",
  "#952033",
  "#771828",
  "#57101C",
];
const pesteh: MantineColorsTuple = [
  "#F1F6E8",
  "#E0ECCD",
  "#C6DCA2",
  "#A8C974",
  "#8CB351",
  "#72993A",
  "#5A7E2B",
  "#476423",
  "#364D1C",
  "#263614",
];
const sand: MantineColorsTuple = [
  "#FBF8F3",
  "#F5EFE6",
  "#EBE2D5",
  "#DCCFBE",
  "#C2B39E",
  "#A89A88",
  "#948775",
  "#6A5F52",
  "#474039",
  "#2A2622",
];
const dark: MantineColorsTuple = [
  "#EDF1F8",
  "#CBD4E6",
  "#B7C2D9",
  "#95A3C0",
  "#6F80A6",
  "#27375C",
  "#1C2A49",
  "#0E172C",
  "#0A1122",
  "#060B18",
];

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
    return input.variant === "filled" && input.color === input.theme.primaryColor ? { ...colors, color: "var(--rd-on-primary)" } : colors;
  },
  white: "#FFFFFF",
  black: "#141D33",
  colors: {
    firoozeh,
    lajvard,
    zafaran,
    anar,
    pesteh,
    gray: sand,
    dark,
    red: anar,
    green: pesteh,
    yellow: zafaran,
    blue: lajvard,
    teal: firoozeh,
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
