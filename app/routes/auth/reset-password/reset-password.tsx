import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-form";
import { AuthMessage } from "../auth-message";
import { AuthLink } from "../auth-parts";
import { NewPasswordField } from "../fields";
import type { resetPasswordLoader } from "./reset-password.server";

type Page = Awaited<ReturnType<typeof resetPasswordLoader>>;

export function ResetPassword({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { isGood, rules } = page;
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
    <AuthForm
      title={t("auth:reset.title")}
      lead={t("auth:reset.lead")}
      failure={failure}
      submit={t("auth:reset.submit")}
      intent="reset"
    >
      <NewPasswordField label={t("auth:field.newPassword")} failure={failure} rules={rules} />
    </AuthForm>
  );
}
