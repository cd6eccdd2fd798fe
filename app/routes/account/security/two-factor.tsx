import { useEffect, useRef } from "react";
import { ConfirmField } from "~/components/account/confirm-field";
import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import type { Confirmation } from "~/modules/identity/factors/confirm-identity.server";
import { Badge } from "~/ui/badge";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { QrCode } from "~/ui/qr-code";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import own from "./security.module.css";
import type { TotpSetupView } from "./security.server";

interface TwoFactorProps {
  isOn: boolean;
  /** Set-up in progress, from the last response. */
  setup: TotpSetupView | undefined;
  /** Whether the account may set one up: its address is confirmed. */
  mayBegin: boolean;
  confirmation: Confirmation;
  failure: FormFailure | undefined;
}

/** Authenticator app: off, being set up, or on. */
export function TwoFactor({ isOn, setup, mayBegin, confirmation, failure }: TwoFactorProps) {
  const { t } = useText();
  if (isOn)
    return (
      <>
        <p>
          <Badge tone="good" icon="shield-check">
            {t("account:twoFactor.on")}
          </Badge>
        </p>
        <Form name="two-factor" failure={failure}>
          <ConfirmField confirmation={confirmation} />
          <FormBar submit={t("account:twoFactor.turnOff")} intent="disable-two-factor" danger />
        </Form>
      </>
    );
  if (setup) return <Setup setup={setup} failure={failure} />;
  return (
    <>
      <p>{t("account:twoFactor.off")}</p>
      {mayBegin && (
        <Form name="two-factor" failure={failure}>
          <ConfirmField confirmation={confirmation} />
          <FormBar submit={t("account:twoFactor.begin")} intent="begin-two-factor" isQuiet />
        </Form>
      )}
    </>
  );
}

function Setup({ setup, failure }: { setup: TotpSetupView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!failure) box.current?.focus();
  }, [failure]);
  return (
    <>
      <div className={own.setup} ref={box} tabIndex={-1}>
        <QrCode code={setup.code} label={t("account:twoFactor.qr")} />
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
      <Form name="two-factor" failure={failure}>
        {/* Resubmits the secret, so that a mistyped code shows the same QR code. Only this response contains it. */}
        <input type="hidden" name="secret" value={setup.secret} />
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          dir="ltr"
          label={t("account:twoFactor.code")}
          help={t("account:twoFactor.codeHelp")}
        />
        <FormBar
          submit={t("account:twoFactor.confirm")}
          intent="confirm-two-factor"
          cancel={{ href: paths.accountSecurity(), label: t("account:twoFactor.cancel") }}
        />
      </Form>
    </>
  );
}
