import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formFailure } from "~/lib/http/form-failure.server";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { isResetLinkGood, resetPassword } from "~/modules/identity/change-password.server";
import { secretCookie } from "~/modules/identity/session-cookies.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { AuthMessage } from "~/routes/auth/auth-message";
import { AuthLink } from "~/routes/auth/auth-parts";
import { NewPasswordField } from "~/routes/auth/fields";
import { useText } from "~/ui/text";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, locale } = context;
  const { security } = await settingsOf(deps);
  const t = translatorFor(locale);
  return data(
    {
      isGood: await isResetLinkGood(deps, tokenOf(request)),
      rules: { minLength: security.passwordMinLength, needsUppercase: security.requireUppercase },
      head: pageHead(context, paths.resetPassword(), {
        title: t("auth:reset.title"),
        description: t("auth:reset.description", { site: context.site.companyName }),
        noindex: true,
      }),
    },
    { headers: WITHOUT_REFERRER },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const password = fieldOf(await readForm(request), "password");
  try {
    await resetPassword(context.deps, tokenOf(request), password, context.caller);
  } catch (error) {
    return formFailure(error, context.locale, {}, { "not-found": "auth:reset.bad" });
  }
  const response = redirectWithToast(request, paths.login(), { kind: "success", text: "auth:reset.done" });
  // Every session of the account has ended; if this browser's was one of them, it must not seem to go on.
  response.headers.append("Set-Cookie", secretCookie("session", request, null));
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}

export default function ResetPasswordPage() {
  const { t } = useText();
  const { isGood, rules } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
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
    <AuthForm title={t("auth:reset.title")} lead={t("auth:reset.lead")} failure={failure} submit={t("auth:reset.submit")} intent="reset">
      <NewPasswordField label={t("auth:field.newPassword")} failure={failure} rules={rules} />
    </AuthForm>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
