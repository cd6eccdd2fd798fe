import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { seedVenues } from "../../../../db/seed/place-events";
import { type MapPoint, projectPosition } from "../../../lib/geo/mercator";
import { drawGround, type LandAtlas, readGround } from "./draw-ground";
import { FINEST_LEVEL, tileBox, tileSize } from "./ground-address";
import { placeAround } from "./still-map";

const GROUND = readGround(
  JSON.parse(
    readFileSync(new URL("../../../../public/map/land.json", import.meta.url), "utf8"),
  ) as LandAtlas,
);
/** How often rings go round a point; land is where it is not 0. */
function turnsAround(rings: readonly (readonly MapPoint[])[], { x, y }: MapPoint): number {
  let turns = 0;
  for (const ring of rings)
    ring.forEach((b, index) => {
      const a = ring.at(index - 1) ?? b;
      if (a.y <= y === b.y <= y) return;
      const at = a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
      if (at > x) turns += b.y > a.y ? 1 : -1;
    });
  return turns;
}

/** The rings of a path; null for one that a browser refuses. */
function readRings(path: string): MapPoint[][] | null {
  if (!/^(M-?\d+ -?\d+(l-?\d+ -?\d+)*z)*$/.test(path)) return null;
  return path
    .split("z")
    .filter(Boolean)
    .map((ring) => {
      let [x, y] = [0, 0];
      return [...ring.matchAll(/[Ml](-?\d+) (-?\d+)/g)].map(([, across, down]) => {
        x += Number(across);
        y += Number(down);
        return { x, y };
      });
    });
}

/** Tiles of the finest levels, which maps of a city show. */
const LEVELS = [FINEST_LEVEL, FINEST_LEVEL - 1, FINEST_LEVEL - 2];

const grounds = seedVenues.flatMap((venue) => {
  const { latitude, longitude, key } = venue;
  const point = projectPosition({ latitude, longitude });
  const rings = GROUND.land.map(({ points }) => points);
  const isOnLand = turnsAround(rings, point) !== 0;
  return LEVELS.map((level) => {
    const units = 2 ** level;
    const tile = { level, x: Math.floor(point.x * units), y: Math.floor(point.y * units) };
    const { x, y, side } = tileBox(tile);
    const size = tileSize(tile);
    return {
      key: `${key} ${level}`,
      path: / d="([^"]*)"\/><\/svg>$/.exec(drawGround(GROUND, tile))?.[1] ?? "?",
      at: { x: ((point.x - x) / side) * size, y: ((point.y - y) / side) * size },
      isOnLand,
    };
  });
});

describe("the ground of every venue of the samples", () => {
  it("is a path that browsers draw", () => {
    expect(grounds.filter(({ path }) => readRings(path) === null).map(({ key }) => key)).toEqual(
      [],
    );
  });

  it("is land where the outlines have land", () => {
    const drowned = grounds.filter(
      ({ path, at, isOnLand }) => isOnLand && turnsAround(readRings(path) ?? [], at) === 0,
    );
    expect(drowned.map(({ key }) => key)).toEqual([]);
  });
});

describe("where every venue of the samples is", () => {
  const around = seedVenues.map(({ key, latitude, longitude, name }) => ({
    key,
    ...placeAround(
      { latitude, longitude },
      { locale: "en", ratio: 2, width: 300, names: [name.en] },
    ),
  }));

  it("is a map of its quarter or none, without a coast that is off by its width", () => {
    const maps = around.flatMap(({ map }) => map ?? []);
    expect(maps.length).toBeGreaterThan(30);
    expect(maps.filter(({ ground }) => ground !== null)).toEqual([]);
    // Circles of half and one kilometre are in frames of three, of one and two in frames of five.
    expect(maps.flatMap(({ rings }) => rings.map(({ label }) => label))).toEqual(
      expect.not.arrayContaining(["4 km", "5 km", "10 km", "50 km"]),
    );
  });

  it("is said in words, never naming the place itself", () => {
    const city = around.find(({ key }) => key === "vahdat-hall");
    expect(city?.near[0]?.kind).toBe("metro");
    expect(around.filter(({ near }) => near.length > 0).length).toBeGreaterThan(80);
    for (const { near } of around)
      for (const { distance } of near) expect(distance).toMatch(/^(\d{2,3} m|[1-3](\.\d)? km)$/);
  });

  it.each(["en", "fa"] as const)(
    "has a map, a quarter or something near it in %s, or an address beside the links to maps",
    (locale) => {
      const silent = seedVenues.filter(({ latitude, longitude, name }) => {
        const { map, district, near } = placeAround(
          { latitude, longitude },
          { locale, ratio: 2, width: 300, names: [name.en, name.fa] },
        );
        return map === null && district === null && near.length === 0;
      });
      expect(silent.length).toBeLessThanOrEqual(11);
      expect(silent.filter(({ address }) => !address[locale]).map(({ key }) => key)).toEqual([]);
    },
  );
});
