import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "../auth-parts";
import { unsubscribeAction, unsubscribeLoader } from "./unsubscribe.server";

type Page = Awaited<ReturnType<typeof unsubscribeLoader>>;

/** Confirms unsubscribing from a list, or offers to resubscribe. */
function Unsubscribe({ page: { title, list, isOn, hasAccount, name } }: { page: Page }) {
  const { t } = useText();
  const preferences = (
    <AuthLink to={paths.accountPreferences()}>{t("auth:unsubscribe.preferences")}</AuthLink>
  );
  if (list === null)
    return (
      <AuthMessage kind="warning" title={title} text={t("auth:unsubscribe.bad")}>
        {preferences}
      </AuthMessage>
    );
  if (!hasAccount)
    return <AuthMessage kind="done" title={title} text={t("auth:unsubscribe.noAccount")} />;
  if (list === "follow" && !isOn)
    return (
      <AuthMessage kind="done" title={title} text={t("auth:unsubscribe.done.follow")}>
        <AuthLink to={paths.accountFollows()}>{t("auth:unsubscribe.follows")}</AuthLink>
      </AuthMessage>
    );
  return (
    <AuthForm
      title={title}
      lead={t(isOn ? `auth:unsubscribe.ask.${list}` : `auth:unsubscribe.done.${list}`, { name })}
      failure={undefined}
      submit={t(isOn ? "auth:unsubscribe.submit" : "auth:unsubscribe.undo")}
      intent={isOn ? "unsubscribe" : "subscribe"}
      after={preferences}
    />
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = await unsubscribeLoader(context, request);
  return data(page, { headers: WITHOUT_REFERRER, status: page.list === null ? 400 : 200 });
}

export function action({ request, context }: ActionFunctionArgs) {
  return unsubscribeAction(context, request);
}

export default function UnsubscribeRoute() {
  return <Unsubscribe page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
