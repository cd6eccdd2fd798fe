import { describe, expect, it } from "vitest";
import { type Cell, cellsAround, cellsOf, distanceKm } from "./geo";

const tehran = { latitude: 35.6719, longitude: 51.4243 };
const karaj = { latitude: 35.8004, longitude: 50.97 };

describe("distances", () => {
  it("follow the great circle, in km", () => {
    expect(distanceKm(tehran, karaj)).toBeCloseTo(43.4, 0);
    expect(
      distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }),
    ).toBeCloseTo(22.2, 0);
  });
});

describe("cells around a place", () => {
  const names = (cells: readonly Cell[]) =>
    cells.map(({ grid, row, column }) => `${grid}:${row}:${column}`);

  it("contain the cell of the position itself, numbered as in migration 0001", () => {
    const cell = `geo:${Math.floor((tehran.latitude + 90) * 4)}:${Math.floor((tehran.longitude + 180) * 4)}`;
    expect(names(cellsAround(tehran, 25))).toContain(cell);
    expect(names(cellsOf(tehran))).toContain(cell);
  });

  it.each([5, 25, 30, 31, 200])(
    "contain the cell of every position on the circle of %i km, anywhere",
    (radius) => {
      for (const center of [
        tehran,
        { latitude: -41.3, longitude: 174.8 },
        { latitude: 64.1, longitude: -179.9 },
      ]) {
        const around = new Set(names(cellsAround(center, radius)));
        for (let bearing = 0; bearing < 360; bearing += 15) {
          const angle = (bearing * Math.PI) / 180;
          const latitude = center.latitude + (radius / 111.3) * Math.cos(angle);
          const east =
            (radius / 111.3 / Math.cos((center.latitude * Math.PI) / 180)) * Math.sin(angle);
          const longitude = ((center.longitude + east + 540) % 360) - 180;
          expect([
            center,
            bearing,
            names(cellsOf({ latitude, longitude })).some((cell) => around.has(cell)),
          ]).toEqual([center, bearing, true]);
        }
      }
    },
  );

  it("are few, near and far", () => {
    expect(cellsAround(tehran, 1).length).toBeLessThanOrEqual(4);
    expect(cellsAround(tehran, 30).length).toBeLessThanOrEqual(20);
    expect(cellsAround(tehran, 200).length).toBeLessThanOrEqual(20);
  });

  it("are few at the poles", () => {
    for (const latitude of [84, 89, 90, -90])
      for (const radius of [1, 30, 31, 200])
        expect(cellsAround({ latitude, longitude: 0 }, radius).length).toBeLessThan(100);
  });

  it("continue across the date line", () => {
    const cells = names(cellsAround({ latitude: 0, longitude: 179.99 }, 10));
    expect(cells).toContain("geo:360:0");
    expect(cells).toContain("geo:360:1439");
  });
});
