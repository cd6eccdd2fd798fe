import { paths } from "../../lib/paths";
import { Badge } from "../badge/badge";
import { Icon } from "../icon";
import { Form, Link } from "../link";
import { useText } from "../text";
import classes from "./account.module.css";
import { AccountForm, AccountPage, failureOf, PasswordField, Section, SubmitButton } from "./account-parts";
import type { FailedFormView, SecurityView, SessionView } from "./account-view";
import own from "./security.module.css";
import { TwoFactor } from "./two-factor";

interface SecuritySettingsProps {
  page: SecurityView;
  failure: FailedFormView | undefined;
  codes: readonly string[] | undefined;
}

/** /account/security: password, second factor, sessions. */
export function SecuritySettings({ page, failure, codes }: SecuritySettingsProps) {
  const { t } = useText();
  return (
    <AccountPage title={t("account:security.title")} lead={t("account:security.lead")}>
      <Section title={t("account:password.title")} lead={t(page.password.hasPassword ? "account:password.lead" : "account:password.first")}>
        <PasswordForm page={page} failure={failureOf(failure, "password")} />
      </Section>
      {page.twoFactor && (
        <Section id="two-factor" title={t("account:twoFactor.title")} lead={t("account:twoFactor.lead")}>
          <TwoFactor twoFactor={page.twoFactor} codes={codes} failure={failureOf(failure, "two-factor")} />
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
      {hasPassword && (
        <PasswordField
          form="password"
          name="currentPassword"
          autoComplete="current-password"
          label={t("account:field.currentPassword")}
          failure={failure}
        />
      )}
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
