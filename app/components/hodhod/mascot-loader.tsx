import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { forgetChoice, storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { whenIdle } from "../../lib/pages/when-idle";

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
