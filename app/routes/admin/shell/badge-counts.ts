import { useEffect, useState } from "react";
import type { BadgeCounts } from "~/lib/pages/admin-navigation";
import { paths } from "~/lib/paths";

/** Poll interval, ms (product.md §9). */
const POLL = 30_000;

/**
 * Badge counts: the rendered ones, polled every 30 s while the page is visible. Failed polls keep
 * the last counts (product.md §7).
 */
export function useBadgeCounts(rendered: BadgeCounts | null): BadgeCounts | null {
  const [counts, setCounts] = useState(rendered);
  useEffect(() => setCounts(rendered), [rendered]);
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(paths.adminBadgeCounts(), {
          headers: { Accept: "application/json" },
          redirect: "error",
        });
        if (answer.ok) setCounts(await answer.json());
      } catch {
        // Offline: keeps the last counts.
      }
    };
    const timer = setInterval(ask, POLL);
    return () => clearInterval(timer);
  }, []);
  return counts;
}
