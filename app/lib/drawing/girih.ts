import { type Finish, girihPalette } from "./girih-palette";

/**
 * Girih covers: Islamic star-and-polygon patterns, drawn from a seed.
 *
 *   girih("019b02c4-event-id", "#0E8388")  →  "<svg …>…</svg>"   (always the same, < 3 kB)
 *
 * Pure: no DOM, no clock, no Math.random, so a cover can be drawn on the server, in a
 * worker or in the browser and is identical in all three.
 *
 * Method: "polygons in contact" (Hankin). A tiling of regular polygons is laid over the
 * plane; from the middle of every edge two rays leave at the contact angle and run until
 * they meet their partner. The tiling gives the fold (8, 10, 12), the contact angle gives
 * the mood (narrow = spiky stars, wide = round rosettes), the depth gives the petals.
 * One star, the focal one, is lit in saffron: the signature of the product.
 */

type Point = [number, number];

/** The tiling: 4.8.8, decagons with bowties, 3.12.12, 4.6.12. */
export type Kind = 8 | 10 | 12 | 1246;

interface Cell {
  u: Point;
  v: Point;
  n: number;
  lines: string;
  fills: string;
}

export interface GirihOptions {
  /** Else rolled. */
  finish?: Finish | undefined;
  /** Else rolled. */
  fold?: Kind;
  /** Width : height, default 4 / 3; wide bands get more stars, not bigger ones. */
  ratio?: number | undefined;
  /** No shade towards the edges: for bitmaps, which it would make thrice as large. */
  flat?: boolean | undefined;
  /** Lines keep their width at any size: for covers drawn large. */
  fine?: boolean | undefined;
  /** No lit star: for a ground that carries text. */
  quiet?: boolean | undefined;
  /** Position of the lit star, as shares of width and height; random by default. */
  focus?: readonly [number, number] | undefined;
  /** The star in the middle: for pictures of a thumb's size. */
  thumb?: boolean | undefined;
}

const CENTER = [0.5, 0.5] as const;

interface Edge {
  mid: Point;
  ahead: Point;
  back: Point;
}

const TAU = Math.PI * 2;

const HEIGHT = 300;

/** 32-bit FNV-1a, then an avalanche, so that neighbouring ids look unrelated. */
export function hashSeed(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 2246822507);
  h = Math.imul(h ^ (h >>> 13), 3266489909);
  return (h ^ (h >>> 16)) >>> 0;
}

/** mulberry32: a small deterministic generator. */
export function randomFrom(state: number): () => number {
  let s = state;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/* ---------- geometry ---------- */

/** One decimal, no leading zero: coordinates are most of the bytes. */
function short(v: number): string {
  const r = Math.round(v * 10) / 10;
  return (Object.is(r, -0) ? "0" : String(r)).replace(/^(-?)0\./, "$1.");
}

/** A fraction in two digits. */
const share = (v: number) => v.toFixed(2).slice(1);

function path(points: Point[], close: boolean): string {
  let d = "";
  let px = 0;
  let py = 0;
  points.forEach(([x, y], i) => {
    // Relative steps are taken from the rounded position, so that errors do not add up.
    const dx = short(x - px);
    const dy = short(y - py);
    d += `${i ? (i === 1 ? "l" : dx[0] === "-" ? "" : " ") : "M"}${dx}${dy[0] === "-" ? "" : " "}${dy}`;
    px += Number(dx);
    py += Number(dy);
  });
  return d + (close ? "z" : "");
}

const polar = (radius: number, angle: number, cx = 0, cy = 0): Point => [
  cx + radius * Math.cos(angle),
  cy + radius * Math.sin(angle),
];

/**
 * Radius at which a ray of contact angle `theta` crosses the mirror line `step` half-sectors on.
 */
const crossing = (apothem: number, n: number, theta: number, step: number) =>
  (apothem * Math.cos(theta)) / Math.cos(theta - (step * Math.PI) / n);

/**
 * Lines of a regular n-gon: every edge's two rays, to the crossing of the given depth.
 */
function starLines(
  n: number,
  apothem: number,
  theta: number,
  depth: number,
  cx = 0,
  cy = 0,
  turn = 0,
): string {
  const tip = crossing(apothem, n, theta, depth);
  let d = "";
  const seen = new Set<number>();
  for (let first = 0; first < n; first++) {
    if (seen.has(first)) continue;
    const points: Point[] = [];
    let i = first;
    // Walk edge → tip → edge … : with depth k the next edge is k further on, gcd(n, k) loops in
    // all.
    do {
      seen.add(i);
      const at = turn + (i * TAU) / n;
      points.push(polar(apothem, at, cx, cy), polar(tip, at + (depth * Math.PI) / n, cx, cy));
      i = (i + depth) % n;
    } while (i !== first);
    d += path(points, true);
  }
  return d;
}

/** Outline of an n-pointed star: tips at `outer`, valleys at `inner`. */
function starShape(n: number, outer: number, inner: number, cx = 0, cy = 0, turn = 0): string {
  const points: Point[] = [];
  for (let i = 0; i < n; i++)
    points.push(
      polar(outer, turn + (i * TAU) / n, cx, cy),
      polar(inner, turn + ((i + 0.5) * TAU) / n, cx, cy),
    );
  return path(points, true);
}

/**
 * Where the ray p + t·u meets q + s·v; half-way when the two lie on one line (72° corners at 54°).
 */
function meet(p: Point, u: Point, q: Point, v: Point): Point {
  const slant = u[0] * v[1] - u[1] * v[0];
  if (Math.abs(slant) < 1e-6) return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const t = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / slant;
  return [p[0] + t * u[0], p[1] + t * u[1]];
}

/**
 * The concave hexagon between four decagons; at its waist the rays meet their partner across it.
 */
function bowtieLines(apothem: number, theta: number): string {
  const r = apothem / Math.cos(Math.PI / 10);
  const deg = Math.PI / 180;
  const v1 = polar(2 * apothem, 0);
  const v2 = polar(2 * apothem, 72 * deg);
  const corners: Point[] = [
    polar(r, 18 * deg),
    polar(r, 126 * deg, v1[0], v1[1]),
    polar(r, 90 * deg, v1[0], v1[1]),
    polar(r, 198 * deg, v1[0] + v2[0], v1[1] + v2[1]),
    polar(r, 306 * deg, v2[0], v2[1]),
    polar(r, 54 * deg),
  ];
  const edges = corners.map((a, i): Edge => {
    const b = corners[(i + 1) % 6] as Point;
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    return {
      mid: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      ahead: polar(1, angle + theta),
      back: polar(1, angle + Math.PI - theta),
    };
  });
  const [ab, bc, cd, de, ef, fa] = edges as [Edge, Edge, Edge, Edge, Edge, Edge];
  const joint = (p: Edge, u: Point, q: Edge, v: Point) =>
    path([p.mid, meet(p.mid, u, q.mid, v), q.mid], false);
  return (
    joint(fa, fa.ahead, ab, ab.back) +
    joint(ef, ef.ahead, fa, fa.back) +
    joint(bc, bc.ahead, cd, cd.back) +
    joint(cd, cd.ahead, de, de.back) +
    joint(ab, ab.ahead, ef, ef.back) +
    joint(bc, bc.back, de, de.ahead)
  );
}

/**
 * The tilings. Each gives two lattice vectors and, for a big polygon at the origin, the
 * lines and small stars that belong to its cell.
 */
const TILINGS: Record<Kind, (a: number, theta: number, depth: number) => Cell> = {
  /** 4.8.8 */
  8: (a, theta, depth) => {
    const side = 2 * a * Math.tan(Math.PI / 8);
    return {
      u: [2 * a, 0],
      v: [0, 2 * a],
      n: 8,
      lines: starLines(8, a, theta, depth) + starLines(4, side / 2, theta, 1, a, a, Math.PI / 4),
      fills: starShape(4, side / 2, crossing(side / 2, 4, theta, 1), a, a, Math.PI / 4),
    };
  },
  /** Decagons and bowties */
  10: (a, theta, depth) => ({
    u: [2 * a, 0],
    v: polar(2 * a, TAU / 5),
    n: 10,
    lines: starLines(10, a, theta, depth) + bowtieLines(a, theta),
    fills: "",
  }),
  /** 3.12.12 */
  12: (a, theta, depth) => {
    const side = 2 * a * Math.tan(Math.PI / 12);
    const small = side / (2 * Math.sqrt(3));
    const far = (2 * a) / Math.sqrt(3);
    const spots = [30, 90].map((deg) => ({
      at: polar(far, (deg * Math.PI) / 180),
      turn: ((deg + 180) * Math.PI) / 180,
    }));
    return {
      u: [2 * a, 0],
      v: polar(2 * a, TAU / 6),
      n: 12,
      lines:
        starLines(12, a, theta, depth) +
        spots.map((s) => starLines(3, small, theta, 1, s.at[0], s.at[1], s.turn)).join(""),
      fills: spots
        .map((s) => starShape(3, small, crossing(small, 3, theta, 1), s.at[0], s.at[1], s.turn))
        .join(""),
    };
  },
  /** 4.6.12 */
  1246: (a, theta, depth) => {
    const side = 2 * a * Math.tan(Math.PI / 12);
    const gap = 2 * a + side;
    const squares = [0, 60, 120].map((deg) => ({
      at: polar(gap / 2, (deg * Math.PI) / 180),
      turn: (deg * Math.PI) / 180,
    }));
    const hexagons = [30, 90].map((deg) => ({
      at: polar(gap / Math.sqrt(3), (deg * Math.PI) / 180),
      turn: (deg * Math.PI) / 180,
    }));
    const hex = (side * Math.sqrt(3)) / 2;
    return {
      u: [gap, 0],
      v: polar(gap, TAU / 6),
      n: 12,
      lines:
        starLines(12, a, theta, depth) +
        squares.map((s) => starLines(4, side / 2, theta, 1, s.at[0], s.at[1], s.turn)).join("") +
        hexagons.map((s) => starLines(6, hex, theta, 1, s.at[0], s.at[1], s.turn)).join(""),
      fills: hexagons
        .map((s) => starShape(6, hex, crossing(hex, 6, theta, 1), s.at[0], s.at[1], s.turn))
        .join(""),
    };
  },
};

/** Per tiling: contact angles (degrees) and depths that look good together, found by eye. */
const MOODS: Record<Kind, Point[]> = {
  8: [
    [67.5, 2],
    [67.5, 1],
    [60, 2],
    [54, 1],
    [72, 3],
    [72, 2],
    [45, 1],
  ],
  10: [
    [54, 1],
    [54, 2],
    [72, 3],
    [72, 2],
    [63, 2],
    [66, 3],
    [60, 1],
  ],
  12: [
    [75, 3],
    [75, 4],
    [60, 2],
    [67.5, 3],
    [60, 3],
    [52.5, 2],
    [70, 2],
  ],
  1246: [
    [60, 2],
    [75, 3],
    [67.5, 3],
    [60, 3],
    [75, 4],
    [67.5, 2],
  ],
};

/**
 * A cover as an SVG string, safe to crop to any shape round its middle.
 */
export function girih(seed: string, color: string, options: GirihOptions = {}): string {
  const random = randomFrom(hashSeed(seed));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const between = (low: number, high: number) => low + random() * (high - low);

  // Makes every random choice regardless of options, so that an option changes nothing else.
  const rolled = pick<Kind>([8, 8, 10, 10, 10, 12, 1246]);
  const kind = options.fold ?? rolled;
  const [degrees, depth] = pick(MOODS[kind]);
  const theta = (degrees * Math.PI) / 180;
  // One rosette, a few, or a field of them.
  const apothem = pick([
    () => between(112, 168),
    () => between(66, 100),
    () => between(66, 100),
    () => between(46, 60),
  ])();
  const strap = random() < 0.36 && apothem > (kind > 10 ? 104 : kind > 8 ? 84 : 62);
  const turn = pick([0, 0, 0, 15, 22.5, 30, 45, 9, -12]);
  const width = Math.round(HEIGHT * (options.ratio ?? 4 / 3));
  const rolledFocus = [between(0.44, 0.56), between(0.44, 0.62)] as const;
  const [shareX, shareY] = options.focus ?? (options.thumb ? CENTER : rolledFocus);
  const focus: Point = [width * shareX, HEIGHT * shareY];
  const finish = pick<Finish>([
    "glaze",
    "glaze",
    "glaze",
    "field",
    "field",
    "paper",
    "paper",
    "night",
  ]);
  const p = girihPalette(color, options.finish ?? finish);

  const { n, u, v, lines, fills } = TILINGS[kind](apothem, theta, depth);
  const outer = crossing(apothem, n, theta, 1);
  const coreTip = crossing(apothem, n, theta, depth - 1);
  const coreValley = crossing(apothem, n, theta, depth);
  const half = Math.PI / n;
  const thin = options.fine ? ' vector-effect="non-scaling-stroke"' : "";
  const litTip = Math.min(coreValley * (depth === 1 ? 0.62 : 0.88), 36);
  const fx = short(focus[0]);
  const fy = short(focus[1]);
  const id = `g${(hashSeed(`${seed} ${color}`) % 1679616).toString(36)}`;

  // How far the canvas reaches from the focus, along the axes of the turned pattern.
  const tilt = (turn * Math.PI) / 180;
  const corners = (
    [
      [0, 0],
      [width, 0],
      [0, HEIGHT],
      [width, HEIGHT],
    ] as Point[]
  ).map(([x, y]): Point => [x - focus[0], y - focus[1]]);
  const farX = Math.max(
    ...corners.map(([x, y]) => Math.abs(x * Math.cos(tilt) + y * Math.sin(tilt))),
  );
  const farY = Math.max(
    ...corners.map(([x, y]) => Math.abs(y * Math.cos(tilt) - x * Math.sin(tilt))),
  );
  // Cells by rows and rows by one more <use>: the pattern costs its cell, not its area.
  const columns = Math.ceil((farX + apothem * 1.2) / u[0]);
  const rows = Math.ceil((farY + apothem * 1.2) / v[1]) - 1 || 1;
  const use = (ref: string, x: number, y: number) =>
    `<use href="#${id}${ref}"${x ? ` x="${short(x)}"` : ""}${y ? ` y="${short(y)}"` : ""}/>`;
  const layer = (cell: string, row: string) => {
    let across = "";
    let down = "";
    for (let i = -columns; i <= columns; i++) across += use(cell, i * u[0], 0);
    for (let j = -rows; j <= rows; j++)
      if (j) down += use(row, j * v[0] - Math.round((j * v[0]) / u[0]) * u[0], j * v[1]);
    return `<g id="${id}${row}">${across}</g>${down}`;
  };

  // Double straps need all their wide strokes under all their narrow ones: a layer of their own.
  const weight = apothem > 105 ? 1.5 : apothem > 62 ? 1.15 : 0.9;

  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" ` +
    'aria-hidden="true">' +
    `<defs><radialGradient id="${id}v" cx="${share(focus[0] / width)}" cy="${share(focus[1] / HEIGHT)}" r=".78">` +
    `<stop offset=".25" stop-color="${p.edge}" stop-opacity="0"/><stop offset="1" stop-color="${p.edge}"/></radialGradient>` +
    `<g id="${id}f"><path d="${starShape(n, apothem, outer)}" fill="${p.star}"/>` +
    (fills ? `<path d="${fills}" fill="${p.fill}"/>` : "") +
    (depth > 1
      ? `<path d="${starShape(n, coreTip, coreValley, 0, 0, (depth - 1) * half)}" fill="${p.core}" fill-opacity=".6"/>`
      : "") +
    (strap
      ? `</g><path id="${id}l" d="${lines}"${thin}/></defs>`
      : `<path d="${lines}"${thin} fill="none" stroke="${p.line}" stroke-width="${short(weight)}"/></g></defs>`) +
    `<path fill="${p.ground}" d="M0 0h${width}v${HEIGHT}H0z"/>` +
    `<g transform="translate(${fx} ${fy})${turn ? ` rotate(${turn})` : ""}" stroke-linejoin="round">${layer("f", "r")}` +
    (strap
      ? `<g fill="none" stroke="${p.line}" stroke-width="${short(weight * 3.6)}"><g id="${id}s">${layer("l", "m")}</g></g>` +
        `<g fill="none" stroke="${p.ground}" stroke-width="${short(weight * 1.9)}"><use href="#${id}s"/></g>`
      : "") +
    (options.quiet
      ? ""
      : `<path d="${starShape(n, litTip, litTip * (n === 8 ? 0.58 : 0.6), 0, 0, depth * half)}" fill="${p.lit}"/><circle r="${short(litTip * 0.17)}" fill="${p.heart}"/>`) +
    `</g>` +
    (options.flat ? "" : `<path fill="url(#${id}v)" d="M0 0h${width}v${HEIGHT}H0z"/>`) +
    "</svg>"
  );
}
