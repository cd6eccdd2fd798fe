import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import classes from "~/components/account/account.module.css";
import { AccountForm, ConfirmField, failureOfForm } from "~/components/account/account-parts";
import type { ConfirmationView, FailedFormView, PasskeysView, PasskeyView } from "~/components/account/account-view";
import { Badge } from "~/ui/badge";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import own from "./passkeys.module.css";

interface PasskeysProps {
  page: PasskeysView;
  confirmation: ConfirmationView;
  failure: FailedFormView | undefined;
}

/** Somebody's passkeys, each with its forms, and the form for another. */
export function Passkeys({ page, confirmation, failure }: PasskeysProps) {
  const { t } = useText();
  return (
    <>
      {page.list.length === 0 ? (
        <p className={classes.note}>{t("account:passkeys.none")}</p>
      ) : (
        <ul className={own.list}>
          {page.list.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              confirmation={confirmation}
              failure={failureOfForm(failure, `passkey-${passkey.id}`)}
            />
          ))}
        </ul>
      )}
      <noscript>
        <p className={classes.note}>{t("account:passkeys.noScript")}</p>
      </noscript>
      {page.isPossible ? (
        <AddPasskey confirmation={confirmation} failure={failureOfForm(failure, "passkey")} />
      ) : (
        <p className={classes.note}>
          {t("account:passkeys.needsDomain")}{" "}
          {page.localhost && (
            <a className="rd-link" href={page.localhost} dir="ltr">
              {page.localhost}
            </a>
          )}
        </p>
      )}
    </>
  );
}

function Passkey({ passkey, confirmation, failure }: { passkey: PasskeyView } & Omit<PasskeysProps, "page">) {
  const { t } = useText();
  const { id, name } = passkey;
  return (
    <li>
      <Icon name="key" />
      <div className={own.about}>
        <b>
          <bdi>{name}</bdi>
          {passkey.isBackedUp && <Badge tone="primary">{t("account:passkeys.synced")}</Badge>}
        </b>
        <small>{passkey.lastUsed === null ? passkey.added : `${passkey.added} · ${passkey.lastUsed}`}</small>
        <details open={failure !== undefined}>
          <summary aria-label={t("account:passkeys.manageOf", { name })}>{t("account:passkeys.manage")}</summary>
          <div className={own.forms}>
            <AccountForm name={`passkey-${id}`} failure={failure} submit={t("account:passkeys.rename")} intent="rename-passkey" isQuiet>
              <input type="hidden" name="passkey" value={id} />
              <Field
                form={`passkey-${id}`}
                name="name"
                label={t("account:passkeys.name")}
                value={name}
                maxLength={60}
                autoComplete="off"
                dir="auto"
                failure={failure}
              />
            </AccountForm>
            <AccountForm name={`passkey-${id}`} failure={undefined} submit={t("account:passkeys.remove")} intent="remove-passkey" danger>
              <input type="hidden" name="passkey" value={id} />
              <ConfirmField form={`passkey-${id}`} confirmation={confirmation} failure={failure} />
            </AccountForm>
          </div>
        </details>
      </div>
    </li>
  );
}

/** The browser makes the passkey, so this form needs a script; what the server refuses stands in it as in any other. */
function AddPasskey({ confirmation, failure }: Omit<PasskeysProps, "page">) {
  const { t } = useText();
  const submit = useSubmit();
  const [refused, setRefused] = useState<FailedFormView>();

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "");
    const values = { name: field("name") };
    setRefused(undefined);
    const { createPasskey, problemOf } = await import("~/components/passkeys/ask-browser");
    try {
      const answer = await createPasskey(field("currentPassword"));
      if (typeof answer === "string") submit({ intent: "add-passkey", ...values, answer }, { method: "post", preventScrollReset: true });
      else setRefused({ ...answer, values });
    } catch (error) {
      setRefused({ form: "passkey", message: t(`account:passkeys.problem.${problemOf(error)}`), issues: {}, values });
    }
  }

  return (
    <div className="rd-needs-script">
      <AccountForm
        name="passkey"
        failure={refused ?? failure}
        submit={t("account:passkeys.add")}
        intent="add-passkey"
        isQuiet
        onSubmit={add}
      >
        <Field
          form="passkey"
          name="name"
          label={t("account:passkeys.name")}
          help={t("account:passkeys.nameHelp")}
          maxLength={60}
          autoComplete="off"
          dir="auto"
          failure={refused ?? failure}
        />
        <ConfirmField form="passkey" confirmation={confirmation} failure={refused ?? failure} />
      </AccountForm>
    </div>
  );
}
