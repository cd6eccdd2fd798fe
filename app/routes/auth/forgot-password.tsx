import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AuthForm } from "~/components/auth/auth-form";
import { AuthMessage } from "~/components/auth/auth-message";
import { AuthLink } from "~/components/auth/auth-parts";
import { EmailField } from "~/components/auth/fields";
import { ErrorPage } from "~/components/error-page";
import { Link } from "~/components/link";
import { useText } from "~/components/text";
import { inLanguageOf } from "~/lib/addressed-language";
import { formFailure } from "~/lib/form-failure.server";
import { translatorFor } from "~/lib/messages.server";
import { metaTags } from "~/lib/meta-tags";
import { pageHead } from "~/lib/page-head.server";
import { paths } from "~/lib/paths";
import { privatePage } from "~/lib/private-page.server";
import { fieldOf, readForm } from "~/lib/read-form.server";
import type { FormFailureView } from "~/lib/views";
import { assertEmail } from "~/modules/identity/assert-email.server";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { requestPasswordReset } from "~/modules/identity/change-password.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  const t = translatorFor(context.locale);
  return data({
    isSent: new URL(request.url).searchParams.has("sent"),
    head: pageHead(context, paths.forgotPassword(), {
      title: t("auth:forgot.title"),
      description: t("auth:forgot.description", { site: context.site.companyName }),
    }),
  });
}

/** Known address or not, the answer is the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const email = fieldOf(await readForm(request), "email");
  try {
    assertEmail(email);
    await requestPasswordReset(context.deps, email, context.caller);
  } catch (error) {
    return formFailure(error, context.locale, { email });
  }
  const next = paths.forgotPassword({ sent: true });
  return redirect(inLanguageOf(request, next), 303);
}

export default function ForgotPasswordPage() {
  const { t } = useText();
  const { isSent } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  if (isSent)
    return (
      <AuthMessage kind="mail" title={t("auth:forgot.sentTitle")} text={t("auth:forgot.sent")} hint={t("auth:forgot.hint")}>
        <AuthLink to={paths.login()}>{t("auth:backToLogIn")}</AuthLink>
        <AuthLink to={paths.forgotPassword()}>{t("auth:forgot.again")}</AuthLink>
      </AuthMessage>
    );
  return (
    <AuthForm
      title={t("auth:forgot.title")}
      lead={t("auth:forgot.lead")}
      failure={failure}
      submit={t("auth:forgot.submit")}
      intent="send-link"
      after={
        <Link className="rd-link" to={paths.login()}>
          {t("auth:backToLogIn")}
        </Link>
      }
    >
      <EmailField failure={failure} />
    </AuthForm>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
