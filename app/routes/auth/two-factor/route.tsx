import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { formFailure } from "~/lib/http/form-failure.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { relyingParty } from "~/modules/identity/relying-party";
import { readSecretCookie } from "~/modules/identity/session-cookies.server";
import { isSecondFactorPending, signInWithCode } from "~/modules/identity/sign-in-with-code.server";
import { signInWithPasskey } from "~/modules/identity/sign-in-with-passkey.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { AuthField } from "~/routes/auth/fields";
import { PasskeySignIn } from "~/routes/auth/passkey-sign-in";
import { replaceSession } from "~/routes/auth/replace-session.server";
import { stepExpired } from "~/routes/auth/step-expired.server";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

/** Longer than any code with its spaces and dashes. */
const CODE_LENGTH = 40;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  if (context.signedIn && !context.isClosed) throw redirect(returnTo);
  if (!(await isSecondFactorPending(context.deps, readSecretCookie("secondFactor", request)))) throw stepExpired(request, returnTo);
  const t = translatorFor(context.locale);
  return data({
    returnTo,
    isRecovery: searchParams.has("recovery"),
    hasPasskeys: relyingParty(context.deps.siteUrl) !== null,
    site: context.site.companyName,
    head: pageHead(context, paths.loginSecondFactor(), {
      title: t("auth:secondFactor.title"),
      description: t("auth:secondFactor.description", { site: context.site.companyName }),
      noindex: true,
    }),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const form = await readForm(request);
  const isPasskey = form.get("intent") === "passkey";
  try {
    const result = isPasskey
      ? await signInWithPasskey(context.deps, fieldOf(form, "answer"), context.caller)
      : await signInWithCode(
          context.deps,
          readSecretCookie("secondFactor", request),
          fieldOf(form, "code").slice(0, CODE_LENGTH),
          context.caller,
        );
    return await replaceSession(context, request, result, returnTo);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized" && !isPasskey) return stepExpired(request, returnTo);
    return formFailure(error, context.locale, {}, { unauthorized: "auth:passkey.refused", forbidden: "auth:failure.deactivated" });
  }
}

export default function SecondFactorPage() {
  const { t } = useText();
  const { returnTo, isRecovery, hasPasskeys, site } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  return (
    <AuthForm
      title={t("auth:secondFactor.title")}
      lead={isRecovery ? t("auth:secondFactor.recoveryLead") : t("auth:secondFactor.lead", { site })}
      failure={failure}
      submit={t("auth:secondFactor.submit")}
      intent="log-in"
      before={hasPasskeys && <PasskeySignIn />}
      after={
        <>
          <Link className="rd-link" to={paths.loginSecondFactor(returnTo, !isRecovery)} replace>
            {t(isRecovery ? "auth:secondFactor.useApp" : "auth:secondFactor.useRecovery")}
          </Link>
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:backToLogIn")}
          </Link>
        </>
      }
    >
      {isRecovery ? (
        <AuthField
          name="code"
          label={t("auth:secondFactor.recoveryCode")}
          icon={<Icon name="key" />}
          failure={failure}
          type="text"
          autoComplete="off"
          maxLength={CODE_LENGTH}
        />
      ) : (
        <AuthField
          name="code"
          label={t("auth:secondFactor.code")}
          icon={<Icon name="device-mobile" />}
          failure={failure}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
        />
      )}
    </AuthForm>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
