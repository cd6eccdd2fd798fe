import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { paths } from "~/lib/paths";
import { useAddress } from "~/ui/link";
import type { watchInbox } from "./review.server";

type Watched = Awaited<ReturnType<typeof watchInbox>>;

/** Poll interval, ms. A case counts as looked at for a minute. */
const POLL = 15_000;

/**
 * Shares the open case with colleagues, and loads the page again when they have decided. Failed
 * polls keep the last answer.
 * @returns sentences about who looks at which case, by its id
 */
export function useWatch(current: string | null): Watched["watchers"] {
  const address = useAddress();
  const { revalidate } = useRevalidator();
  const [watchers, setWatchers] = useState<Watched["watchers"]>({});
  const stamp = useRef<string | null>(null);
  useEffect(() => {
    const watch = async () => {
      if (document.hidden) return;
      try {
        const body = new URLSearchParams({ case: current ?? "" });
        const answer = await fetch(address(paths.adminInboxWatch()), {
          method: "POST",
          body,
          redirect: "error",
        });
        if (!answer.ok) return;
        const watched: Watched = await answer.json();
        setWatchers(watched.watchers);
        if (stamp.current !== null && stamp.current !== watched.stamp) revalidate();
        stamp.current = watched.stamp;
      } catch {
        // Offline.
      }
    };
    // Cases that are only passed by are not announced.
    const first = setTimeout(watch, 1_000);
    const timer = setInterval(watch, POLL);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [address, current, revalidate]);
  return watchers;
}
