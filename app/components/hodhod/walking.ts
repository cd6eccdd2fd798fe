/** Walking speed, px per second. */
const SPEED = 42;
/** Shortest and longest time of walking and of standing, ms. */
const WALKS = [2_500, 7_000] as const;
const STANDS = [900, 2_600] as const;

export interface MascotWalk {
  /** Inline offset of the mascot's box, px. */
  at: number;
  /** 1 away from the start of the line, −1 towards it. */
  heading: 1 | -1;
  moving: boolean;
  /** Time until the mascot starts or stops walking, ms. */
  left: number;
}

/** Random number generator: 0 (inclusive) to 1 (exclusive). */
export type Chance = () => number;

const between = ([low, high]: readonly [number, number], chance: Chance) =>
  low + (high - low) * chance();

/** Standing state at an offset. */
export function standAt(at: number, chance: Chance): MascotWalk {
  return { at, heading: chance() < 0.5 ? -1 : 1, moving: false, left: between(STANDS, chance) / 2 };
}

/**
 * Advances the walk. The mascot turns at the end of open ground and at random.
 * @param isOpen whether its box fits at an offset
 */
export function walkOn(
  walk: MascotWalk,
  ms: number,
  isOpen: (at: number) => boolean,
  chance: Chance,
): MascotWalk {
  const left = walk.left - ms;
  if (left <= 0) {
    const moving = !walk.moving;
    const turns = moving && chance() < 0.3;
    return {
      ...walk,
      moving,
      heading: turns ? (-walk.heading as 1 | -1) : walk.heading,
      left: between(moving ? WALKS : STANDS, chance),
    };
  }
  if (!walk.moving) return { ...walk, left };
  const step = (SPEED * ms) / 1_000;
  const ahead = walk.at + walk.heading * step;
  if (isOpen(ahead)) return { ...walk, at: ahead, left };
  const heading = -walk.heading as 1 | -1;
  // It stands still if both sides are blocked.
  if (!isOpen(walk.at + heading * step)) return { ...walk, moving: false, left: STANDS[1] };
  return { ...walk, heading, left };
}

/** Open offset nearest to `target`, or null. */
export function nearestOpen(
  target: number,
  end: number,
  step: number,
  isOpen: (at: number) => boolean,
): number | null {
  if (end < 0) return null;
  const start = Math.min(Math.max(target, 0), end);
  for (let off = 0; off <= end; off += step)
    for (const at of off === 0 ? [start] : [start + off, start - off])
      if (at >= 0 && at <= end && isOpen(at)) return at;
  return null;
}
