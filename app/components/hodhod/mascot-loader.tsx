import { lazy, Suspense, useEffect, useState } from "react";

const RoamingMascot = lazy(() => import("./roaming-mascot"));

export const MASCOT_KEY = "rooydad.mascot";

/** Fetches the walking mascot once the page is idle, unless it was sent home or motion is unwelcome. */
export function Mascot() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (localStorage.getItem(MASCOT_KEY) === "dismissed" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = () => setWanted(true);
    const later = "requestIdleCallback" in window ? requestIdleCallback(start, { timeout: 10_000 }) : setTimeout(start, 3_000);
    return () => ("cancelIdleCallback" in window ? cancelIdleCallback(later as number) : clearTimeout(later as number));
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <RoamingMascot onDismiss={() => setWanted(false)} />
    </Suspense>
  );
}
