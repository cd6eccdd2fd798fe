import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "../auth-parts";
import { AuthPasswordField, NewPasswordField } from "../fields";
import type { verifyEmailLoader } from "./verify-email.server";

type Page = Awaited<ReturnType<typeof verifyEmailLoader>>;

/** All states of confirming an address. */
export function VerifyEmail({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { state, unverified, returnTo } = page;
  const { t } = useText();
  if (page.elsewhere) return <Elsewhere elsewhere={page.elsewhere} failure={failure} />;
  if (state === "log-in")
    return (
      <AuthMessage kind="warning" title={t("auth:verify.title")} text={t("auth:elsewhere.logIn")}>
        <AuthLink to={paths.login()} isMain>
          {t("auth:logIn.submit")}
        </AuthLink>
      </AuthMessage>
    );
  if (state === "confirm")
    return (
      <AuthForm
        title={t("auth:verify.title")}
        lead={t("auth:verify.text")}
        failure={failure}
        submit={t("auth:verify.submit")}
        intent="verify"
      />
    );
  if (state === "sign-up")
    return (
      <AuthForm
        title={t("auth:postponed.linkTitle")}
        lead={t("auth:postponed.link")}
        failure={failure}
        submit={t("auth:signUp.submit")}
        intent="sign-up"
      />
    );
  if (state === "postponed")
    return (
      <AuthMessage
        kind="mail"
        title={t("auth:sent.title")}
        text={t("auth:postponed.text")}
        hint={t("auth:postponed.hint")}
      >
        <AuthLink to={paths.signUp(returnTo)}>{t("auth:postponed.again")}</AuthLink>
      </AuthMessage>
    );
  if (unverified !== null)
    return (
      <AuthForm
        title={t(state === "bad-link" ? "auth:verify.badTitle" : "auth:unverified.title")}
        lead={t("auth:unverified.text", { email: unverified })}
        failure={failure}
        submit={t("auth:unverified.submit")}
        intent="resend"
      />
    );
  if (state === "verified")
    return (
      <AuthMessage kind="done" title={t("auth:verified.title")} text={t("auth:verified.text")}>
        <AuthLink to={returnTo === paths.home() ? paths.events() : returnTo} isMain>
          {t("auth:verified.next")}
        </AuthLink>
      </AuthMessage>
    );
  if (state === "bad-link")
    return (
      <AuthMessage
        kind="warning"
        title={t("auth:verify.badTitle")}
        text={failure?.message ?? t("auth:verify.bad")}
        hint={t("auth:verify.badHint")}
      >
        <AuthLink to={paths.login(paths.verifyEmail(undefined, returnTo))} isMain>
          {t("auth:logIn.submit")}
        </AuthLink>
      </AuthMessage>
    );
  return (
    <AuthMessage
      kind="mail"
      title={t("auth:sent.title")}
      text={t("auth:sent.text")}
      hint={t("auth:sent.hint")}
    >
      <AuthLink to={paths.login(paths.verifyEmail(undefined, returnTo))}>
        {t("auth:sent.resendLogIn")}
      </AuthLink>
    </AuthMessage>
  );
}

/** In another browser than the one that signed up: the password chosen then, or a new one. */
function Elsewhere({
  elsewhere: { email, since, isReplacing, replaceAt, backTo, rules },
  failure,
}: {
  elsewhere: NonNullable<Page["elsewhere"]>;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  if (isReplacing)
    return (
      <AuthForm
        title={t("auth:elsewhere.newTitle")}
        lead={t("auth:elsewhere.newLead", { date: since, email })}
        failure={failure}
        submit={t("auth:elsewhere.newSubmit")}
        intent="new-password"
        after={<AuthLink to={backTo}>{t("auth:elsewhere.back")}</AuthLink>}
      >
        <NewPasswordField label={t("auth:field.newPassword")} failure={failure} rules={rules} />
      </AuthForm>
    );
  return (
    <AuthForm
      title={t("auth:verify.title")}
      lead={t(replaceAt === null ? "auth:elsewhere.changeLead" : "auth:elsewhere.lead", {
        date: since,
        email,
      })}
      failure={failure}
      submit={t("auth:elsewhere.submit")}
      intent="password"
      after={replaceAt && <AuthLink to={replaceAt}>{t("auth:elsewhere.choose")}</AuthLink>}
    >
      <AuthPasswordField
        label={t("auth:field.password")}
        failure={failure}
        autoComplete="current-password"
      />
    </AuthForm>
  );
}
