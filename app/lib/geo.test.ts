import { describe, expect, it } from "vitest";
import { boundingBox, cellsAround, distanceKm } from "./geo";

const tehran = { latitude: 35.6719, longitude: 51.4243 };
const karaj = { latitude: 35.8004, longitude: 50.97 };

describe("distances", () => {
  it("are along the great circle, in km", () => {
    expect(distanceKm(tehran, karaj)).toBeCloseTo(43.4, 0);
    expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(22.2, 0);
  });

  it("fit into their bounding box", () => {
    const box = boundingBox(tehran, 25);
    for (const bearing of [0, 90, 180, 270]) {
      const edge = {
        latitude: tehran.latitude + (25 / 111.195) * Math.cos((bearing * Math.PI) / 180) * 0.999,
        longitude:
          tehran.longitude + (25 / 111.195 / Math.cos((tehran.latitude * Math.PI) / 180)) * Math.sin((bearing * Math.PI) / 180) * 0.999,
      };
      expect(edge.latitude).toBeGreaterThanOrEqual(box.south);
      expect(edge.latitude).toBeLessThanOrEqual(box.north);
      expect(edge.longitude).toBeGreaterThanOrEqual(box.west);
      expect(edge.longitude).toBeLessThanOrEqual(box.east);
    }
  });
});

describe("cells around a place", () => {
  it("hold the cell of the place itself, in the numbering of migration 0001", () => {
    const cell = `geo:${Math.floor((tehran.latitude + 90) * 4)}:${Math.floor((tehran.longitude + 180) * 4)}`;
    expect(cellsAround(tehran, 25)).toContain(cell);
  });

  it("are few, near and far", () => {
    expect(cellsAround(tehran, 1).length).toBeLessThanOrEqual(4);
    expect(cellsAround(tehran, 30).length).toBeLessThanOrEqual(20);
    expect(cellsAround(tehran, 200).length).toBeLessThanOrEqual(20);
  });

  it("are not many at a pole either", () => {
    for (const latitude of [84, 89, 90, -90])
      for (const radius of [1, 30, 31, 200]) expect(cellsAround({ latitude, longitude: 0 }, radius).length).toBeLessThan(100);
  });

  it("go on behind the date line", () => {
    const cells = cellsAround({ latitude: 0, longitude: 179.99 }, 10);
    expect(cells).toContain("geo:360:0");
    expect(cells).toContain("geo:360:1439");
  });
});
