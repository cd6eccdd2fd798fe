import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-form";
import { AuthMessage } from "../auth-message";
import { AuthLink } from "../auth-parts";
import { LinkByMail, LinkSent } from "../link-by-mail";
import type { loginLinkLoader } from "./login-link.server";

type Page = Awaited<ReturnType<typeof loginLinkLoader>>;

export function LoginLink({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
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
