import { describe, expect, it } from "vitest";
import { projectPosition } from "../../../lib/geo/mercator";
import { drawGround, type GroundLines } from "./draw-ground";
import { FINEST_LEVEL, groundOf, readTilePath, tileBox, tilePath } from "./ground-address";
import { frameOfBounds, mapAround, mapOfFrame } from "./still-map";

const VAHDAT_HALL = { latitude: 35.7003, longitude: 51.4108 };
const CITIES = [
  { nameEn: "Yazd", nameFa: "یزد", latitude: 31.8974, longitude: 54.3569 },
  { nameEn: "Kerman", nameFa: "کرمان", latitude: 30.2839, longitude: 57.0834 },
  { nameEn: "Isfahan", nameFa: null, latitude: 32.6546, longitude: 51.668 },
];
const OPTIONS = { cities: CITIES, locale: "en", ratio: 2, width: 300 } as const;

describe("the map round a place", () => {
  it("names what is near, in the reader's language, with distances in words", () => {
    const map = mapAround(VAHDAT_HALL, { ...OPTIONS, locale: "fa" });
    expect(map?.ground).toBeNull();
    expect(map?.places.map(({ name }) => name)).toContain("فردوسی");
    expect(map?.rings.map(({ label }) => label)).toEqual(["۵۰۰ متر", "۱ کیلومتر"]);
  });

  it("keeps names apart and off the pin", () => {
    const map = mapAround(VAHDAT_HALL, OPTIONS);
    if (!map) throw new Error("no map");
    const { places: all, pin, ratio, rings } = map;
    const places = all.filter(({ name }) => name !== "");
    expect(places.length).toBeGreaterThanOrEqual(3);
    const boxes = places.map(({ x, y, name }) => ({
      x: x * 3,
      y: (y * 3) / ratio,
      half: (name.length * 6.6) / 2,
    }));
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(Math.abs(a.y - b.y) > 8 || Math.abs(a.x - b.x) > a.half + b.half).toBe(true);
    const across = { right: 1, left: -1, top: 0, bottom: 0 };
    const down = { right: 0, left: 0, top: -1, bottom: 1 };
    for (const { radius, label, side } of rings) {
      if (!side) continue;
      const length = {
        x: (pin.x + across[side] * radius) * 3,
        y: (pin.y * 3) / ratio + down[side] * radius * 3,
      };
      expect(
        boxes.filter(
          ({ x, y, half }) =>
            Math.abs(length.y - y) < 8 && Math.abs(length.x - x) < half + label.length * 3.3,
        ),
      ).toEqual([]);
    }
    expect(boxes.some(({ x, y }) => Math.hypot(x - pin.x * 3, y - (pin.y * 3) / ratio) < 8)).toBe(
      false,
    );
  });

  it("names parts of a city in the bounds of its events, and none under another pin", () => {
    const bounds = { west: 51.25, south: 35.6, east: 51.55, north: 35.85 };
    const frame = frameOfBounds(bounds, VAHDAT_HALL, 1.25);
    expect(frame.km).toBe(60);
    const namesWith = (pins: Parameters<typeof mapOfFrame>[2]) =>
      mapOfFrame(frame, OPTIONS, pins).places.filter(({ name }) => name !== "");
    const names = namesWith([]);
    expect(names.filter(({ kind }) => kind === "area").length).toBeGreaterThanOrEqual(5);
    const height = OPTIONS.width / frame.ratio;
    let below = 0;
    for (const { name, x, y } of names) {
      const at = { x: (x / 100) * OPTIONS.width, y: (y / 100) * height };
      // A group that marks the place has its name below, one that only touches the name hides it.
      const [own] = namesWith([{ ...at, items: [1, 2] }]).filter((place) => place.name === name);
      if (own) {
        expect([name, own.isUnderPin]).toEqual([name, true]);
        below += 1;
      }
      const beside = namesWith([{ x: at.x, y: at.y + 30, items: [1, 2] }]);
      expect(beside.map((place) => place.name)).not.toContain(name);
    }
    expect(below).toBeGreaterThan(names.length / 2);
  });

  it("is none where there are too few names nearby", () => {
    expect(mapAround({ latitude: 31.5, longitude: 55.5 }, OPTIONS)).toBeNull();
  });
});

describe("the ground of a frame", () => {
  it("is one of 87,381 tiles, and their addresses alone are read [S-150]", () => {
    let tiles = 0;
    for (let level = 0; level <= FINEST_LEVEL; level++) tiles += 4 ** level;
    expect(tiles).toBe(87_381);
    for (let level = 0; level < 10; level++)
      for (const [x, y] of [
        [0, 0],
        [2 ** level - 1, 2 ** level - 1],
        [2 ** level, 0],
        [0, 2 ** level],
      ] as const) {
        const isTile = level <= FINEST_LEVEL && x < 2 ** level && y < 2 ** level;
        const tile = { level, x, y };
        expect([tile, readTilePath(tilePath(tile))]).toEqual([tile, isTile ? tile : null]);
      }
    for (const path of [
      "35.7,51.4,60,200.svg",
      "8/0164/100.svg",
      "8/164/100.png",
      "8/164/-1.svg",
      "08/164/100.svg",
      "8/164/100.svg/",
    ])
      expect(readTilePath(`/maps/ground/${path}`)).toBeNull();
  });

  it("holds the whole frame, wherever it is", () => {
    for (const latitude of [-60, -17.1, 0, 35.7, 66, 78])
      for (const longitude of [-179.9, -100, 0, 51.41, 179.9])
        for (const km of [3, 60, 400, 2000, 12_000])
          for (const ratio of [1.25, 2]) {
            const frame = { center: { latitude, longitude }, km, ratio };
            const { image, size, position } = groundOf(frame);
            const tile = readTilePath(image);
            expect(tile).not.toBeNull();
            // Shares of the tile that the frame has, and of the rest that is before it.
            const [width = 0, height = 0] = size.split(" ").map((part) => 100 / parseFloat(part));
            const [left = 0, top = 0] = position.split(" ").map((part) => parseFloat(part) / 100);
            expect(Math.max(width, height)).toBeLessThanOrEqual(0.5001);
            for (const share of [left, top]) expect(share).toBeLessThanOrEqual(1);
            expect(left).toBeGreaterThanOrEqual(0);
            const { x, y, side } = tileBox(tile as NonNullable<typeof tile>);
            const middle = projectPosition(frame.center);
            const across = x + side * (left * (1 - width) + width / 2);
            expect(((across - middle.x + 2.5) % 1) - 0.5).toBeCloseTo(0, 5);
            expect(y + side * (top * (1 - height) + height / 2)).toBeCloseTo(middle.y, 5);
          }
  });
});

describe("the drawing of a ground", () => {
  const line = (...positions: [number, number][]) => {
    const points = positions.map(([longitude, latitude]) =>
      projectPosition({ latitude, longitude }),
    );
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return {
      points,
      west: Math.min(...xs),
      east: Math.max(...xs),
      north: Math.min(...ys),
      south: Math.max(...ys),
    };
  };
  const ground: GroundLines = {
    land: [line([0, -50], [0, 50], [170, 50], [170, -50])],
    borders: [line([20, -50], [20, 50])],
  };

  it("cuts land and borders to the tile", () => {
    const svg = drawGround(ground, { level: 5, x: 15, y: 15 });
    expect(svg).toContain('viewBox="0 0 1280 1280"');
    // The coast is in the middle; the rest of the land ends just beyond the edges.
    expect(svg).toMatch(/d="M1344 -64l0 1408l-704 0l0 -1408z"/);
    expect(svg).not.toContain("mask");
    expect(drawGround(ground, { level: 5, x: 17, y: 15 })).toContain("mask");
  });

  it("leaves water open, and draws land beyond the date line", () => {
    expect(drawGround(ground, { level: 5, x: 4, y: 15 })).toContain('d=""');
    expect(drawGround(ground, { level: 3, x: 7, y: 3 })).not.toContain('d=""');
  });
});
