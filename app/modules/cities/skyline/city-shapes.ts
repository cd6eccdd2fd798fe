/**
 * Shapes of city pictures: path data on a sheet of 320 × 200 with the ground at 184. Every shape
 * runs clockwise, so that overlapping shapes of one path cut no holes.
 */

import type { SceneFamily } from "../../../lib/drawing/palette";

/** The foreground of a city's skyline, as path data on a sheet of 320 × 200. */
export interface Scene {
  family: SceneFamily;
  /** Position of the lit star, as shares of width and height. */
  moon: readonly [number, number];
  /** Distant hills or streets, repeated in wide pictures. */
  land?: string;
  /** A single shape between background and landmark. */
  far?: string;
  near: string;
  /** Lit windows and arches. */
  light?: string;
  snow?: string;
  /** A waterside city: below the ground is the far colour, with reflected light. */
  water?: boolean;
  /** The foreground repeats too, such as a bridge. */
  endless?: boolean;
  /** Which of the skies that its name can roll. */
  sky?: number;
}

/** One decimal, no leading zero. */
function short(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, "$1.");
}

/** Joins path data: numbers are separated by a space or by the next number's sign. */
function d(...steps: (string | number)[]): string {
  let data = "";
  let afterNumber = false;
  for (const step of steps) {
    const text = typeof step === "number" ? short(step) : step;
    data += afterNumber && typeof step === "number" && !text.startsWith("-") ? ` ${text}` : text;
    afterNumber = typeof step === "number";
  }
  return data;
}

export const GROUND = 184;

/** A box from its top left corner. */
export const box = (x: number, y: number, width: number, height: number) =>
  d("M", x, y, "h", width, "v", height, "h", -width, "z");

/** A wall on the ground. */
export const wall = (x: number, y: number, width: number) => box(x, y, width, GROUND - y);

export const polygon = (...points: readonly (readonly [number, number])[]) =>
  `${points.map(([x, y], index) => d(index === 0 ? "M" : "L", x, y)).join("")}z`;

/** The Persian dome: swelling before it draws in to its point. */
export const dome = (middle: number, base: number, width: number, height: number) =>
  d(
    "M",
    middle - width / 2,
    base,
    "C",
    middle - width * 0.59,
    base - height * 0.45,
    middle - width * 0.21,
    base - height * 0.72,
    middle,
    base - height,
    "C",
    middle + width * 0.21,
    base - height * 0.72,
    middle + width * 0.59,
    base - height * 0.45,
    middle + width / 2,
    base,
    "z",
  );

/** Half a ball. */
export const cupola = (middle: number, base: number, width: number, height = width / 2) =>
  d("M", middle - width / 2, base, "a", width / 2, height, 0, 0, 1, width, 0, "z");

export const disc = (x: number, y: number, radius: number) =>
  d(
    "M",
    x - radius,
    y,
    "a",
    radius,
    radius,
    0,
    1,
    1,
    2 * radius,
    0,
    "a",
    radius,
    radius,
    0,
    1,
    1,
    -2 * radius,
    0,
    "z",
  );

/** A hoop: the inner circle runs the other way and so is a hole. */
export const hoop = (x: number, y: number, radius: number, width: number) => {
  const inner = radius - width;
  return (
    disc(x, y, radius) +
    d(
      "M",
      x - inner,
      y,
      "a",
      inner,
      inner,
      0,
      1,
      0,
      2 * inner,
      0,
      "a",
      inner,
      inner,
      0,
      1,
      0,
      -2 * inner,
      0,
      "z",
    )
  );
};

/** The pointed arch of an iwan, a door or a bridge. */
export const arch = (x: number, base: number, width: number, height: number) => {
  const top = base - height;
  return d(
    "M",
    x,
    base,
    "V",
    top + width * 0.62,
    "Q",
    x,
    top + width * 0.28,
    x + width * 0.26,
    top + width * 0.16,
    "L",
    x + width / 2,
    top,
    "L",
    x + width * 0.74,
    top + width * 0.16,
    "Q",
    x + width,
    top + width * 0.28,
    x + width,
    top + width * 0.62,
    "V",
    base,
    "z",
  );
};

/** A round arch. */
export const vault = (x: number, base: number, width: number, height: number) =>
  d(
    "M",
    x,
    base,
    "v",
    width / 2 - height,
    "a",
    width / 2,
    width / 2,
    0,
    0,
    1,
    width,
    0,
    "v",
    height - width / 2,
    "z",
  );

export const spire = (middle: number, base: number, width: number, height: number) =>
  d("M", middle - width / 2, base, "L", middle, base - height, "L", middle + width / 2, base, "z");

/** Repeats a shape side by side. */
export const row = (
  count: number,
  from: number,
  step: number,
  shape: (x: number, index: number) => string,
) => Array.from({ length: count }, (_, index) => shape(from + index * step, index)).join("");

export const cypress = (middle: number, height: number, base = GROUND + 6) => {
  const top = base - height;
  const width = height * 0.17;
  return d(
    "M",
    middle,
    top,
    "C",
    middle + width,
    top + height * 0.45,
    middle + width * 0.95,
    top + height * 0.85,
    middle + 3,
    base - 4,
    "V",
    base,
    "h",
    -6,
    "V",
    base - 4,
    "C",
    middle - width * 0.95,
    top + height * 0.85,
    middle - width,
    top + height * 0.45,
    middle,
    top,
    "z",
  );
};

export const fir = (middle: number, height: number, base = GROUND + 4) => {
  const third = height / 3;
  return (
    [0, 1, 2]
      .map((tier) =>
        spire(middle, base - 4 - tier * third * 0.62, height * (0.46 - tier * 0.1), third * 1.55),
      )
      .join("") + box(middle - 1.5, base - 5, 3, 5)
  );
};

/** Tip, upper and lower bend of a palm's leaves, to one side. */
const LEAVES = [
  [23, 7, 13, -10, 12, -2],
  [15, -11, 5, -12, 9, -4],
  [13, 20, 13, 0, 7, 3],
] as const;

/** A palm that leans by `lean`. */
export const palm = (x: number, height: number, lean = 6, base = GROUND + 4) => {
  const top = base - height;
  const crown = x + lean;
  const leaf = (side: 1 | -1) =>
    LEAVES.map(([tx, ty, ax, ay, bx, by]) =>
      d(
        "M",
        crown,
        top,
        "q",
        side * ax,
        ay,
        side * tx,
        ty,
        "q",
        side * (bx - tx),
        by - ty,
        side * -tx,
        -ty,
        "z",
      ),
    ).join("");
  return (
    d(
      "M",
      x - 2.5,
      base,
      "Q",
      x + lean * 0.2,
      top + height * 0.5,
      crown - 1.4,
      top,
      "h",
      2.8,
      "Q",
      x + lean * 0.2 + 4,
      top + height * 0.5,
      x + 2.5,
      base,
      "z",
    ) +
    leaf(1) +
    leaf(-1)
  );
};

/** A minaret: shaft, balcony, and a small dome; `pencil` has the Ottoman cone instead. */
export const minaret = (middle: number, top: number, width = 9, pencil = false) =>
  wall(middle - width / 2, top, width) +
  box(middle - width * 0.8, top + 10, width * 1.6, 4) +
  (pencil ? spire(middle, top, width, width * 2.6) : dome(middle, top, width * 1.15, width * 1.5));

/** The tower that catches the desert's wind, and its slits. */
export const windcatcher = (x: number, top: number, width: number) =>
  wall(x, top, width) + box(x - 3, top - 4, width + 6, 7);
export const slits = (x: number, top: number, width: number, height = 34) => {
  const count = Math.max(2, Math.round(width / 11));
  const step = width / count;
  return row(count, x + step * 0.15, step, (at) => box(at, top + 12, step * 0.7, height));
};

/**
 * Mountains or hills from one edge of the sheet to the other through these heights, `bend` of them
 * round.
 */
export const ridge = (heights: readonly number[], round = false) => {
  const step = 320 / (heights.length - 1);
  const first = heights[0] ?? GROUND;
  const points = heights.slice(1).map((height, index) => {
    const x = step * (index + 1);
    const before = heights[index] ?? height;
    return round
      ? d("C", x - step / 2, before, x - step / 2, height, x, height)
      : d("L", x, height);
  });
  // Overlaps both edges, so that the mirrored neighbour leaves no seam.
  return `${d("M", -1, 200, "V", first, "H", 0)}${points.join("")}h1V200z`;
};

/** Snow on peaks of a ridge, by their place in its heights: `share` of the slope lies under it. */
export const snow = (heights: readonly number[], peaks: readonly number[], share = 0.34) => {
  const step = 320 / (heights.length - 1);
  return peaks
    .map((peak) => {
      const x = step * peak;
      const y = heights[peak] ?? GROUND;
      const left = ((heights[peak - 1] ?? y) - y) * share;
      const right = ((heights[peak + 1] ?? y) - y) * share;
      const wide = step * share;
      const deep = Math.max(left, right);
      return polygon(
        [x, y],
        [x + wide, y + right],
        [x + wide * 0.5, y + deep * 0.78],
        [x + wide * 0.12, y + deep * 1.2],
        [x - wide * 0.3, y + deep * 0.8],
        [x - wide, y + left],
      );
    })
    .join("");
};

/** Lamps in a block of flats or offices: every fourth window, from another one by `skip`. */
export const windows = (x: number, top: number, columns: number, rows: number, skip: number) => {
  let lit = "";
  for (let line = 0; line < rows; line++)
    for (let column = 0; column < columns; column++)
      if ((line * 5 + column * 3 + skip) % 4 === 0)
        lit += box(x + 4 + column * 7, top + 8 + line * 10, 3, 5);
  return lit;
};
