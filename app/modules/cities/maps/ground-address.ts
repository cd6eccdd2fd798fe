import { frameBox, type StillFrame } from "../../../lib/geo/mercator";
import type { GroundView } from "../../../lib/pages/views";

/** The outlines of scripts/make-land.mjs, a static file. */
export const LAND_PATH = "/map/land.json";

/**
 * A square of two by two units of a level, which has 2^level units a side. Tiles overlap by a unit,
 * so that one tile holds any frame up to a unit.
 */
export interface GroundTile {
  level: number;
  /** From west and north, units. */
  x: number;
  y: number;
}

/** The finest level; with the others it has 87,381 tiles, all that there are to draw. */
export const FINEST_LEVEL = 8;
const ADDRESS = /^\/maps\/ground\/(\d)\/(0|[1-9]\d{0,2})\/(0|[1-9]\d{0,2})\.svg$/;

const unitsOf = (level: number) => 2 ** level;

/** Width and height of a tile's drawing; frames of the finest level may be small parts of it. */
export const tileSize = ({ level }: Pick<GroundTile, "level">): number =>
  level === FINEST_LEVEL ? 4096 : 1280;

export const tilePath = ({ level, x, y }: GroundTile): string =>
  `/maps/ground/${level}/${x}/${y}.svg`;

/** The tile of a path; null for any that `tilePath` does not write. */
export function readTilePath(path: string): GroundTile | null {
  const [found, level, x, y] = ADDRESS.exec(path) ?? [];
  if (!found) return null;
  const tile = { level: Number(level), x: Number(x), y: Number(y) };
  const units = unitsOf(tile.level);
  return tile.level <= FINEST_LEVEL && tile.x < units && tile.y < units ? tile : null;
}

/** The corner and the side of a tile in the Mercator square. */
export function tileBox({ level, x, y }: GroundTile) {
  const units = unitsOf(level);
  return { x: x / units, y: y / units, side: 2 / units };
}

const percent = (part: number) => `${Number((part * 100).toFixed(4))}%`;

/** The ground of a frame: the picture of its tile, so large and so placed that it shows the frame. */
export function groundOf(frame: StillFrame): GroundView {
  const box = frameBox(frame);
  const side = Math.max(box.width, box.height);
  const level = Math.max(0, Math.min(FINEST_LEVEL, Math.floor(-Math.log2(side))));
  const units = unitsOf(level);
  const column = Math.floor(box.x * units);
  const y = Math.max(0, Math.min(units - 1, Math.floor(box.y * units)));
  const tile = { level, x: ((column % units) + units) % units, y };
  const { side: whole } = tileBox(tile);
  return {
    image: tilePath(tile),
    size: `${percent(whole / box.width)} ${percent(whole / box.height)}`,
    position: `${percent((box.x - column / units) / (whole - box.width))} ${percent((box.y - y / units) / (whole - box.height))}`,
  };
}
