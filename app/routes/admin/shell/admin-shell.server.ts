import { data } from "@remix-run/cloudflare";
import type { Reader } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { consumeFlash } from "~/lib/http/flash.server";
import type { Actor } from "~/lib/permissions";
import { badgeCounts } from "~/modules/operations/badge-counts.server";

interface ShellContext extends Reader {
  deps: Deps;
  signedIn: Actor | null;
  requestId: string;
}

/** Loader of the admin layout: badge counts and the pending toast. */
export async function adminShellData(
  request: Request,
  { deps, signedIn, locale, requestId }: ShellContext,
) {
  const badges = await badgeCounts(deps, signedIn);
  const flash = consumeFlash(request, locale, requestId);
  return data(
    { badges, toast: flash?.toast ?? null },
    flash ? { headers: flash.headers } : undefined,
  );
}
