import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { formFailure } from "~/lib/http/form-failure.server";
import { readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { findPostponed, signUpWithGoogle } from "~/modules/identity/google-sign-up.server";
import { readSecretCookie, secretCookie } from "~/modules/identity/session-cookies.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { replaceSession } from "~/routes/auth/replace-session.server";
import { ConsentFields } from "~/routes/auth/sign-up-fields";
import { stepExpired } from "~/routes/auth/step-expired.server";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  if (context.signedIn) throw redirect(returnTo);
  const person = await findPostponed(context.deps, readSecretCookie("googleSignUp", request), context.caller);
  if (!person) throw stepExpired(request, returnTo);
  const t = translatorFor(context.locale);
  return data({
    returnTo,
    name: person.name,
    email: person.email,
    head: pageHead(context, paths.signUpGoogle(), {
      title: t("auth:signUp.title"),
      description: t("auth:signUp.description", { site: context.site.companyName }),
      noindex: true,
    }),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const form = await readForm(request);
  const values = Object.fromEntries(["isAdult16", "acceptsTerms"].map((name) => [name, form.has(name) ? "on" : ""]));
  try {
    const boxes = { isAdult16: form.has("isAdult16"), acceptsTerms: form.has("acceptsTerms") };
    const result = await signUpWithGoogle(context.deps, readSecretCookie("googleSignUp", request), boxes, context.caller);
    const isNew = result.kind === "signed-in" && result.user.onboardingCompletedAt === null && returnTo === paths.home();
    const response = await replaceSession(context, request, result, isNew ? paths.onboarding() : returnTo);
    response.headers.append("Set-Cookie", secretCookie("googleSignUp", request, null));
    return response;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return stepExpired(request, returnTo);
    return formFailure(error, context.locale, values, { forbidden: "auth:signUp.closed" });
  }
}

export default function GoogleSignUpPage() {
  const { t } = useText();
  const { returnTo, name, email } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  return (
    <AuthForm
      title={t("auth:googleSignUp.heading")}
      lead={
        <>
          {t("auth:googleSignUp.lead")} <bdi>{email ?? name}</bdi>
        </>
      }
      failure={failure}
      submit={t("auth:signUp.submit")}
      intent="sign-up"
      after={
        <p>
          {t("auth:googleSignUp.other")}{" "}
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:backToLogIn")}
          </Link>
        </p>
      }
    >
      <ConsentFields failure={failure} />
    </AuthForm>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
