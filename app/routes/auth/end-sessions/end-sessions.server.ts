import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import type { AppError } from "~/lib/errors";
import { expecting } from "~/lib/http/form-answer.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { secretCookie } from "~/modules/identity/sessions.server";
import { endSessionsByLink, isEndSessionsLinkGood } from "~/modules/identity/sign-out.server";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Data of the confirmation page. GET changes nothing, because mail scanners follow links. */
export async function endSessionsLoader(context: AppLoadContext, request: Request) {
  const token = tokenOf(request);
  const t = translatorFor(context.locale);
  const state =
    token === null ? "done" : (await isEndSessionsLinkGood(context.deps, token)) ? "ask" : "bad";
  return {
    state: state as "done" | "ask" | "bad",
    head: pageHead(context, paths.endSessions(), {
      title: t("auth:endSessions.title"),
      description: t("auth:endSessions.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function endSessionsAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const token = tokenOf(request);
  // The page reports an invalid link.
  const bad = (error: AppError) => {
    if (token === null) throw error;
    return redirect(inLanguageOf(request, paths.endSessions(token)), 303);
  };
  const refused = await expecting({ "not-found": bad }, () =>
    endSessionsByLink(context.deps, token),
  );
  if (refused) return refused;
  const response = redirect(inLanguageOf(request, paths.endSessions()), 303);
  // This browser's session may be one of the ended ones.
  response.headers.append("Set-Cookie", secretCookie("session", request, null));
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}
