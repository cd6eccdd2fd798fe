import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { merge, mesh } from "topojson-client";
import { topology } from "topojson-server";
import { presimplify, simplify } from "topojson-simplify";

/**
 * Writes public/map/land.json: land and borders of the world as TopoJSON, from Natural Earth
 * (public domain). Iran and the countries round it keep more of their coasts. It takes seconds, so
 * an output younger than this script stays.
 */
const OUTPUT = new URL("../public/map/land.json", import.meta.url);
const MAX_KB = 600;
/**
 * ISO 3166 numbers: Iran, its neighbours, and the other coasts of the Caspian Sea and the Persian
 * Gulf.
 */
const CLOSE = new Set(
  "364 792 051 031 795 004 586 368 414 682 634 784 512 048 887 268 643 398 860 762".split(" "),
);
const ANTARCTICA = "010";
/** Area of the smallest triangle kept in an outline, square degrees. */
const DETAIL = { close: 1e-4, far: 5e-3 };
/** Steps in which coordinates are written: 400 m at the equator. */
const STEPS = 1e5;

const isCurrent =
  existsSync(OUTPUT) && statSync(OUTPUT).mtimeMs > statSync(new URL(import.meta.url)).mtimeMs;
if (!isCurrent) {
  const parts = [
    shapes("countries-10m", DETAIL.close, true),
    shapes("countries-50m", DETAIL.far, false),
  ];
  const collect = (name) => ({
    type: "GeometryCollection",
    geometries: parts.map((part) => part[name]),
  });
  const text = JSON.stringify(
    topology({ land: collect("land"), borders: collect("borders") }, STEPS),
  );
  if (text.length > MAX_KB * 1000) throw new Error(`The land of the map has ${text.length} bytes.`);
  mkdirSync(new URL(".", OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, text);
}

function shapes(file, detail, isClose) {
  const atlas = simplify(
    presimplify(
      JSON.parse(
        readFileSync(new URL(`../node_modules/world-atlas/${file}.json`, import.meta.url), "utf8"),
      ),
    ),
    detail,
  );
  const all = atlas.objects.countries.geometries;
  const geometries = all.filter(({ id }) => id !== ANTARCTICA && CLOSE.has(id) === isClose);
  // A border with a country of the other part is drawn once, with the closer one.
  const isDrawn = (a, b) => a !== b && (isClose || (!CLOSE.has(a.id) && !CLOSE.has(b.id)));
  return {
    land: unwrapped(merge(atlas, geometries)),
    borders: mesh(
      atlas,
      { type: "GeometryCollection", geometries: isClose ? all : geometries },
      (a, b) => isDrawn(a, b) && (!isClose || CLOSE.has(a.id) || CLOSE.has(b.id)),
    ),
  };
}

/**
 * Outlines over the date line (Russia's, Fiji's) without the jump from 180° to -180°, which would
 * be drawn round the globe: their longitudes go on beyond 180°.
 */
function unwrapped({ type, coordinates }) {
  const ring = (positions) => {
    let before = positions[0][0];
    const points = positions.map(([longitude, latitude]) => {
      before = longitude + 360 * Math.round((before - longitude) / 360);
      return [before, latitude];
    });
    const middle = points.reduce((sum, [longitude]) => sum + longitude, 0) / points.length;
    const turn = 360 * Math.round(middle / 360);
    return points.map(([longitude, latitude]) => [longitude - turn, latitude]);
  };
  return { type, coordinates: coordinates.map((polygon) => polygon.map(ring)) };
}
