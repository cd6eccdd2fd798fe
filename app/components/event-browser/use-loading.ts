import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** What is there sooner than this, ms, does not flicker. */
const SHORT = 200;

/** Whether another list of this page is on its way, and has been for long enough to show it. */
export function useLoading(action: string): "no" | "short" | "long" {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === action;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLong(true), SHORT);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading]);
  if (!isLoading) return "no";
  return isLong ? "long" : "short";
}
