import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { frameBox, type MapPoint, projectPosition, type StillFrame } from "../../lib/geo/mercator";

/** The file of scripts/make-land.mjs. */
export type LandAtlas = Topology<{ land: GeometryCollection; borders: GeometryCollection }>;

interface Line {
  points: MapPoint[];
  west: number;
  east: number;
  north: number;
  south: number;
}

/** Land and borders in the Mercator square. */
export interface GroundLines {
  land: Line[];
  borders: Line[];
}

function lineOf(positions: readonly (readonly number[])[]): Line {
  const points = positions.map(([longitude = 0, latitude = 0]) =>
    projectPosition({ latitude, longitude }),
  );
  const line: Line = { points, west: 1, east: 0, north: 1, south: 0 };
  for (const { x, y } of points) {
    line.west = Math.min(line.west, x);
    line.east = Math.max(line.east, x);
    line.north = Math.min(line.north, y);
    line.south = Math.max(line.south, y);
  }
  return line;
}

/** Reads the atlas; once an isolate, since it has some 40,000 points. */
export function readGround(atlas: LandAtlas): GroundLines {
  const ground: GroundLines = { land: [], borders: [] };
  for (const name of ["land", "borders"] as const)
    for (const { geometry } of feature(atlas, atlas.objects[name]).features) {
      if (geometry.type === "Polygon") ground[name].push(...geometry.coordinates.map(lineOf));
      if (geometry.type === "MultiPolygon")
        ground[name].push(...geometry.coordinates.flat().map(lineOf));
      if (geometry.type === "MultiLineString")
        ground[name].push(...geometry.coordinates.map(lineOf));
      if (geometry.type === "LineString") ground[name].push(lineOf(geometry.coordinates));
    }
  return ground;
}

/** Width of drawings, px. */
const WIDTH = 640;
/** Steps shorter than this are left out, px. */
const FINEST = 2;
/** Margin drawn beyond the edges, as a share of the width: it hides strokes along the cut. */
const BEYOND = 0.05;

/**
 * An SVG of the land in a frame, opaque, with borders as thinner ink; water is left open. Pages use
 * it as a mask, so that the ground has the colours of their theme.
 */
export function drawGround(ground: GroundLines, frame: StillFrame): string {
  const box = frameBox(frame);
  const height = Math.round(WIDTH / frame.ratio);
  const beyond = box.width * BEYOND;
  const edges = {
    west: box.x - beyond,
    east: box.x + box.width + beyond,
    north: box.y - beyond,
    south: box.y + box.height + beyond,
  };
  /** Copies of the globe to both sides reach over the date line. */
  const turns = [-1, 0, 1];
  const seen = ({ west, east, north, south }: Line, turn: number) =>
    west + turn < edges.east &&
    east + turn > edges.west &&
    north < edges.south &&
    south > edges.north &&
    Math.max(east - west, south - north) / box.width > FINEST / WIDTH;
  const path = (points: readonly MapPoint[], turn: number, end: string) => {
    let text = "";
    let [atX, atY] = [Number.NaN, Number.NaN];
    for (const point of points) {
      const x = Math.round(((point.x + turn - box.x) / box.width) * WIDTH);
      const y = Math.round(((point.y - box.y) / box.height) * height);
      if (Math.abs(x - atX) + Math.abs(y - atY) < FINEST) continue;
      text += text ? `l${x - atX} ${y - atY}` : `M${x} ${y}`;
      [atX, atY] = [x, y];
    }
    return text + end;
  };
  const land: string[] = [];
  const borders: string[] = [];
  for (const turn of turns) {
    for (const line of ground.land)
      if (seen(line, turn)) land.push(path(clipRing(line.points, shift(edges, turn)), turn, "z"));
    for (const line of ground.borders)
      if (seen(line, turn))
        borders.push(
          ...pieces(line.points, shift(edges, turn)).map((part) => path(part, turn, "")),
        );
  }
  const ink =
    borders.length > 0
      ? `<mask id="b"><path fill="#fff" d="M-99-99h999v9999h-999z"/><path fill="none" stroke="#888" stroke-width="1.5" stroke-linejoin="round" d="${borders.join("")}"/></mask>`
      : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none">${ink}<path stroke="#000"${ink && ` mask="url(#b)"`} d="${land.join("")}"/></svg>`;
}

type Edges = Pick<Line, "west" | "east" | "north" | "south">;

const shift = ({ west, east, north, south }: Edges, turn: number): Edges => ({
  west: west - turn,
  east: east - turn,
  north,
  south,
});

/** The part of a ring within the edges (Sutherland and Hodgman). */
function clipRing(points: readonly MapPoint[], { west, east, north, south }: Edges): MapPoint[] {
  const cut = (
    ring: readonly MapPoint[],
    isIn: (point: MapPoint) => boolean,
    at: (a: MapPoint, b: MapPoint) => MapPoint,
  ) => {
    const kept: MapPoint[] = [];
    let before = ring.at(-1);
    for (const point of ring) {
      if (before && isIn(before) !== isIn(point)) kept.push(at(before, point));
      if (isIn(point)) kept.push(point);
      before = point;
    }
    return kept;
  };
  const atX = (x: number) => (a: MapPoint, b: MapPoint) => ({
    x,
    y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x),
  });
  const atY = (y: number) => (a: MapPoint, b: MapPoint) => ({
    x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y),
    y,
  });
  let ring = cut(points, ({ x }) => x >= west, atX(west));
  ring = cut(ring, ({ x }) => x <= east, atX(east));
  ring = cut(ring, ({ y }) => y >= north, atY(north));
  return cut(ring, ({ y }) => y <= south, atY(south));
}

/** The pieces of a line that touch the inside of the edges. */
function pieces(points: readonly MapPoint[], { west, east, north, south }: Edges): MapPoint[][] {
  const found: MapPoint[][] = [];
  let piece: MapPoint[] = [];
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (!before) return;
    const isApart =
      Math.max(before.x, point.x) < west ||
      Math.min(before.x, point.x) > east ||
      Math.max(before.y, point.y) < north ||
      Math.min(before.y, point.y) > south;
    if (isApart) piece = [];
    else if (piece.length > 0) piece.push(point);
    else {
      piece = [before, point];
      found.push(piece);
    }
  });
  return found;
}
