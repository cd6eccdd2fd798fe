import { createMiddleware } from "hono/factory";
import { AppError } from "../../app/lib/errors";
import type { AppEnv } from "../context";

interface Queue {
  /** How many may wait. */
  waiting: number;
  /** How long one waits at most, ms. */
  patience: number;
}

interface GateOptions extends Queue {
  /** How many may be at work at once. */
  most: number;
  /** After this a request counts as ended, ms, since disconnects are not reported. */
  lifetime: number;
}

/**
 * Between two looks for a free place, ms. Each request waits by a timer of its own: workerd ends
 * one that waits for another alone.
 */
const STEP = 25;

/** Bounds how many requests an isolate works on, and how many wait. */
export function createGate(
  { most, lifetime, ...usual }: GateOptions,
  now: () => number,
  pause: (ms: number) => Promise<unknown>,
) {
  const atWork = new Map<symbol, number>();
  const inQueue = new Map<symbol, number>();
  const prune = (places: Map<symbol, number>) => {
    for (const [ticket, ends] of places) if (ends <= now()) places.delete(ticket);
  };

  /** @returns a function that leaves; null when full */
  function tryEnter(): (() => void) | null {
    prune(atWork);
    if (atWork.size >= most) return null;
    const ticket = Symbol();
    atWork.set(ticket, now() + lifetime);
    return () => void atWork.delete(ticket);
  }

  return {
    tryEnter,
    /** The same after waiting for a place; null at once where too many wait already. */
    async enter({ waiting, patience }: Queue = usual): Promise<(() => void) | null> {
      prune(inQueue);
      const leave = inQueue.size === 0 ? tryEnter() : null;
      if (leave) return leave;
      if (inQueue.size >= waiting) return null;
      const ticket = Symbol();
      inQueue.set(ticket, now() + patience + lifetime);
      let place: (() => void) | null = null;
      for (let waited = 0; !place && waited < patience; waited += STEP) {
        await pause(STEP);
        place = tryEnter();
      }
      inQueue.delete(ticket);
      return place;
    },
  };
}

/** Seconds after which a request that was turned away may come again. */
const RETRY = 2;

const gateOf = (most: number) =>
  createGate(
    { most, waiting: 2 * most, patience: 2_000, lifetime: 30_000 },
    () => performance.now(),
    (ms) => scheduler.wait(ms),
  );

/**
 * Of an isolate's 128 MB a page takes up to a megabyte while it is rendered, an answer of the API a
 * part of that (docs/operate.md).
 */
export const renderGate = gateOf(24);
const apiGate = gateOf(48);

/**
 * A form that someone has filled in waits longer than a page: 200 people ask for the places of one
 * showing in the same moment. Its body is not read while it waits.
 */
const FORMS: Queue = { waiting: 300, patience: 15_000 };

const shedBy = (gate: ReturnType<typeof createGate>, forms?: Queue) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const leave = await gate.enter(c.req.method === "POST" ? forms : undefined);
    if (!leave) throw new AppError("unavailable", [], RETRY);
    try {
      await next();
    } finally {
      leave();
    }
  });

/**
 * Sheds load that exceeds the isolate: 503 with Retry-After. Behind the caches, which still answer.
 */
export const shedPages = shedBy(renderGate, FORMS);
export const shedApi = shedBy(apiGate);
