import { isbot } from "isbot";
import type { Deps } from "../../lib/deps";
import { clientAddress } from "../../lib/http/client-address";
import { type Actor, isStaff } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";

interface Look {
  request: Request;
  /** As the route table names it. */
  route: string;
  viewer: Pick<Actor, "role" | "isVerified"> | null;
}

/**
 * Counts a page view if the settings allow it (decisions.md §7): by route, without identifying the
 * visitor or setting cookies. Prefetches and crawlers do not count; a visitor counts once an hour
 * per page.
 * @returns whether the request is a countable view, repeated or not
 */
export async function notePageView(
  deps: Pick<Deps, "db" | "memo" | "random" | "pageViews">,
  { request, route, viewer }: Look,
): Promise<boolean> {
  const { analytics } = await settingsOf(deps);
  if (!analytics.enablePageTracking || (analytics.excludeAdmins && isStaff(viewer))) return false;
  const { headers, method } = request;
  if (
    method !== "GET" ||
    (headers.get("Sec-Purpose") ?? headers.get("Purpose"))?.includes("prefetch")
  )
    return false;
  const agent = headers.get("User-Agent") ?? "";
  if (isbot(agent) || !isSampled(deps, analytics.samplingRate)) return false;
  deps.pageViews.note({
    route,
    path: new URL(request.url).pathname.replace(/(\/_root)?\.data$/, ""),
    address: clientAddress(request),
    agent,
  });
  return true;
}

/** Samples the given percentage of views. 16 bits: the error is below 0.01 %. */
function isSampled({ random }: Pick<Deps, "random">, rate: number): boolean {
  if (rate >= 100) return true;
  const [high = 0, low = 0] = random.bytes(2);
  return ((high << 8) | low) / 65_536 < rate / 100;
}
