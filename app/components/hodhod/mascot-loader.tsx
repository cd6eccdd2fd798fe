import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { forgetChoice, storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { whenIdle, whenUsed } from "../../lib/pages/when-idle";

// A failed import renders nothing, so that cached pages work offline.
const RoamingMascot = lazy<ComponentType<{ onDismiss: () => void }>>(() =>
  import("./roaming-mascot").catch(() => ({ default: () => null })),
);

const MASCOT_KEY = "rooydad.mascot";
const CALL = "rooydad:call-mascot";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Brings the dismissed mascot back immediately and for later visits. @returns false if the system
 * prefers reduced motion
 */
export function callMascot(): boolean {
  forgetChoice(MASCOT_KEY);
  dispatchEvent(new Event(CALL));
  return !matchMedia(LESS_MOTION).matches;
}

/**
 * Loads the walking mascot once the page is used and idle, unless it was dismissed or reduced motion
 * is preferred.
 */
export function Mascot() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const lessMotion = matchMedia(LESS_MOTION);
    let stopWaiting = () => {};
    const come = () => setWanted(!lessMotion.matches);
    const comeLater = () => {
      stopWaiting();
      setWanted(false);
      if (!lessMotion.matches && storedChoice(MASCOT_KEY) !== "dismissed")
        stopWaiting = whenUsed(() => {
          stopWaiting = whenIdle(come);
        });
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
