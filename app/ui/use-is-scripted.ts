import { useEffect, useState } from "react";

/** Whether scripts run: false in what the server draws and in the first render that takes it over. */
export function useIsScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
