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
