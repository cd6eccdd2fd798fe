import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { formFailure } from "~/lib/http/form-failure.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertEmail } from "~/modules/identity/assert-email.server";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { requestPasswordReset } from "~/modules/identity/change-password.server";
import { LinkByMail, LinkSent } from "~/routes/auth/link-by-mail";
import { useText } from "~/ui/text";

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
  if (isSent) return <LinkSent text={t("auth:forgot.sent")} again={paths.forgotPassword()} />;
  return <LinkByMail title={t("auth:forgot.title")} lead={t("auth:forgot.lead")} submit={t("auth:forgot.submit")} failure={failure} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
