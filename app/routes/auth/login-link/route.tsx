import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { formFailure } from "~/lib/http/form-failure.server";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertEmail } from "~/modules/identity/assert-email.server";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { requestSignInLink, signInByLink, signInLinkEmail } from "~/modules/identity/sign-in-link.server";
import { AuthForm } from "~/routes/auth/auth-form";
import { AuthMessage } from "~/routes/auth/auth-message";
import { AuthLink } from "~/routes/auth/auth-parts";
import { LinkByMail, LinkSent } from "~/routes/auth/link-by-mail";
import { replaceSession } from "~/routes/auth/replace-session.server";
import { useText } from "~/ui/text";

const queryOf = (request: Request) => {
  const { searchParams } = new URL(request.url);
  return { token: searchParams.get("token"), isSent: searchParams.has("sent"), returnTo: safePath(searchParams.get("returnTo")) };
};

/** GET leaves the link valid: mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { token, isSent, returnTo } = queryOf(request);
  if (context.signedIn && !context.isClosed) throw redirect(inLanguageOf(request, returnTo));
  const email = token === null ? null : await signInLinkEmail(context.deps, token);
  const t = translatorFor(context.locale);
  return data(
    {
      state: token === null ? (isSent ? "sent" : "ask") : email === null ? "bad" : "link",
      email,
      returnTo,
      head: pageHead(context, paths.loginLink({}), {
        title: t("auth:loginLink.title"),
        description: t("auth:loginLink.description", { site: context.site.companyName }),
        noindex: true,
      }),
    },
    { headers: WITHOUT_REFERRER },
  );
}

/** Known address or not, the answer is the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const { token, returnTo } = queryOf(request);
  const form = await readForm(request);
  const email = fieldOf(form, "email");
  try {
    if (fieldOf(form, "intent") === "log-in")
      return await replaceSession(context, request, await signInByLink(context.deps, token, context.caller), returnTo);
    assertEmail(email);
    await requestSignInLink(context.deps, email, context.caller, returnTo);
    return redirect(inLanguageOf(request, paths.loginLink({ sent: true, returnTo })), 303);
  } catch (error) {
    return formFailure(error, context.locale, { email }, { "not-found": "auth:reset.bad", forbidden: "auth:failure.deactivated" });
  }
}

export default function LoginLinkPage() {
  const { t } = useText();
  const { state, email, returnTo } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailureView>();
  if (state === "sent") return <LinkSent text={t("auth:loginLink.sent")} again={paths.loginLink({ returnTo })} returnTo={returnTo} />;
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

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
