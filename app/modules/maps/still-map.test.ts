import { describe, expect, it } from "vitest";
import { projectPosition } from "../../lib/geo/mercator";
import { drawGround, type GroundLines } from "./draw-ground";
import { groundPath, readGroundPath } from "./ground-address";
import { mapAround, mapOfBounds } from "./still-map";

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
    expect(map.ground).toBe("/maps/ground/35.7,51.411,3,200.svg");
    expect(map.places.map(({ name }) => name)).toContain("فردوسی");
    expect(map.rings.map(({ label }) => label)).toEqual(["۰٫۵ کیلومتر", "۱ کیلومتر"]);
  });

  it("keeps names apart and off the pin", () => {
    const { places: all, pin, ratio, rings } = mapAround(VAHDAT_HALL, OPTIONS);
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

  it("names parts of a city in the bounds of its events", () => {
    const { places, frame } = mapOfBounds(
      { west: 51.25, south: 35.6, east: 51.55, north: 35.85 },
      VAHDAT_HALL,
      {
        ...OPTIONS,
        ratio: 1.25,
      },
    );
    expect(frame.km).toBe(60);
    expect(
      places.filter(({ kind, name }) => kind === "area" && name !== "").length,
    ).toBeGreaterThanOrEqual(5);
  });

  it("shows cities where there is nothing nearer to name", () => {
    const map = mapAround({ latitude: 31.5, longitude: 55.5 }, OPTIONS);
    expect(map.places.map(({ name, kind }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(["city Isfahan", "city Kerman"]),
    );
    expect(map.ground).toMatch(/,(400|1200),200\.svg$/);
  });
});

describe("the address of a ground", () => {
  it("is read as it is written, and nothing else is", () => {
    const frame = { center: { latitude: -17.123, longitude: 179.9 }, km: 60, ratio: 1.7 };
    expect(readGroundPath(groundPath(frame))).toEqual(frame);
    for (const path of [
      "35.7,51.4,61,200.svg",
      "35.700,51.4,60,200.svg",
      "95,51.4,60,200.svg",
      "35.7,51.4,60,999.svg",
      "35.7,51.4,60,200.png",
    ])
      expect(readGroundPath(`/maps/ground/${path}`)).toBeNull();
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

  it("cuts land and borders to the frame", () => {
    const svg = drawGround(ground, { center: { latitude: 0, longitude: 0 }, km: 400, ratio: 1 });
    expect(svg).toContain('viewBox="0 0 640 640"');
    // The coast is in the middle; the rest of the land ends just beyond the edges.
    expect(svg).toMatch(/d="M672 -32l0 704l-352 0l0 -704z"/);
    expect(svg).not.toContain("mask");
    expect(
      drawGround(ground, { center: { latitude: 0, longitude: 20 }, km: 400, ratio: 1 }),
    ).toContain("mask");
  });

  it("leaves water open, and draws land beyond the date line", () => {
    expect(
      drawGround(ground, { center: { latitude: 0, longitude: -100 }, km: 400, ratio: 1 }),
    ).toContain('d=""');
    expect(
      drawGround(ground, { center: { latitude: 0, longitude: -179 }, km: 4000, ratio: 1 }),
    ).not.toContain('d=""');
  });
});
