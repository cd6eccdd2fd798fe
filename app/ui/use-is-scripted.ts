import { useEffect, useState } from "react";

/** Whether scripts run. False on the server and during hydration. */
export function useIsScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
