/** In browsers that do not tell when they are idle (Safari), ms after the page has loaded. */
const SOON = 1_000;
/** At the latest so many ms after the page has loaded. */
const LATEST = 5_000;

/**
 * Runs what a page can do without, after it has loaded and once the browser has nothing else to do.
 * @returns how to call it off
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
