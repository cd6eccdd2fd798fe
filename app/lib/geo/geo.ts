import type { Locale } from "../../i18n/locale";

export interface Position {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance, km. */
export function distanceKm(a: Position, b: Position): number {
  const h =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** km; a thing without a position comes last. */
export const distanceFrom = (
  center: Position,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): number =>
  latitude === null || longitude === null
    ? Number.POSITIVE_INFINITY
    : distanceKm(center, { latitude, longitude });

/**
 * cos 84°. Closer to the poles boxes keep this width: the regions are uninhabited, and all
 * longitudes would be too many cells.
 */
const POLAR_COSINE = 0.1;

/** Kilometres as degrees of latitude. */
export const degreesOf = (km: number) => (km / EARTH_RADIUS_KM) * (180 / Math.PI);

/** Degrees of latitude as kilometres. */
export const kmOfDegrees = (degrees: number) => radians(degrees) * EARTH_RADIUS_KM;

/** Degrees of latitude are longer than those of longitude by this. */
export const shrinkageAt = (latitude: number) => Math.cos(radians(latitude));

/**
 * A grid over the earth, numbered from the south-west corner; migration 0001 writes the same
 * numbers.
 */
export interface Cell {
  /** Quarter degrees for near, two degrees for far. */
  grid: "geo" | "geo2";
  row: number;
  column: number;
}

const GRIDS = {
  geo: { perDegree: 4, columns: 1440 },
  geo2: { perDegree: 0.5, columns: 180 },
} as const;
/** Within so many km the cells of the fine grid are few enough. */
const FINE_KM = 30;

/** The cell of a grid at a position. */
export function cellAt(grid: Cell["grid"], latitude: number, longitude: number): Cell {
  const { perDegree, columns } = GRIDS[grid];
  const column = Math.floor((longitude + 180) * perDegree);
  return {
    grid,
    row: Math.floor((latitude + 90) * perDegree),
    column: ((column % columns) + columns) % columns,
  };
}

/** The cells that a place lies in, one of each grid. */
export const cellsOf = ({ latitude, longitude }: Position): Cell[] => [
  cellAt("geo", latitude, longitude),
  cellAt("geo2", latitude, longitude),
];

/** The cells that a circle of `radius` km touches, over the date line too. */
export function cellsAround({ latitude, longitude }: Position, radius: number): Cell[] {
  const grid = radius <= FINE_KM ? "geo" : "geo2";
  const step = 1 / GRIDS[grid].perDegree;
  const high = degreesOf(radius);
  const wide = high / Math.max(POLAR_COSINE, shrinkageAt(latitude));
  const south = cellAt(grid, Math.max(-90, latitude - high), 0).row;
  const north = cellAt(grid, Math.min(90, latitude + high), 0).row;
  const west = Math.floor((longitude - wide + 180) / step);
  const east = Math.floor((longitude + wide + 180) / step);
  const cells: Cell[] = [];
  for (let row = south; row <= north; row++)
    for (let column = west; column <= east; column++)
      cells.push(cellAt(grid, (row + 0.5) * step - 90, (column + 0.5) * step - 180));
  return cells;
}

/** Distances below this are said in metres, km. */
const METRES_BELOW = 0.95;
/** Metres are rounded to this: positions are no more exact. */
const STEP = 50;

/** A distance in words: "350 m", "1.2 km", «۱٫۲ کیلومتر». */
export function distanceText(km: number, locale: Locale): string {
  const inMetres = km < METRES_BELOW;
  const value = inMetres ? Math.max(STEP, Math.round((km * 1000) / STEP) * STEP) : km;
  return new Intl.NumberFormat(locale === "fa" ? "fa-IR" : "en-GB", {
    style: "unit",
    unit: inMetres ? "meter" : "kilometer",
    // The short form of Persian has no space.
    unitDisplay: locale === "fa" ? "long" : "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
