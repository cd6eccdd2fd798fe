import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

const SECOND = 1_000;

/**
 * Seconds until something can no longer be undone. JavaScript counts them down and then asks the
 * server again; without it the number stays as it was.
 */
export function useSecondsLeft(seconds: number): number {
  const { revalidate } = useRevalidator();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const end = performance.now() + seconds * SECOND;
    const tick = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / SECOND));
      setLeft(now);
      if (now > 0) return;
      clearInterval(tick);
      revalidate();
    }, SECOND);
    return () => clearInterval(tick);
  }, [seconds, revalidate]);
  return left;
}
