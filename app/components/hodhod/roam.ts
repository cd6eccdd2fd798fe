import { FINDS, type ForagingEvent } from "./foraging";
import { barAtLowerEdge, isOpenGround } from "./open-ground";
import { type Chance, nearestOpen, standAt, type Walk, walkOn } from "./walking";

/** His box with the row for what he has found above him, and that of a find; pixels, as in roaming-mascot.module.css. */
const HE = { width: 72, height: 66 };
const FIND = { width: 36, height: 36 };
/** How far ahead he looks, pixels. */
const SIGHT = 14;
/** How often he looks about, how long he stays away after something was in his way, and after scrolling; ms. */
const LOOK = 150;
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
 * Lets him walk along the lower edge. Everything happens in animation frames, so it rests while the tab is hidden.
 * Places are pixels from the start of the line, so that Persian pages are mirrored. @returns how to stop
 */
export function roam({ layer, bird, finds, tell, collects, chance }: Roaming): () => void {
  const isRtl = getComputedStyle(layer).direction === "rtl";
  let width = 0;
  let height = 0;
  let bar = 0;
  let walk: Walk | null = null;
  let wish = 0;
  let awayUntil = 0;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let before = 0;
  let looked = 0;
  let sinceFind = 0;
  let frame = 0;

  const isOpen = (at: number, lift: number, size: { width: number; height: number }) =>
    at >= 0 &&
    at + size.width <= width &&
    isOpenGround({ left: isRtl ? width - at - size.width : at, top: height - bar - lift - size.height, ...size }, layer);
  const mayStand = (at: number) => isOpen(at, 0, HE);
  const isHeld = () => bird.matches(":hover, :focus-within");

  const measure = () => {
    width = document.documentElement.clientWidth;
    height = window.innerHeight;
    bar = barAtLowerEdge(width, height, layer);
    layer.style.setProperty("--bar", String(bar));
  };

  const leave = (now: number) => {
    wish = walk?.at ?? wish;
    walk = null;
    awayUntil = now + AWAY;
    bird.dataset.away = "";
  };

  const comeBack = () => {
    const at = nearestOpen(wish, width - HE.width, FIND.width, mayStand);
    if (at === null) return;
    walk = standAt(at, chance);
    delete bird.dataset.away;
  };

  const look = (now: number) => {
    measure();
    const inTheWay = finds().filter(({ at, lift }) => !isOpen(at, lift, FIND));
    if (inTheWay.length > 0) tell({ type: "remove", ids: inTheWay.map(({ id }) => id) });
    tell({ type: "pass", now });
    if (walk && (now < scrolledAt + SETTLE || !mayStand(walk.at))) leave(now);
    if (!walk && now >= awayUntil && now >= scrolledAt + SETTLE) {
      awayUntil = now + AWAY;
      comeBack();
    }
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

  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    // After a hidden tab or a stutter he goes on from where he was.
    const ms = Math.min(now - before, 100);
    before = now;
    if (now - looked >= LOOK) {
      looked = now;
      look(now);
    }
    if (!walk) return;
    sinceFind += ms;
    if (collects && sinceFind >= APPEAR) {
      sinceFind = 0;
      appear(now, walk.at);
    }
    const { at: here } = walk;
    // Probing in every frame would cost; what is a few steps ahead was open a moment ago.
    const goesOn = (at: number) => (now === looked ? mayStand(at + Math.sign(at - here) * SIGHT) : at >= 0 && at + HE.width <= width);
    if (!isHeld()) walk = walkOn(walk, ms, goesOn, chance);
    bird.dataset.moving = String(walk.moving && !isHeld());
    bird.dataset.heading = walk.heading === 1 ? "end" : "start";
    bird.style.setProperty("--at", walk.at.toFixed(1));
  };

  const onScroll = () => {
    scrolledAt = performance.now();
    if (walk) leave(scrolledAt);
    const lying = finds();
    if (lying.length > 0) tell({ type: "remove", ids: lying.map(({ id }) => id) });
  };

  measure();
  wish = chance() * (width - HE.width);
  addEventListener("scroll", onScroll, { passive: true, capture: true });
  addEventListener("resize", onScroll);
  frame = requestAnimationFrame(step);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener("scroll", onScroll, { capture: true });
    removeEventListener("resize", onScroll);
  };
}
