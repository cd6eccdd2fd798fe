import { useEffect, useState } from "react";

/** False on the server and in the first render, so that both draw the same; true once scripts run. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
