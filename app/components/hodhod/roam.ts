import { FINDS, type ForagingEvent } from "./foraging";
import { isOpenGround, surveyGround, watchGround } from "./ground";
import { type Chance, type MascotWalk, nearestOpen, standAt, walkOn } from "./walking";

/** His box with the row for what he has found above him, and that of a find; pixels, as in roaming-mascot.module.css. */
const HE = { width: 72, height: 66 };
const FIND = { width: 36, height: 36 };
/** How far ahead he looks, pixels. */
const SIGHT = 14;
/** How often he takes a step, as in roaming-mascot.module.css; how long he stays away after something was in his way, and after scrolling; ms. */
const STEP = 250;
const AWAY = 600;
const SETTLE = 350;
/** Something to find appears every second (issue "roaming mascot"), so far from him at most; pixels. */
const APPEAR = 1_000;
const REACH = 320;
const TRIES = 8;

interface Roaming {
  layer: HTMLElement;
  bird: HTMLElement;
  /** What lies about, as it is drawn now. */
  finds: () => readonly { id: number; at: number; lift: number }[];
  tell: (event: ForagingEvent) => void;
  /** Whether there is anything to find. */
  collects: boolean;
  chance: Chance;
}

/**
 * Lets him walk along the lower edge. A timer takes a few steps a second and the browser draws what is between them off the main thread;
 * the page is read anew only where it has changed, and not while it scrolls or is hidden.
 * Places are pixels from the start of the line, so that Persian pages are mirrored. @returns how to stop
 */
export function roam({ layer, bird, finds, tell, collects, chance }: Roaming): () => void {
  const isRtl = getComputedStyle(layer).direction === "rtl";
  let ground = surveyGround(layer);
  let isStale = true;
  let walk: MascotWalk | null = null;
  let wish = chance() * (ground.width - HE.width);
  let awayUntil = 0;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let before = performance.now();
  let sinceFind = 0;

  const isOpen = (at: number, lift: number, { width, height }: { width: number; height: number }) =>
    isOpenGround({ left: isRtl ? ground.width - at - width : at, top: ground.height - ground.bar - lift - height, width, height }, ground);
  const mayStand = (at: number) => isOpen(at, 0, HE);
  const isHeld = () => bird.matches(":hover, :focus-within");

  const leave = (now: number) => {
    wish = walk?.at ?? wish;
    walk = null;
    awayUntil = now + AWAY;
    bird.dataset.away = "";
  };

  const comeBack = () => {
    const at = nearestOpen(wish, ground.width - HE.width, FIND.width, mayStand);
    if (at === null) return;
    walk = standAt(at, chance);
    place(walk);
    // Read, so that he is there before he is seen, instead of flying over what is being read.
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
      const besideHim = at + FIND.width < from || at > from + HE.width;
      const besideOthers = finds().every((other) => Math.abs(other.at - at) > FIND.width);
      if (!besideHim || !besideOthers || !isOpen(at, lift, FIND)) continue;
      tell({ type: "appear", find: { glyph: FINDS[Math.floor(chance() * FINDS.length)] ?? FINDS[0], at, lift }, now });
      return;
    }
  };

  const step = () => {
    const now = performance.now();
    // After a hidden tab or a stutter he goes on from where he was.
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
    if (!isHeld()) walk = walkOn(walk, ms, (at) => mayStand(at) && mayStand(at + Math.sign(at - here) * SIGHT), chance);
    place(walk);
  };

  const onScroll = () => {
    isStale = true;
    scrolledAt = performance.now();
    if (walk) leave(scrolledAt);
    const lying = finds();
    if (lying.length > 0) tell({ type: "remove", ids: lying.map(({ id }) => id) });
  };

  const stopWatching = watchGround(layer, () => {
    isStale = true;
  });
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
