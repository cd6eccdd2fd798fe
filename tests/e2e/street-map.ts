import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { zxyToTileId } from "pmtiles";

/** Zooms of the file; the map magnifies the last one. */
const [FIRST, LAST] = [6, 12];
const EXTENT = 4096;
/** Degrees from the centre to each side. */
const HALF = 0.12;

type Position = [longitude: number, latitude: number];

const feature = (
  kind: string,
  names: Record<string, string>,
  geometry: GeoJSON.Geometry,
): GeoJSON.Feature => ({ type: "Feature", properties: { kind, ...names }, geometry });

const line = (kind: string, names: Record<string, string>, coordinates: Position[]) =>
  feature(kind, names, { type: "LineString", coordinates });

const square = (kind: string, [west, south]: Position, side: number) =>
  feature(
    kind,
    {},
    {
      type: "Polygon",
      coordinates: [
        [
          [west, south],
          [west + side, south],
          [west + side, south + side],
          [west, south + side],
          [west, south],
        ],
      ],
    },
  );

export const ISFAHAN: Position = [51.668, 32.6546];

/** A grid of streets with a park and a lake, in the layers of Protomaps' basemap. */
function layersAround([x, y]: Position): Record<string, GeoJSON.Feature[]> {
  const steps = Array.from({ length: 13 }, (_, step) => (step - 6) * 0.015);
  const names = { name: "خیابان آزمون", "name:en": "Test Street", "name:fa": "خیابان آزمون" };
  const kindOf = (step: number) =>
    step % 6 === 0 ? "highway" : step % 3 === 0 ? "major_road" : "minor_road";
  return {
    roads: steps.flatMap((offset, step) => [
      line(kindOf(step), names, [
        [x - HALF, y + offset],
        [x + HALF, y + offset],
      ]),
      line(kindOf(step), names, [
        [x + offset, y - HALF],
        [x + offset, y + HALF],
      ]),
    ]),
    landuse: [square("park", [x + 0.02, y + 0.02], 0.02)],
    water: [square("lake", [x - 0.05, y - 0.04], 0.025)],
  };
}

/** The number of a directory's entry, as a base-128 varint (PMTiles v3). */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/**
 * A PMTiles archive (version 3, uncompressed) of streets around a place, as an operator cuts one of
 * a public build (docs/operate.md).
 */
export function streetMap(center: Position): Buffer {
  const indexes = Object.entries(layersAround(center)).map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT({ type: "FeatureCollection", features }, { maxZoom: LAST, extent: EXTENT }),
      ] as const,
  );
  const columnAt = (longitude: number, zoom: number) =>
    Math.floor(((longitude + 180) / 360) * 2 ** zoom);
  const rowAt = (latitude: number, zoom: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom);
  const [x, y] = center;
  const tiles: { id: number; bytes: Uint8Array }[] = [];
  for (let zoom = FIRST; zoom <= LAST; zoom++)
    for (let column = columnAt(x - HALF, zoom); column <= columnAt(x + HALF, zoom); column++)
      for (let row = rowAt(y + HALF, zoom); row <= rowAt(y - HALF, zoom); row++) {
        const layers = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(zoom, column, row);
          return tile ? [[name, tile] as const] : [];
        });
        if (layers.length > 0)
          tiles.push({
            id: zxyToTileId(zoom, column, row),
            bytes: fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT }),
          });
      }
  tiles.sort((one, other) => one.id - other.id);

  const directory = Buffer.from([
    ...varint(tiles.length),
    ...tiles.flatMap(({ id }, at) => varint(id - (tiles[at - 1]?.id ?? 0))),
    ...tiles.flatMap(() => varint(1)),
    ...tiles.flatMap(({ bytes }) => varint(bytes.length)),
    // Each tile right behind the one before.
    ...tiles.flatMap((_, at) => varint(at === 0 ? 1 : 0)),
  ]);
  const metadata = Buffer.from(JSON.stringify({ vector_layers: [] }));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write("PMTiles");
  header.writeUInt8(3, 7);
  let at = header.length;
  [directory.length, metadata.length, 0, data.length].forEach((length, part) => {
    header.writeBigUInt64LE(BigInt(at), 8 + part * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + part * 16);
    at += length;
  });
  for (const position of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), position);
  // Clustered; directory and tiles uncompressed; vector tiles.
  header.set([1, 1, 1, 1, FIRST, LAST], 96);
  const corners = [x - HALF, y - HALF, x + HALF, y + HALF];
  corners.forEach((degrees, corner) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + corner * 4);
  });
  header.writeUInt8(LAST, 118);
  header.writeInt32LE(Math.round(x * 1e7), 119);
  header.writeInt32LE(Math.round(y * 1e7), 123);
  return Buffer.concat([header, directory, metadata, data]);
}
