import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "../auth-parts";
import { LinkByMail, LinkSent } from "../link-by-mail";
import { loginLinkAction, loginLinkLoader } from "./login-link.server";

type Page = Awaited<ReturnType<typeof loginLinkLoader>>;

function LoginLink({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { state, email, returnTo } = page;
  if (state === "sent")
    return (
      <LinkSent
        text={t("auth:loginLink.sent")}
        again={paths.loginLink({ returnTo })}
        returnTo={returnTo}
      />
    );
  if (state === "bad")
    return (
      <AuthMessage kind="warning" title={t("auth:reset.badTitle")} text={t("auth:reset.bad")}>
        <AuthLink to={paths.loginLink({ returnTo })} isMain>
          {t("auth:reset.again")}
        </AuthLink>
        <AuthLink to={paths.login(returnTo)}>{t("auth:backToLogIn")}</AuthLink>
      </AuthMessage>
    );
  if (state === "link")
    return (
      <AuthForm
        title={t("auth:logIn.title")}
        lead={
          <>
            {t("auth:loginLink.asWhom")} <bdi>{email}</bdi>
          </>
        }
        failure={failure}
        submit={t("auth:logIn.submit")}
        intent="log-in"
      />
    );
  return (
    <LinkByMail
      title={t("auth:loginLink.title")}
      lead={t("auth:loginLink.lead")}
      submit={t("auth:loginLink.send")}
      failure={failure}
      returnTo={returnTo}
    />
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await loginLinkLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return loginLinkAction(context, request);
}

export default function LoginLinkRoute() {
  return <LoginLink page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
