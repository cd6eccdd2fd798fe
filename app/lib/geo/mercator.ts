import { degreesOf, type Position, shrinkageAt } from "./geo";

/** A point of the web Mercator square: 0 to 1 from west to east and from north to south. */
export interface MapPoint {
  x: number;
  y: number;
}

/** The part of the square that a still map shows. */
export interface StillFrame {
  center: Position;
  /** Width on the ground, km. */
  km: number;
  /** Width : height. */
  ratio: number;
}

/** Where the square ends. */
const MERCATOR_LATITUDE = 85.05;

/** The point of a position. */
export function projectPosition({ latitude, longitude }: Position): MapPoint {
  const sine = Math.sin(
    (Math.max(-MERCATOR_LATITUDE, Math.min(MERCATOR_LATITUDE, latitude)) * Math.PI) / 180,
  );
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** The corner and size of a frame in the square. */
export function frameBox({ center, km, ratio }: StillFrame) {
  const { x, y } = projectPosition(center);
  const width = Math.min(1, degreesOf(km) / shrinkageAt(center.latitude) / 360);
  const height = width / ratio;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * Where a position is in a frame: 0 to 1 from its start and its top; beyond these it is outside.
 */
export function placeInFrame(frame: StillFrame, position: Position): MapPoint {
  const box = frameBox(frame);
  const { x, y } = projectPosition(position);
  // The shorter way round the globe.
  const east = ((((x - box.x - box.width / 2 + 0.5) % 1) + 1) % 1) - 0.5;
  return { x: east / box.width + 0.5, y: (y - box.y) / box.height };
}
