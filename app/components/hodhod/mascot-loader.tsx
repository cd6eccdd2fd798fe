import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { forgetChoice, storeChoice, storedChoice } from "../../lib/stored-choice";

// Without a network he stays away: a page that was kept must not break over him.
const RoamingMascot = lazy<ComponentType<{ onDismiss: () => void }>>(() =>
  import("./roaming-mascot").catch(() => ({ default: () => null })),
);

const MASCOT_KEY = "rooydad.mascot";
const CALL = "rooydad:call-mascot";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/** Brings the mascot back for good, and at once. @returns false where the system asks for less motion: then it stays away */
export function callMascot(): boolean {
  forgetChoice(MASCOT_KEY);
  dispatchEvent(new Event(CALL));
  return !matchMedia(LESS_MOTION).matches;
}

/** Fetches the walking mascot once the page is loaded and idle, unless it was sent home or motion is unwelcome. */
export function Mascot() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const lessMotion = matchMedia(LESS_MOTION);
    let stopWaiting = () => {};
    const come = () => setWanted(!lessMotion.matches);
    const comeLater = () => {
      stopWaiting();
      setWanted(false);
      if (!lessMotion.matches && storedChoice(MASCOT_KEY) !== "dismissed") stopWaiting = whenIdle(come);
    };
    comeLater();
    lessMotion.addEventListener("change", comeLater);
    addEventListener(CALL, come);
    return () => {
      stopWaiting();
      lessMotion.removeEventListener("change", comeLater);
      removeEventListener(CALL, come);
    };
  }, []);
  if (!wanted) return null;
  const dismiss = () => {
    storeChoice(MASCOT_KEY, "dismissed");
    setWanted(false);
  };
  return (
    <Suspense>
      <RoamingMascot onDismiss={dismiss} />
    </Suspense>
  );
}

/** Runs something after the page has loaded, when the browser has nothing else to do. @returns how to call it off */
function whenIdle(run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if ("requestIdleCallback" in window) {
      const handle = requestIdleCallback(run, { timeout: 10_000 });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(run, 3_000);
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
