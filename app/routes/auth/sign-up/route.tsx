import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { formFailure } from "~/lib/http/form-failure.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { withDevice } from "~/modules/identity/device.server";
import { googleOf } from "~/modules/identity/google.server";
import { signUp } from "~/modules/identity/sign-up.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { AuthMessage } from "~/routes/auth/auth-message";
import { AuthLink, GoogleLink, OrLine } from "~/routes/auth/auth-parts";
import { SignUpFields } from "~/routes/auth/sign-up-fields";
import { readSignUp } from "~/routes/auth/sign-up-form.server";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

/** What stays in the form that has not gone through. */
const KEPT = ["displayName", "email", "isAdult16", "acceptsTerms"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  if (context.signedIn) throw redirect(returnTo);
  const t = translatorFor(context.locale);
  const { features, security } = await settingsOf(context.deps);
  return data({
    returnTo,
    isOpen: features.enableUserRegistration,
    hasGoogle: (await googleOf(context.deps)) !== null,
    password: { minLength: security.passwordMinLength, needsUppercase: security.requireUppercase },
    head: pageHead(context, paths.signUp(), {
      title: t("auth:signUp.title"),
      description: t("auth:signUp.description", { site: context.site.companyName }),
    }),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const { deps, locale } = context;
  const { features } = await settingsOf(deps);
  const form = await readForm(request);
  if (!features.enableUserRegistration) return formFailure(new AppError("forbidden"), locale, {}, { forbidden: "auth:signUp.closed" });
  const values = Object.fromEntries(KEPT.map((name) => [name, fieldOf(form, name)]));
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const { caller, cookie } = withDevice(deps.random, request, context.caller);
  try {
    const made = await signUp(deps, await readSignUp(deps, form), caller, { returnTo, atLimit: "mail" });
    const next = made === "postponed" ? paths.signUpPostponed() : paths.verifyEmail(undefined, returnTo);
    return redirect(inLanguageOf(request, next), { status: 303, headers: { "Set-Cookie": cookie } });
  } catch (error) {
    return formFailure(error, locale, values, { forbidden: "auth:signUp.closed" });
  }
}

export default function SignUpPage() {
  const { t } = useText();
  const { returnTo, isOpen, hasGoogle, password } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  if (!isOpen)
    return (
      <AuthMessage kind="warning" title={t("auth:signUp.closedTitle")} text={t("auth:signUp.closed")}>
        <AuthLink to={paths.events()} isMain>
          {t("auth:verified.next")}
        </AuthLink>
        <AuthLink to={paths.login(returnTo)}>{t("auth:backToLogIn")}</AuthLink>
      </AuthMessage>
    );
  return (
    <AuthForm
      title={t("auth:signUp.heading")}
      lead={t("auth:signUp.lead")}
      failure={failure}
      submit={t("auth:signUp.submit")}
      intent="sign-up"
      before={
        hasGoogle && (
          <>
            <GoogleLink returnTo={returnTo} />
            <OrLine />
          </>
        )
      }
      after={
        <p>
          {t("auth:signUp.known")}{" "}
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:signUp.logIn")}
          </Link>
        </p>
      }
    >
      <SignUpFields failure={failure} password={password} />
    </AuthForm>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
