import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage } from "./auth-parts";
import { EmailField } from "./fields";

interface LinkByMailProps {
  title: string;
  lead: string;
  submit: string;
  failure: FormFailure | undefined;
  /** Path to open after the log-in. */
  returnTo?: string;
}

/** Form that sends a link to an email address. */
export function LinkByMail({ returnTo, ...form }: LinkByMailProps) {
  const { t } = useText();
  return (
    <AuthForm
      {...form}
      intent="send-link"
      after={
        <Link className="rd-link" to={paths.login(returnTo)}>
          {t("auth:backToLogIn")}
        </Link>
      }
    >
      <EmailField failure={form.failure} />
    </AuthForm>
  );
}

/**
 * Confirmation that a link was sent, whether the address is known or not. @param again path of the
 * page that sends another one
 */
export function LinkSent({
  text,
  again,
  returnTo,
}: {
  text: string;
  again: string;
  returnTo?: string;
}) {
  const { t } = useText();
  return (
    <AuthMessage
      kind="mail"
      title={t("auth:forgot.sentTitle")}
      text={text}
      hint={t("auth:forgot.hint")}
    >
      <AuthLink to={paths.login(returnTo)}>{t("auth:backToLogIn")}</AuthLink>
      <AuthLink to={again}>{t("auth:forgot.again")}</AuthLink>
    </AuthMessage>
  );
}
