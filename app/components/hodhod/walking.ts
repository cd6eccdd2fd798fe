/** Pixels a second. */
const SPEED = 42;
/** How long he walks, and how long he stands and looks about; ms. */
const WALKS = [2_500, 7_000] as const;
const STANDS = [900, 2_600] as const;

export interface MascotWalk {
  /** Pixels from the start of the line to his box. */
  at: number;
  /** 1 away from the start of the line, −1 towards it. */
  heading: 1 | -1;
  moving: boolean;
  /** Until he walks on or stands still, ms. */
  left: number;
}

/** A number between 0 and 1. */
export type Chance = () => number;

const between = ([low, high]: readonly [number, number], chance: Chance) => low + (high - low) * chance();

/** Standing at a place, about to walk. */
export function standAt(at: number, chance: Chance): MascotWalk {
  return { at, heading: chance() < 0.5 ? -1 : 1, moving: false, left: between(STANDS, chance) / 2 };
}

/**
 * Some milliseconds later. He turns where the ground ends and, now and then, of his own accord.
 * @param isOpen whether his box may stand at a place
 */
export function walkOn(walk: MascotWalk, ms: number, isOpen: (at: number) => boolean, chance: Chance): MascotWalk {
  const left = walk.left - ms;
  if (left <= 0) {
    const moving = !walk.moving;
    const turns = moving && chance() < 0.3;
    return { ...walk, moving, heading: turns ? (-walk.heading as 1 | -1) : walk.heading, left: between(moving ? WALKS : STANDS, chance) };
  }
  if (!walk.moving) return { ...walk, left };
  const step = (SPEED * ms) / 1_000;
  const ahead = walk.at + walk.heading * step;
  if (isOpen(ahead)) return { ...walk, at: ahead, left };
  const heading = -walk.heading as 1 | -1;
  // Between two walls he stands, rather than turning on the spot.
  if (!isOpen(walk.at + heading * step)) return { ...walk, moving: false, left: STANDS[1] };
  return { ...walk, heading, left };
}

/** The open place nearest to where he would be, or null where there is none. */
export function nearestOpen(wish: number, end: number, step: number, isOpen: (at: number) => boolean): number | null {
  if (end < 0) return null;
  const start = Math.min(Math.max(wish, 0), end);
  for (let off = 0; off <= end; off += step)
    for (const at of off === 0 ? [start] : [start + off, start - off]) if (at >= 0 && at <= end && isOpen(at)) return at;
  return null;
}
