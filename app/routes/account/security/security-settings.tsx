import classes from "~/components/account/account.module.css";
import {
  AccountForm,
  AccountPage,
  ConfirmField,
  failureOfForm,
  PasswordField,
  Section,
  SubmitButton,
} from "~/components/account/account-parts";
import type { FailedFormView, SecurityView, SessionView, TotpSetupView } from "~/components/account/account-view";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { Passkeys } from "./passkeys";
import { RecoveryCodes } from "./recovery-codes";
import own from "./security.module.css";
import { TwoFactor } from "./two-factor";

interface SecuritySettingsProps {
  page: SecurityView;
  failure: FailedFormView | undefined;
  /** Just made, and never shown again. */
  codes: readonly string[] | undefined;
  setup: TotpSetupView | undefined;
}

/** /account/security: password, passkeys, authenticator app, recovery codes, sessions. */
export function SecuritySettings({ page, failure, codes, setup }: SecuritySettingsProps) {
  const { t } = useText();
  return (
    <AccountPage title={t("account:security.title")} lead={t("account:security.lead")}>
      <Section title={t("account:password.title")} lead={t(page.password.hasPassword ? "account:password.lead" : "account:password.first")}>
        <PasswordForm page={page} failure={failureOfForm(failure, "password")} />
      </Section>
      <Section id="passkeys" title={t("account:passkeys.title")} lead={t("account:passkeys.lead")}>
        <Passkeys page={page.passkeys} confirmation={page.confirmation} failure={failure} />
      </Section>
      {page.twoFactor && (
        <Section id="two-factor" title={t("account:twoFactor.title")} lead={t("account:twoFactor.lead")}>
          <TwoFactor
            isOn={page.twoFactor.isOn}
            setup={setup}
            confirmation={page.confirmation}
            failure={failureOfForm(failure, "two-factor")}
          />
        </Section>
      )}
      {page.codesLeft !== null && (
        <Section id="codes" title={t("account:codes.section")} lead={t("account:codes.sectionLead")}>
          {codes && <RecoveryCodes codes={codes} />}
          <p className={classes.note}>{t("account:twoFactor.left", { count: page.codesLeft })}</p>
          <AccountForm
            name="codes"
            failure={failureOfForm(failure, "codes")}
            submit={t("account:codes.renew")}
            intent="renew-codes"
            isQuiet
          >
            <ConfirmField form="codes" confirmation={page.confirmation} failure={failureOfForm(failure, "codes")} />
          </AccountForm>
        </Section>
      )}
      <Section title={t("account:sessions.title")} lead={t("account:sessions.lead")}>
        <ul className={own.sessions}>
          {page.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
        {page.sessions.length > 1 && (
          <Form method="post" preventScrollReset>
            <SubmitButton intent="end-other-sessions" variant="default">
              {t("account:sessions.endOthers")}
            </SubmitButton>
          </Form>
        )}
      </Section>
    </AccountPage>
  );
}

function PasswordForm({ page, failure }: { page: SecurityView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  const { hasPassword, isRemote, rule } = page.password;
  return (
    <AccountForm
      name="password"
      failure={failure}
      submit={t(hasPassword ? "account:password.submit" : "account:password.set")}
      intent="password"
    >
      {isRemote && (
        <p className={classes.note}>
          {t("account:password.remote")}{" "}
          <Link className="rd-link" to={paths.forgotPassword()}>
            {t("account:password.remoteLink")}
          </Link>
        </p>
      )}
      {/* So that password managers know whose password it is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={page.email} readOnly hidden />
      {/* Where passwords are kept elsewhere, a new one needs the present one. */}
      <ConfirmField form="password" confirmation={isRemote ? "password" : page.confirmation} failure={failure} />
      <PasswordField
        form="password"
        name="newPassword"
        autoComplete="new-password"
        label={t("account:password.new")}
        help={rule}
        failure={failure}
      />
    </AccountForm>
  );
}

const DEVICES = {
  phone: <Icon name="device-mobile" />,
  computer: <Icon name="device-laptop" />,
  api: <Icon name="terminal-2" />,
};

function Session({ session }: { session: SessionView }) {
  const { t } = useText();
  return (
    <li>
      {DEVICES[session.device]}
      <div className={own.session}>
        <b>
          {session.name}
          {session.isThis && (
            <Badge tone="primary">
              <Icon name="map-pin" size="s" />
              {t("account:sessions.this")}
            </Badge>
          )}
        </b>
        <small>{t("account:sessions.used", { when: session.lastUsed })}</small>
      </div>
      {!session.isThis && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="session" value={session.id} />
          <SubmitButton intent="end-session" variant="default" size="sm" label={t("account:sessions.endOf", { name: session.name })}>
            {t("account:sessions.end")}
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}
