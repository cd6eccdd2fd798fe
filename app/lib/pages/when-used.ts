const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"] as const;

/**
 * Runs work that a page needs only once it is used: at the first sign of the reader.
 * @returns a function that cancels it
 */
export function whenUsed(run: () => void): () => void {
  const stop = new AbortController();
  const begin = () => {
    stop.abort();
    run();
  };
  for (const sign of SIGNS)
    addEventListener(sign, begin, { capture: true, passive: true, signal: stop.signal });
  return () => stop.abort();
}
