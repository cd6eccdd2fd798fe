import { data } from "@remix-run/cloudflare";
import { dateParts, type Reader } from "../dates/dates.server";
import { DAY } from "../dates/durations";
import type { Deps } from "../deps";
import { consumeFlash } from "../http/flash.server";

interface ShellContext extends Reader {
  deps: Pick<Deps, "clock">;
  requestId: string;
}

/**
 * Loader data of SiteShell layouts: the footer's year, and a pending toast.
 * @param more what the layout shows beside
 */
export function shellData<More extends object>(
  request: Request,
  { deps, locale, calendar, requestId }: ShellContext,
  more?: More,
) {
  const now = deps.clock.now();
  // The whole day has one year: so it is written once a day.
  const { year } = dateParts(now - (now % DAY), "UTC", { locale, calendar });
  const flash = consumeFlash(request, locale, requestId);
  return data(
    { year, toast: flash?.toast ?? null, ...(more as More) },
    flash ? { headers: flash.headers } : undefined,
  );
}
