import type { StillFrame } from "../../lib/geo/mercator";

/** The outlines of scripts/make-land.mjs, a static file. */
export const LAND_PATH = "/map/land.json";

const ADDRESS =
  /^\/maps\/ground\/(-?\d{1,2}(?:\.\d{1,3})?),(-?\d{1,3}(?:\.\d{1,3})?),(\d{1,5}),(\d{1,3})\.svg$/;

/** Widths of still maps, km: few, so that maps near each other share their ground. */
export const FRAME_KM = [
  3, 5, 8, 12, 20, 35, 60, 100, 160, 250, 400, 700, 1200, 2000, 4000, 12_000,
] as const;
/** Narrowest and widest shape, width : height in hundredths. */
const RATIOS = [50, 400] as const;
/** Digits of a degree: 100 m. */
const DIGITS = 3;

const round = (degrees: number) => Number(degrees.toFixed(DIGITS));

/** The frame as its address has it, so that the ground and what is drawn on it agree. */
export const roundFrame = ({ center, km, ratio }: StillFrame): StillFrame => ({
  center: { latitude: round(center.latitude), longitude: round(center.longitude) },
  km,
  ratio: Math.round(ratio * 100) / 100,
});

/** Path of the drawing of land and borders in a frame. */
export function groundPath(frame: StillFrame): string {
  const { center, km, ratio } = roundFrame(frame);
  return `/maps/ground/${center.latitude},${center.longitude},${km},${Math.round(ratio * 100)}.svg`;
}

/** The frame of a path; null for any that `groundPath` does not write. */
export function readGroundPath(path: string): StillFrame | null {
  const [found, latitude, longitude, width, shape] = ADDRESS.exec(path) ?? [];
  if (!found) return null;
  const frame = {
    center: { latitude: Number(latitude), longitude: Number(longitude) },
    km: Number(width),
    ratio: Number(shape) / 100,
  };
  const isKnown =
    FRAME_KM.some((km) => km === frame.km) &&
    Number(shape) >= RATIOS[0] &&
    Number(shape) <= RATIOS[1];
  const isOnGlobe =
    Math.abs(frame.center.latitude) <= 85 && Math.abs(frame.center.longitude) <= 180;
  return isKnown && isOnGlobe && groundPath(frame) === path ? frame : null;
}
