import { data } from "@remix-run/cloudflare";
import type { Reader } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { consumeFlash } from "~/lib/http/flash.server";
import type { Crumbs } from "~/lib/pages/breadcrumbs";
import type { RouteMap } from "~/lib/pages/route-map.server";
import type { Actor } from "~/lib/permissions";
import { badgeCounts } from "~/modules/operations/badge-counts.server";

interface ShellContext extends Reader {
  deps: Deps;
  signedIn: Actor | null;
  routes: RouteMap;
}

/** Loader of the admin layout: navigation, badge counts, the pending toast, and whether mail only goes to the outbox. */
export async function adminShellData(
  request: Request,
  { deps, signedIn, locale, routes }: ShellContext,
  crumbs: Crumbs,
) {
  const badges = await badgeCounts(deps, signedIn);
  const flash = consumeFlash(request, locale);
  return data(
    {
      badges,
      crumbs,
      isWithoutMail: !deps.isLocal && deps.mail.keeps === "everything",
      navigation: routes.navigationFor(signedIn),
      toast: flash?.toast ?? null,
    },
    flash?.headers && { headers: flash.headers },
  );
}
