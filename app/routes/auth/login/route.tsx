import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { formFailure } from "~/lib/http/form-failure.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { googleOf } from "~/modules/identity/google.server";
import { relyingParty } from "~/modules/identity/relying-party";
import { signIn } from "~/modules/identity/sign-in.server";
import { signInWithPasskey } from "~/modules/identity/sign-in-with-passkey.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { GoogleLink, LegalLine, LoginLinkOffer, OrLine, SessionEnded } from "~/routes/auth/auth-parts";
import { AuthPasswordField, EmailField } from "~/routes/auth/fields";
import { PasskeySignIn } from "~/routes/auth/passkey-sign-in";
import { replaceSession } from "~/routes/auth/replace-session.server";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  const isAgain = searchParams.has("again");
  // While the product is closed, whoever is signed in may want to come in as somebody else.
  if (context.signedIn && !context.isClosed && !isAgain) throw redirect(returnTo);
  const t = translatorFor(context.locale);
  const { features } = await settingsOf(context.deps);
  return data({
    returnTo,
    isAgain,
    hasPasskeys: relyingParty(context.deps.siteUrl) !== null,
    hasEnded: new URL(request.url).searchParams.has("ended"),
    hasGoogle: (await googleOf(context.deps)) !== null,
    hasSignUp: features.enableUserRegistration,
    head: pageHead(context, paths.login(), {
      title: t("auth:logIn.title"),
      description: t("auth:logIn.description", { site: context.site.companyName }),
    }),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const form = await readForm(request);
  const email = fieldOf(form, "email");
  const isPasskey = form.get("intent") === "passkey";
  try {
    const result = isPasskey
      ? await signInWithPasskey(context.deps, fieldOf(form, "answer"), context.caller)
      : await signIn(context.deps, { email, password: fieldOf(form, "password") }, context.caller);
    return await replaceSession(context, request, result, new URL(request.url).searchParams.get("returnTo"));
  } catch (error) {
    return formFailure(
      error,
      context.locale,
      { email },
      { unauthorized: isPasskey ? "auth:passkey.refused" : "auth:failure.credentials", forbidden: "auth:failure.deactivated" },
    );
  }
}

export default function LoginPage() {
  const { t } = useText();
  const { returnTo, hasEnded, isAgain, hasPasskeys, hasGoogle, hasSignUp } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  return (
    <AuthForm
      title={t("auth:logIn.heading")}
      lead={t(isAgain ? "auth:logIn.again" : "auth:logIn.lead")}
      failure={failure}
      submit={t("auth:logIn.submit")}
      intent="log-in"
      before={
        <>
          {hasEnded && <SessionEnded />}
          {failure?.isLimited && <LoginLinkOffer email={failure.values.email ?? ""} returnTo={returnTo} />}
          {hasPasskeys && <PasskeySignIn />}
          {hasGoogle && <GoogleLink returnTo={returnTo} isAgain={isAgain} />}
          {(hasPasskeys || hasGoogle) && <OrLine />}
        </>
      }
      after={
        <>
          {hasSignUp && (
            <p>
              {t("auth:logIn.new")}{" "}
              <Link className="rd-link" to={paths.signUp(returnTo)}>
                {t("auth:logIn.signUp")}
              </Link>
            </p>
          )}
          <LegalLine />
        </>
      }
    >
      <EmailField failure={failure} takesPasskeys />
      <AuthPasswordField
        label={t("auth:field.password")}
        failure={failure}
        autoComplete="current-password"
        aside={
          <Link className="rd-link rd-press" to={paths.forgotPassword()}>
            {t("auth:logIn.forgot")}
          </Link>
        }
      />
    </AuthForm>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
