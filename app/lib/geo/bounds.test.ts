import { describe, expect, it } from "vitest";
import {
  type Bounds,
  boundsOf,
  cellsWithin,
  centerOfBounds,
  isWithinBounds,
  readBounds,
  widthOfBounds,
  writeBounds,
} from "./bounds";
import { cellsOf } from "./geo";

describe("bounds", () => {
  it("hold all positions, over the date line too", () => {
    expect(boundsOf([])).toBeNull();
    const around = boundsOf([
      { latitude: 1, longitude: 179 },
      { latitude: -1, longitude: -178 },
    ]);
    expect(around).toEqual({ west: 179, east: -178, south: -1, north: 1 });
    expect(around && widthOfBounds(around)).toBe(3);
    expect(around && centerOfBounds(around)).toEqual({ latitude: 0, longitude: -179.5 });
    expect(around && isWithinBounds(around, { latitude: 0, longitude: 180 })).toBe(true);
    expect(around && isWithinBounds(around, { latitude: 0, longitude: 0 })).toBe(false);
  });

  it("are the narrowest: they leave out the widest ocean", () => {
    const at = [151, -118, 51, 0, -79].map((longitude) => ({ latitude: 35, longitude }));
    expect(boundsOf(at)).toMatchObject({ west: 151, east: 51 });
    expect(boundsOf(at.filter(({ longitude }) => longitude !== 151))).toMatchObject({
      west: -118,
      east: 51,
    });
  });

  it("are read from addresses as they are written there", () => {
    const tehran = { west: 51.2, south: 35.6, east: 51.6, north: 35.9 };
    expect(readBounds("51.2,35.6,51.6,35.9")).toEqual(tehran);
    expect(readBounds(writeBounds({ ...tehran, west: 51.20004 }))).toEqual(tehran);
    expect(readBounds("179,-18,-178,-16")).toEqual({
      west: 179,
      south: -18,
      east: -178,
      north: -16,
    });
  });

  it.each([
    "",
    "51.2,35.6,51.6",
    "51.2,35.6,51.6,x",
    "51.2,35.9,51.6,35.6",
    "51,35,191,36",
    "51,35,52,96",
    "-180,-10,180,10",
    "10,-40,20,40",
    "1e1,2,3,4",
  ])("are not read from %s", (text) => {
    expect(readBounds(text)).toBeNull();
  });

  it("touch the cells of their places, fine ones for a city and coarse ones for a country", () => {
    const names = (bounds: Bounds) =>
      cellsWithin(bounds).map(({ grid, row, column }) => `${grid}:${row}:${column}`);
    expect(names({ west: 51.2, south: 35.6, east: 51.6, north: 35.9 })).toEqual([
      "geo:502:924",
      "geo:502:925",
      "geo:502:926",
      "geo:503:924",
      "geo:503:925",
      "geo:503:926",
    ]);
    const iran = cellsWithin({ west: 44, south: 25, east: 63.5, north: 40 });
    expect(iran[0]?.grid).toBe("geo2");
    expect(iran.length).toBeLessThan(100);
    const fiji = names({ west: 179.8, south: 0, east: -179.8, north: 0.1 });
    expect(fiji).toEqual(["geo:360:1439", "geo:360:0"]);
    for (const place of [
      { latitude: 0.05, longitude: 179.9 },
      { latitude: 0.05, longitude: -179.9 },
    ])
      expect(fiji).toContain(
        cellsOf(place).map(({ grid, row, column }) => `${grid}:${row}:${column}`)[0],
      );
  });
});
