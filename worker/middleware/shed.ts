import { createMiddleware } from "hono/factory";
import { AppError } from "../../app/lib/errors";
import type { AppEnv } from "../context";
import { createGate } from "../gate";

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

const shedBy = (gate: ReturnType<typeof createGate>) =>
  createMiddleware<AppEnv>(async (_, next) => {
    const leave = await gate.enter();
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
export const shedPages = shedBy(renderGate);
export const shedApi = shedBy(apiGate);
