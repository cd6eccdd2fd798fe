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
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** cos 84°. Nearer to a pole boxes stay as wide as there: nobody lives there, and the whole circle of longitudes is too much to walk. */
const POLAR_COSINE = 0.1;

/** The smallest box of degrees round a circle of `radius` km. Longitudes may leave −180…180 near the date line. */
export function boundingBox(center: Position, radius: number) {
  const latitudes = (radius / EARTH_RADIUS_KM) * (180 / Math.PI);
  const longitudes = latitudes / Math.max(POLAR_COSINE, Math.cos(radians(center.latitude)));
  return {
    south: Math.max(-90, center.latitude - latitudes),
    north: Math.min(90, center.latitude + latitudes),
    west: center.longitude - longitudes,
    east: center.longitude + longitudes,
  };
}

/** Facets of the cells that a circle touches (migration 0001): quarter-degree ones when it is near, two-degree ones when it is far. */
export function cellsAround(center: Position, radius: number): string[] {
  const box = boundingBox(center, radius);
  const near = radius <= 30;
  const name = near ? "geo" : "geo2";
  const cell = (degrees: number) => Math.floor(near ? degrees * 4 : degrees / 2);
  const columns = near ? 1440 : 180;
  const cells: string[] = [];
  for (let y = cell(box.south + 90); y <= cell(box.north + 90); y++)
    for (let x = cell(box.west + 180); x <= cell(box.east + 180); x++) cells.push(`${name}:${y}:${((x % columns) + columns) % columns}`);
  return [...new Set(cells)];
}
