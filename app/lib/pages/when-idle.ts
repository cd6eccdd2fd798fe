/** Delay in browsers without idle callbacks (Safari), ms after loading. */
const SOON = 1_000;
/** At the latest so many ms after the page has loaded. */
const LATEST = 5_000;

/**
 * Runs optional work when the browser is idle after loading.
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if ("requestIdleCallback" in window) {
      const handle = requestIdleCallback(run, { timeout: LATEST });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(run, SOON);
      cancel = () => clearTimeout(handle);
    }
  };
  if (document.readyState === "complete") wait();
  else {
    addEventListener("load", wait, { once: true });
    cancel = () => removeEventListener("load", wait);
  }
  return () => cancel();
}

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
