import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Delay before the loading state is shown, ms. Prevents flicker. */
const SHORT = 200;

/** Loading state of the list: `long` after 200 ms. */
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
