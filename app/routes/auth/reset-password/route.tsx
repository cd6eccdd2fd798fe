import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "../auth-parts";
import { NewPasswordField } from "../fields";
import { resetPasswordAction, resetPasswordLoader } from "./reset-password.server";

type Page = Awaited<ReturnType<typeof resetPasswordLoader>>;

function ResetPassword({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { isGood, rules } = page;
  if (!isGood)
    return (
      <AuthMessage kind="warning" title={t("auth:reset.badTitle")} text={t("auth:reset.bad")}>
        <AuthLink to={paths.forgotPassword()} isMain>
          {t("auth:reset.again")}
        </AuthLink>
        <AuthLink to={paths.login()}>{t("auth:backToLogIn")}</AuthLink>
      </AuthMessage>
    );
  return (
    <AuthForm
      title={t("auth:reset.title")}
      lead={t("auth:reset.lead")}
      failure={failure}
      submit={t("auth:reset.submit")}
      intent="reset"
    >
      <NewPasswordField label={t("auth:field.newPassword")} failure={failure} rules={rules} />
    </AuthForm>
  );
}

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await resetPasswordLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return resetPasswordAction(context, request);
}

export default function ResetPasswordRoute() {
  return (
    <ResetPassword page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
