import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type MapPoint, projectPosition } from "../../../lib/geo/mercator";
import { FINEST_LEVEL, type GroundTile, tileBox, tileSize } from "./ground-address";

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

/** Steps shorter than this are left out, of a tile's size. */
const FINEST_STEP = 2 / 1280;
/** Margin drawn beyond the edges, as a share of the width: it hides strokes along the cut. */
const BEYOND = 0.05;

/**
 * An SVG of the land of a tile, opaque, with borders as thinner ink; water is left open. Pages show
 * a part of it as a mask, so that the ground has the colours of their theme; lines keep their width
 * at any size.
 */
export function drawGround(ground: GroundLines, tile: GroundTile): string {
  const { x: west, y: north, side } = tileBox(tile);
  const size = tileSize(tile);
  const finest = tile.level === FINEST_LEVEL ? 1 : FINEST_STEP * size;
  const beyond = side * BEYOND;
  const edges = {
    west: west - beyond,
    east: west + side + beyond,
    north: north - beyond,
    south: north + side + beyond,
  };
  /** Copies of the globe to both sides reach over the date line. */
  const turns = [-1, 0, 1];
  const seen = (line: Line, turn: number) =>
    line.west + turn < edges.east &&
    line.east + turn > edges.west &&
    line.north < edges.south &&
    line.south > edges.north &&
    Math.max(line.east - line.west, line.south - line.north) / side > finest / size;
  const path = (points: readonly MapPoint[], turn: number, end: string) => {
    let text = "";
    let [atX, atY] = [Number.NaN, Number.NaN];
    for (const point of points) {
      const x = Math.round(((point.x + turn - west) / side) * size);
      const y = Math.round(((point.y - north) / side) * size);
      if (Math.abs(x - atX) + Math.abs(y - atY) < finest) continue;
      text += text ? `l${x - atX} ${y - atY}` : `M${x} ${y}`;
      [atX, atY] = [x, y];
    }
    // A path that begins with "z", as of a ring outside the edges, is not drawn at all.
    return text && text + end;
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
      ? `<mask id="b" maskUnits="userSpaceOnUse" x="-999" y="-999" width="9999" height="9999"><path fill="#fff" d="M-999-999h9999v9999h-9999z"/><path fill="none" stroke="#888" stroke-width="1.5" stroke-linejoin="round" vector-effect="non-scaling-stroke" d="${borders.join("")}"/></mask>`
      : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" preserveAspectRatio="none">${ink}<path stroke="#000" vector-effect="non-scaling-stroke"${ink && ` mask="url(#b)"`} d="${land.join("")}"/></svg>`;
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
