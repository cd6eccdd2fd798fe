import { FINDS, type ForagingEvent } from "./foraging";
import { isOpenGround, surveyGround, watchGround } from "./ground";

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
type Chance = () => number;

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
  // With both sides blocked, the mascot stands still.
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

/**
 * Size of the mascot with the row of its finds above it, and of a find; px, as in
 * roaming-mascot.module.css.
 */
const MASCOT = { width: 72, height: 66 };
const FIND = { width: 36, height: 36 };
/** Distance checked ahead of the mascot, px. */
const SIGHT = 14;
/**
 * Interval of steps, as in roaming-mascot.module.css; time hidden after an obstacle; time hidden
 * after scrolling. ms.
 */
const STEP = 250;
const AWAY = 600;
const SETTLE = 350;
/**
 * Interval of new finds (issue "roaming mascot"), ms, and their maximum distance from the mascot,
 * px.
 */
const APPEAR = 1_000;
const REACH = 320;
const TRIES = 8;

interface Roaming {
  layer: HTMLElement;
  bird: HTMLElement;
  /** Finds as currently rendered. */
  finds: () => readonly { id: number; at: number; lift: number }[];
  tell: (event: ForagingEvent) => void;
  /** Whether finds appear. */
  collects: boolean;
  chance: Chance;
}

/**
 * Walks the mascot along the lower edge. A timer takes a few steps a second; CSS transitions run
 * between them off the main thread. Surveys the page only after changes, and not while it scrolls
 * or is hidden. Offsets are px from the start of the line, so Persian pages are mirrored. @returns
 * a function that stops the walk
 */
export function roam({ layer, bird, finds, tell, collects, chance }: Roaming): () => void {
  const isRtl = getComputedStyle(layer).direction === "rtl";
  let ground = surveyGround(layer);
  let isStale = true;
  let walk: MascotWalk | null = null;
  let target = chance() * (ground.width - MASCOT.width);
  let awayUntil = 0;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let before = performance.now();
  let sinceFind = 0;

  const isOpen = (at: number, lift: number, { width, height }: { width: number; height: number }) =>
    isOpenGround(
      {
        left: isRtl ? ground.width - at - width : at,
        top: ground.height - ground.bar - lift - height,
        width,
        height,
      },
      ground,
    );
  const mayStand = (at: number) => isOpen(at, 0, MASCOT);
  const isHeld = () => bird.matches(":hover, :focus-within");

  const leave = (now: number) => {
    target = walk?.at ?? target;
    walk = null;
    awayUntil = now + AWAY;
    bird.dataset.away = "";
  };

  const comeBack = () => {
    const at = nearestOpen(target, ground.width - MASCOT.width, FIND.width, mayStand);
    if (at === null) return;
    walk = standAt(at, chance);
    place(walk);
    // Forces a style flush, so that the mascot appears in place instead of sliding across the page.
    void getComputedStyle(bird).transform;
    delete bird.dataset.away;
  };

  const place = ({ at, moving, heading }: MascotWalk) => {
    bird.dataset.moving = String(moving && !isHeld());
    bird.dataset.heading = heading === 1 ? "end" : "start";
    bird.style.setProperty("--at", `${at.toFixed(1)}px`);
  };

  const survey = (now: number) => {
    isStale = false;
    ground = surveyGround(layer);
    layer.style.setProperty("--bar", `${ground.bar}px`);
    const inTheWay = finds().filter(({ at, lift }) => !isOpen(at, lift, FIND));
    if (inTheWay.length > 0) tell({ type: "remove", ids: inTheWay.map(({ id }) => id) });
    if (walk && !mayStand(walk.at)) leave(now);
  };

  const appear = (now: number, from: number) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const at = Math.round(from + (chance() * 2 - 1) * REACH);
      const lift = Math.round(4 + chance() * 36);
      const besideHim = at + FIND.width < from || at > from + MASCOT.width;
      const besideOthers = finds().every((other) => Math.abs(other.at - at) > FIND.width);
      if (!besideHim || !besideOthers || !isOpen(at, lift, FIND)) continue;
      tell({
        type: "appear",
        find: { glyph: FINDS[Math.floor(chance() * FINDS.length)] ?? FINDS[0], at, lift },
        now,
      });
      return;
    }
  };

  const step = () => {
    const now = performance.now();
    // Caps the elapsed time, so that the mascot does not jump after a hidden tab or a stutter.
    const ms = Math.min(now - before, STEP * 2);
    before = now;
    if (document.hidden || now < scrolledAt + SETTLE) return;
    if (isStale) survey(now);
    tell({ type: "pass", now });
    if (!walk && now >= awayUntil) {
      awayUntil = now + AWAY;
      comeBack();
    }
    if (!walk) return;
    sinceFind += ms;
    if (collects && sinceFind >= APPEAR) {
      sinceFind = 0;
      appear(now, walk.at);
    }
    const { at: here } = walk;
    if (!isHeld())
      walk = walkOn(
        walk,
        ms,
        (at) => mayStand(at) && mayStand(at + Math.sign(at - here) * SIGHT),
        chance,
      );
    place(walk);
  };

  const onScroll = () => {
    isStale = true;
    scrolledAt = performance.now();
    if (walk) leave(scrolledAt);
    const lying = finds();
    if (lying.length > 0) tell({ type: "remove", ids: lying.map(({ id }) => id) });
  };

  const stopWatching = watchGround(
    layer,
    () => {
      isStale = true;
    },
    () => {
      isStale = true;
      // What the mascot stands on may be elsewhere in the next frame.
      if (walk) survey(performance.now());
    },
  );
  addEventListener("scroll", onScroll, { passive: true, capture: true });
  addEventListener("resize", onScroll);
  const timer = setInterval(step, STEP);
  return () => {
    clearInterval(timer);
    stopWatching();
    removeEventListener("scroll", onScroll, { capture: true });
    removeEventListener("resize", onScroll);
  };
}
