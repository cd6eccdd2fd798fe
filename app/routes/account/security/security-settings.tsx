import { useEffect, useRef, useState } from "react";
import { ConfirmField, PasswordField } from "~/components/account/confirm-field";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ButtonRow } from "~/ui/button-row";
import { copyText } from "~/ui/copy-text";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { AccessList, ApiKeys } from "./access-list";
import { Passkeys } from "./passkeys";
import own from "./security.module.css";
import type { securityLoader, TotpSetupView } from "./security.server";
import { TwoFactor } from "./two-factor";

/** New recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const [status, setStatus] = useState("");
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <section className={own.codes} ref={box} tabIndex={-1} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">{t("account:codes.title")}</h3>
      <p>{t("account:codes.lead")}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="rd-no-print">
        <ButtonRow>
          <Button
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="rooydad-recovery-codes.txt"
            variant="default"
            icon="download"
          >
            {t("account:codes.download")}
          </Button>
          <Button
            type="button"
            className="rd-needs-script"
            variant="default"
            icon="copy"
            onClick={async () =>
              setStatus(
                t((await copyText(text)) ? "account:codes.copied" : "account:codes.copyFailed"),
              )
            }
          >
            {t("account:codes.copy")}
          </Button>
          <Button
            type="button"
            className="rd-needs-script"
            variant="default"
            icon="printer"
            onClick={() => window.print()}
          >
            {t("account:codes.print")}
          </Button>
          <Button component={Link} to={paths.accountSecurity()}>
            {t("account:codes.done")}
          </Button>
          <span role="status">{status}</span>
        </ButtonRow>
      </div>
    </section>
  );
}

type Page = Awaited<ReturnType<typeof securityLoader>>;

interface SecuritySettingsProps {
  page: Page;
  failure: FormFailure | undefined;
  /** Secret of a new API key, shown only once. */
  secret: string | undefined;
  /** New recovery codes, shown only once. */
  codes: readonly string[] | undefined;
  setup: TotpSetupView | undefined;
}

/**
 * Page `/account/security`: password, passkeys, authenticator app, recovery codes, API keys and all
 * that has access.
 */
export function SecuritySettings({ page, failure, codes, setup, secret }: SecuritySettingsProps) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:security.title")} lead={t("account:security.lead")} />
      {page.verification && <Alert tone="waiting">{page.verification.text}</Alert>}
      <Section
        isBeside
        id="password"
        title={t("account:password.title")}
        lead={t(page.password.hasPassword ? "account:password.lead" : "account:password.first")}
      >
        <PasswordForm page={page} failure={failureOfForm(failure, "password")} />
      </Section>
      <Section
        isBeside
        id="passkeys"
        title={t("account:passkeys.title")}
        lead={t("account:passkeys.lead")}
      >
        <Passkeys
          page={page.passkeys}
          confirmation={page.confirmation}
          failure={failure}
          mayAdd={page.verification === null}
        />
      </Section>
      {page.twoFactor && (
        <Section
          isBeside
          id="two-factor"
          title={t("account:twoFactor.title")}
          lead={t("account:twoFactor.lead")}
        >
          <TwoFactor
            isOn={page.twoFactor.isOn}
            setup={setup}
            mayBegin={page.verification === null}
            confirmation={page.confirmation}
            failure={failureOfForm(failure, "two-factor")}
          />
        </Section>
      )}
      {page.codesLeft !== null && (
        <Section
          isBeside
          id="codes"
          title={t("account:codes.section")}
          lead={t("account:codes.sectionLead")}
        >
          {codes && <RecoveryCodes codes={codes} />}
          <p>{t("account:twoFactor.left", { count: page.codesLeft })}</p>
          <Form name="codes" failure={failureOfForm(failure, "codes")}>
            <ConfirmField confirmation={page.confirmation} />
            <FormBar submit={t("account:codes.renew")} intent="renew-codes" isQuiet />
          </Form>
        </Section>
      )}
      {page.apiKeys && (
        <Section
          isBeside
          id="api-keys"
          title={t("account:apiKeys.title")}
          lead={t("account:apiKeys.lead")}
        >
          <ApiKeys
            keys={page.apiKeys}
            mayCreate={page.verification === null}
            confirmation={page.confirmation}
            failure={failure}
            secret={secret}
          />
        </Section>
      )}
      <Section
        isBeside
        id="access"
        title={t("account:access.title")}
        lead={t("account:access.lead")}
      >
        <AccessList items={page.access} />
      </Section>
    </main>
  );
}

function PasswordForm({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { hasPassword, isRemote, rule } = page.password;
  return (
    <Form name="password" failure={failure}>
      {isRemote && (
        <p>
          {t("account:password.remote")}{" "}
          <Link className="rd-link" to={paths.forgotPassword()}>
            {t("account:password.remoteLink")}
          </Link>
        </p>
      )}
      {/* Username for password managers. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={page.email}
        readOnly
        hidden
      />
      {/* The remote identity provider requires the current password. */}
      <ConfirmField confirmation={isRemote ? "password" : page.confirmation} />
      <PasswordField
        name="newPassword"
        autoComplete="new-password"
        label={t("account:password.new")}
        help={rule}
      />
      <FormBar
        submit={t(hasPassword ? "account:password.submit" : "account:password.set")}
        intent="password"
      />
    </Form>
  );
}
