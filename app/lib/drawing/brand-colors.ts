import { PAPER } from "./cover-palettes";
import { SHADES } from "./palette";

/** WCAG 2.2 SC 1.4.3: text on its ground. */
const LEGIBLE = 4.5;
/** SC 1.4.11: the contrast between a control and the page. */
const VISIBLE = 3;

const WHITE = "#FFFFFF";
const BLACK = "#000000";
const INK = "#141D33";
/** Grounds of each scheme for text in the brand's colour (app/styles/tokens.css). */
const GROUNDS = {
  light: [PAPER.light, WHITE, SHADES.sand[1]],
  dark: [PAPER.dark, "#152039", SHADES.dark[6], SHADES.dark[8]],
} as const;

type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = rgbOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param share of `into`, 0 to 1 */
function mix(color: string, into: string, share: number): string {
  const target = rgbOf(into);
  const parts = rgbOf(color).map((value, at) =>
    Math.round(value + ((target[at] ?? 0) - value) * share),
  );
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/**
 * Ink or paper, whichever can be read on a colour; in the middle between both, black or white, one
 * of which always can.
 */
export function textOn(color: string): string {
  const better = (one: string, other: string) =>
    contrast(color, one) >= contrast(color, other) ? one : other;
  const text = better(INK, WHITE);
  return contrast(color, text) >= LEGIBLE ? text : better(BLACK, WHITE);
}

/** The colour itself, or the nearest one towards `towards` with enough contrast on every ground. */
function standingOut(
  color: string,
  towards: string,
  grounds: readonly string[],
  enough: number,
): string {
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mix(color, towards, share);
    if (grounds.every((ground) => contrast(shade, ground) >= enough)) return shade;
  }
  return towards;
}

type Scheme = "light" | "dark";

/**
 * A colour of the brand in one scheme: as a filled ground, as text on the page, and as a soft
 * ground of its own text.
 */
export function brandTones(color: string, scheme: Scheme) {
  const isDark = scheme === "dark";
  const grounds = GROUNDS[scheme];
  const away = isDark ? WHITE : BLACK;
  const filled = isDark ? standingOut(color, WHITE, grounds, VISIBLE) : color;
  const on = textOn(filled);
  const soft = mix(color, grounds[1], isDark ? 0.8 : 0.88);
  return {
    filled,
    // Away from its text, so that hovering never makes it harder to read.
    hover: mix(filled, on === WHITE || luminance(on) > 0.5 ? BLACK : WHITE, 0.14),
    on,
    text: standingOut(color, away, [...grounds, soft], LEGIBLE),
    soft,
  };
}

function declarations(scheme: Scheme, primary: string | null, secondary: string | null): string {
  const first = primary && brandTones(primary, scheme);
  const second = secondary && brandTones(secondary, scheme);
  return [
    ...(first
      ? [
          `--rd-primary:${first.filled}`,
          `--rd-primary-hover:${first.hover}`,
          `--rd-on-primary:${first.on}`,
          `--rd-primary-text:${first.text}`,
          `--rd-primary-soft:${first.soft}`,
          `--rd-focus:${first.text}`,
        ]
      : []),
    ...(second
      ? [
          `--rd-accent:${second.filled}`,
          `--rd-on-accent:${second.on}`,
          `--rd-accent-text:${second.text}`,
          `--rd-accent-soft:${second.soft}`,
        ]
      : []),
  ].join(";");
}

/**
 * Brand colours as CSS tokens (app/styles/tokens.css) for both schemes, adjusted so that text stays
 * legible. Null when both are the defaults.
 * @param primary `#RRGGBB`, or null for the default
 */
export function brandStyle(primary: string | null, secondary: string | null): string | null {
  if (primary === null && secondary === null) return null;
  const light = declarations("light", primary, secondary);
  const dark = declarations("dark", primary, secondary);
  // More specific than the tokens', so that the order of the style sheets does not matter.
  return (
    `:root:root{${light}}` +
    `:root:root[data-mantine-color-scheme="dark"]{${dark}}` +
    `@media (prefers-color-scheme:dark){:root:root:not([data-mantine-color-scheme]){${dark}}}`
  );
}
