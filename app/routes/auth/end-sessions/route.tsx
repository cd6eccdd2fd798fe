import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { endSessionsByLink, isEndSessionsLinkGood } from "~/modules/identity/end-sessions.server";
import { secretCookie } from "~/modules/identity/session-cookies.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { AuthMessage } from "~/routes/auth/auth-message";
import { AuthLink } from "~/routes/auth/auth-parts";
import { useText } from "~/ui/text";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Shows what the link does and asks: scanners of mail follow links, and must change nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const t = translatorFor(context.locale);
  const state = token === null ? "done" : (await isEndSessionsLinkGood(context.deps, token)) ? "ask" : "bad";
  return data(
    {
      state: state as "done" | "ask" | "bad",
      head: pageHead(context, paths.endSessions(), {
        title: t("auth:endSessions.title"),
        description: t("auth:endSessions.description", { site: context.site.companyName }),
        noindex: true,
      }),
    },
    { headers: WITHOUT_REFERRER },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
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

export default function EndSessionsPage() {
  const { t } = useText();
  const { state } = useLoaderData<typeof loader>();
  if (state === "ask")
    return (
      <AuthForm
        title={t("auth:endSessions.title")}
        lead={t("auth:endSessions.lead")}
        failure={undefined}
        submit={t("auth:endSessions.submit")}
        intent="end-sessions"
      />
    );
  return (
    <AuthMessage
      kind={state === "done" ? "done" : "warning"}
      title={t(state === "done" ? "auth:endSessions.doneTitle" : "auth:endSessions.badTitle")}
      text={t(state === "done" ? "auth:endSessions.done" : "auth:endSessions.bad")}
    >
      <AuthLink to={paths.forgotPassword()} isMain>
        {t("auth:reset.title")}
      </AuthLink>
      <AuthLink to={paths.login()}>{t("auth:backToLogIn")}</AuthLink>
    </AuthMessage>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
