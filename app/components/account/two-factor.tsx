import { Button } from "@mantine/core";
import { paths } from "../../lib/paths";
import type { FormFailureView } from "../../lib/views";
import { Badge } from "../badge/badge";
import { Icon } from "../icon";
import { Form, Link } from "../link";
import { useText } from "../text";
import classes from "./account.module.css";
import { AccountForm, Field, PasswordField, SubmitButton } from "./account-parts";
import type { TwoFactorView } from "./account-view";
import { RecoveryCodes } from "./recovery-codes";
import own from "./security.module.css";

interface TwoFactorProps {
  twoFactor: TwoFactorView;
  /** Just made, and never shown again. */
  codes: readonly string[] | undefined;
  failure: FormFailureView | undefined;
}

/** The second factor: off, being set up at an address of its own, or on. */
export function TwoFactor({ twoFactor, codes, failure }: TwoFactorProps) {
  const { t } = useText();
  switch (twoFactor.state) {
    case "off":
      return (
        <>
          <p className={classes.note}>{t("account:twoFactor.off")}</p>
          <Form method="post">
            <SubmitButton intent="begin-two-factor" variant="default">
              {t("account:twoFactor.begin")}
            </SubmitButton>
          </Form>
        </>
      );
    case "begun":
      return (
        <>
          <div className={own.setup}>
            <svg
              className={own.qr}
              viewBox={`0 0 ${twoFactor.code.size} ${twoFactor.code.size}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={t("account:twoFactor.qr")}
            >
              <path d={twoFactor.code.path} fill="currentColor" />
            </svg>
            <div className={own.words}>
              <p>{t("account:twoFactor.scan")}</p>
              <p>{t("account:twoFactor.secret")}</p>
              <code className={own.secret} dir="ltr">
                {twoFactor.secret}
              </code>
              <a className="rd-link" href={twoFactor.uri}>
                {t("account:twoFactor.open")}
              </a>
            </div>
          </div>
          <AccountForm
            name="two-factor"
            failure={failure}
            submit={t("account:twoFactor.confirm")}
            intent="confirm-two-factor"
            beside={
              <Button component={Link} to={paths.accountSecurity()} variant="default">
                {t("account:twoFactor.cancel")}
              </Button>
            }
          >
            <Field
              form="two-factor"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              dir="ltr"
              label={t("account:twoFactor.code")}
              help={t("account:twoFactor.codeHelp")}
              failure={failure}
            />
          </AccountForm>
        </>
      );
    case "on":
      return (
        <>
          {codes && <RecoveryCodes codes={codes} />}
          <p>
            <Badge tone="good">
              <Icon name="shield-check" size="s" />
              {t("account:twoFactor.on")}
            </Badge>
          </p>
          <p className={classes.note}>{t("account:twoFactor.left", { count: twoFactor.codesLeft })}</p>
          <AccountForm name="two-factor" failure={failure} submit={t("account:twoFactor.turnOff")} intent="disable-two-factor" danger>
            {twoFactor.hasPassword && (
              <PasswordField
                form="two-factor"
                name="currentPassword"
                autoComplete="current-password"
                label={t("account:field.currentPassword")}
                failure={failure}
              />
            )}
          </AccountForm>
        </>
      );
  }
}
