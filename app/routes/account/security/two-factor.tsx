import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "~/components/account/account.module.css";
import { AccountForm, ConfirmField } from "~/components/account/account-parts";
import type { ConfirmationView, TotpSetupView } from "~/components/account/account-view";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import own from "./security.module.css";

interface TwoFactorProps {
  isOn: boolean;
  /** Begun by the last form. */
  setup: TotpSetupView | undefined;
  confirmation: ConfirmationView;
  failure: FormFailureView | undefined;
}

/** The authenticator app: off, being set up in the answer that has begun it, or on. */
export function TwoFactor({ isOn, setup, confirmation, failure }: TwoFactorProps) {
  const { t } = useText();
  if (isOn)
    return (
      <>
        <p>
          <Badge tone="good">
            <Icon name="shield-check" size="s" />
            {t("account:twoFactor.on")}
          </Badge>
        </p>
        <AccountForm name="two-factor" failure={failure} submit={t("account:twoFactor.turnOff")} intent="disable-two-factor" danger>
          <ConfirmField form="two-factor" confirmation={confirmation} failure={failure} />
        </AccountForm>
      </>
    );
  if (setup) return <Setup setup={setup} failure={failure} />;
  return (
    <>
      <p className={classes.note}>{t("account:twoFactor.off")}</p>
      <AccountForm name="two-factor" failure={failure} submit={t("account:twoFactor.begin")} intent="begin-two-factor" isQuiet>
        <ConfirmField form="two-factor" confirmation={confirmation} failure={failure} />
      </AccountForm>
    </>
  );
}

function Setup({ setup, failure }: { setup: TotpSetupView; failure: FormFailureView | undefined }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!failure) box.current?.focus();
  }, [failure]);
  return (
    <>
      <div className={own.setup} ref={box} tabIndex={-1}>
        <svg
          className={own.qr}
          viewBox={`0 0 ${setup.code.size} ${setup.code.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t("account:twoFactor.qr")}
        >
          <path d={setup.code.path} fill="currentColor" />
        </svg>
        <div className={own.words}>
          <p>{t("account:twoFactor.scan")}</p>
          <p>{t("account:twoFactor.secret")}</p>
          <code className={own.secret} dir="ltr">
            {setup.secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </code>
          <a className="rd-link" href={setup.uri}>
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
        {/* Shows the same code again after a mistyped one: the server gives it to no one else. */}
        <input type="hidden" name="secret" value={setup.secret} />
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
}
