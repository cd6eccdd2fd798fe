import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "../auth-parts";
import { endSessionsAction, endSessionsLoader } from "./end-sessions.server";

type Page = Awaited<ReturnType<typeof endSessionsLoader>>;

function EndSessions({ page }: { page: Page }) {
  const { t } = useText();
  const { state } = page;
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

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await endSessionsLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return endSessionsAction(context, request);
}

export default function EndSessionsRoute() {
  return <EndSessions page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
