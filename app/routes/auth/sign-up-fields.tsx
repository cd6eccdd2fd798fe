import type { FormFailure } from "~/lib/http/form-failure";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { WithLegalLinks } from "./auth-parts";
import { AuthField, Check, EmailField, NewPasswordField, type PasswordRules } from "./fields";

/** Fields required for an account. */
export function SignUpFields({
  failure,
  password,
}: {
  failure: FormFailure | undefined;
  password: PasswordRules;
}) {
  const { t } = useText();
  return (
    <>
      <AuthField
        name="displayName"
        label={t("auth:field.name")}
        icon={<Icon name="user" />}
        failure={failure}
        help={t("auth:field.nameHelp")}
        type="text"
        dir="auto"
        autoComplete="name"
      />
      <EmailField failure={failure} />
      <NewPasswordField label={t("auth:field.password")} failure={failure} rules={password} />
      <ConsentFields failure={failure} />
    </>
  );
}

/** Consent to age and terms, required by every sign-up method. */
export function ConsentFields({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <>
      <Check name="isAdult16" failure={failure}>
        {t("auth:signUp.isAdult16")}
      </Check>
      <Check name="acceptsTerms" failure={failure}>
        <WithLegalLinks text={t("auth:signUp.acceptsTerms")} />
      </Check>
    </>
  );
}
