import { type Cell, cellAt, type Position } from "./geo";

/**
 * A rectangle of latitudes and longitudes, degrees; `east` is less than `west` over the date line.
 */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The narrowest bounds of positions; null without any. */
export function boundsOf(positions: readonly Position[]): Bounds | null {
  const latitudes = positions.map(({ latitude }) => latitude);
  const longitudes = positions.map(({ longitude }) => longitude).sort((a, b) => a - b);
  let [west, east] = [longitudes[0], longitudes.at(-1)];
  if (west === undefined || east === undefined) return null;
  // They leave out the widest gap, which is that over the date line unless another is wider.
  let widest = west + 360 - east;
  longitudes.forEach((longitude, index) => {
    const next = longitudes[index + 1];
    if (next === undefined || next - longitude <= widest) return;
    widest = next - longitude;
    [west, east] = [next, longitude];
  });
  return { west, south: Math.min(...latitudes), east, north: Math.max(...latitudes) };
}

/** Degrees of longitude from west to east. */
export const widthOfBounds = ({ west, east }: Bounds): number =>
  (east < west ? east + 360 : east) - west;

/** The middle of bounds. */
export function centerOfBounds(bounds: Bounds): Position {
  const longitude = bounds.west + widthOfBounds(bounds) / 2;
  return {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: longitude > 180 ? longitude - 360 : longitude,
  };
}

/** Whether a position lies within bounds, their edges included. */
export function isWithinBounds(bounds: Bounds, { latitude, longitude }: Position): boolean {
  const { west, east } = bounds;
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= bounds.south && latitude <= bounds.north;
}

/** Largest bounds of a list, degrees: Iran fits on any screen, the globe does not. */
export const LARGEST_BOUNDS = { width: 40, height: 25 } as const;
/** Digits of a degree in addresses: 100 m. */
const DIGITS = 3;
const DEGREES = "-?\\d{1,3}(?:\\.\\d{1,10})?";
const BOUNDS = new RegExp(`^${Array.from({ length: 4 }, () => `(${DEGREES})`).join("\\s*,\\s*")}$`);

/**
 * The bounds of a text such as `51.2,35.6,51.6,35.9`: west, south, east, north, as in GeoJSON. Null
 * for others and for too large ones.
 */
export function readBounds(text: string): Bounds | null {
  const [found, west = 0, south = 0, east = 0, north = 0] = (BOUNDS.exec(text.trim()) ?? []).map(
    Number,
  );
  if (
    found === undefined ||
    Math.max(Math.abs(west), Math.abs(east)) > 180 ||
    Math.max(Math.abs(south), Math.abs(north)) > 90
  )
    return null;
  const bounds = { west, south, east, north };
  const isInOrder = south <= north && widthOfBounds(bounds) <= LARGEST_BOUNDS.width;
  return isInOrder && north - south <= LARGEST_BOUNDS.height ? bounds : null;
}

/** The text of bounds in addresses. */
export const writeBounds = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(DIGITS))).join(",");

/** Number of fine cells up to which bounds are walked by them, by coarse ones beyond. */
const FINE_CELLS = 64;

/** The cells that bounds touch, over the date line too. */
export function cellsWithin(bounds: Bounds): Cell[] {
  const fine = cellsOfGrid("geo", bounds, 1 / 4);
  return fine.length <= FINE_CELLS ? fine : cellsOfGrid("geo2", bounds, 2);
}

function cellsOfGrid(grid: Cell["grid"], bounds: Bounds, step: number): Cell[] {
  const [first, last] = [cellAt(grid, bounds.south, 0).row, cellAt(grid, bounds.north, 0).row];
  const west = Math.floor((bounds.west + 180) / step);
  const east = Math.floor((bounds.west + widthOfBounds(bounds) + 180) / step);
  const cells: Cell[] = [];
  for (let row = first; row <= last; row++)
    for (let column = west; column <= east; column++)
      cells.push(cellAt(grid, (row + 0.5) * step - 90, (column + 0.5) * step - 180));
  return cells;
}
