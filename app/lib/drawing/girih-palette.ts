export type Finish = "glaze" | "field" | "paper" | "night";

interface Palette {
  ground: string;
  edge: string;
  star: string;
  core: string;
  fill: string;
  line: string;
  lit: string;
  heart: string;
}

/* ---------- colour: everything is mixed in OKLab from one category colour ---------- */
function toOklab(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16);
  const linear = (v: number) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = [linear(n >> 16), linear((n >> 8) & 255), linear(n & 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([L, A, B]: [number, number, number]): string {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3;
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3;
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => {
    const v = c <= 0.0031308 ? 12.92 * c : 1.055 * Math.max(c, 0) ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, v)) * 255);
  });
  return `#${channels.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The category colour moved to another lightness (0–1), its chroma scaled. On the way down
 * yellows turn to copper and greens to cypress, as glazes do; otherwise they go muddy.
 */
function tone(hex: string, lightness: number, chroma = 1): string {
  const [, a, b] = toOklab(hex);
  const hue = Math.atan2(b, a);
  const drop = Math.max(0, 0.72 - lightness);
  const bend = hue > 0.95 && hue < 1.75 ? -1.1 : hue >= 1.75 && hue < 2.6 ? 0.5 : 0;
  const size = Math.hypot(a, b) * chroma;
  return toHex([lightness, size * Math.cos(hue + bend * drop), size * Math.sin(hue + bend * drop)]);
}

function mix(a: string, b: string, share: number): string {
  const p = toOklab(a);
  const q = toOklab(b);
  return toHex([
    p[0] + (q[0] - p[0]) * share,
    p[1] + (q[1] - p[1]) * share,
    p[2] + (q[2] - p[2]) * share,
  ]);
}

const NIGHT = "#0c1630";

const SAND = "#faf4ea";

const SAFFRON = "#eda83f";

const FIROOZEH = "#4fc3bf";

/**
 * Saffron lights every cover, except where the cover itself is saffron or copper: there firoozeh
 * does.
 */
function litFor(color: string): string {
  const [, a, b] = toOklab(color);
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return hue > 38 && hue < 100 && Math.hypot(a, b) > 0.06 ? FIROOZEH : SAFFRON;
}

/**
 * A cover's colours, from one category colour. Shadows lean to lapis and paper to sand, so that
 * covers of different categories fit together.
 */
export function girihPalette(color: string, finish: Finish): Palette {
  const lit = litFor(color);
  const heart = "#fff5df";
  const at = (lightness: number, chroma = 1) => tone(color, lightness, chroma);
  if (finish === "paper")
    return {
      ground: mix(SAND, at(0.9, 0.42), 0.26),
      edge: mix(SAND, at(0.83, 0.5), 0.42),
      star: mix("#ffffff", at(0.96, 0.26), 0.4),
      core: mix(SAND, at(0.75, 0.72), 0.55),
      fill: mix(SAND, at(0.8, 0.62), 0.44),
      line: at(0.52, 0.9),
      lit,
      heart,
    };
  if (finish === "field") {
    // Saffron needs light: at the lightness of the others it is only brown.
    const up = lit === SAFFRON ? 0 : 0.12;
    return {
      ground: at(0.54 + up, 0.88),
      edge: mix(at(0.44 + up, 0.85), NIGHT, 0.12),
      star: mix(at(0.48 + up, 0.9), NIGHT, 0.05),
      core: at(0.66 + up, 0.75),
      fill: at(0.6 + up, 0.8),
      line: mix(at(0.9, 0.35), SAND, 0.45),
      lit,
      heart,
    };
  }
  if (finish === "night")
    return {
      ground: mix("#172647", at(0.32, 0.6), 0.25),
      edge: NIGHT,
      star: mix("#1d2f57", at(0.4, 0.7), 0.3),
      core: mix("#1d2f57", at(0.6, 0.9), 0.6),
      fill: mix("#172647", at(0.46, 0.8), 0.55),
      line: at(0.8, 0.6),
      lit,
      heart,
    };
  return {
    ground: mix(at(0.4, 0.8), NIGHT, 0.1),
    edge: mix(at(0.29, 0.7), NIGHT, 0.4),
    star: at(0.46, 0.82),
    core: at(0.58, 0.85),
    fill: mix(at(0.36, 0.75), NIGHT, 0.22),
    line: mix(at(0.84, 0.5), SAND, 0.3),
    lit,
    heart,
  };
}
