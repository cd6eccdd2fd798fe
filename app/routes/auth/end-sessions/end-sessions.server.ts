import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { endSessionsByLink, isEndSessionsLinkGood } from "~/modules/identity/end-sessions.server";
import { secretCookie } from "~/modules/identity/session-cookies.server";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Shows what the link does and asks: scanners of mail follow links, and must change nothing. */
export async function endSessionsPage(context: AppLoadContext, request: Request) {
  const token = tokenOf(request);
  const t = translatorFor(context.locale);
  const state = token === null ? "done" : (await isEndSessionsLinkGood(context.deps, token)) ? "ask" : "bad";
  return {
    state: state as "done" | "ask" | "bad",
    head: pageHead(context, paths.endSessions(), {
      title: t("auth:endSessions.title"),
      description: t("auth:endSessions.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function answerEndSessions(context: AppLoadContext, request: Request) {
  assertSecure(request);
  try {
    await endSessionsByLink(context.deps, tokenOf(request));
  } catch (error) {
    // The page says that the link does not work.
    if (!(error instanceof AppError && error.code === "not-found") || tokenOf(request) === null) throw error;
    return redirect(inLanguageOf(request, paths.endSessions(tokenOf(request) ?? "")), 303);
  }
  const response = redirect(inLanguageOf(request, paths.endSessions()), 303);
  // If this browser's session was one of them, it must not seem to go on.
  response.headers.append("Set-Cookie", secretCookie("session", request, null));
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}
