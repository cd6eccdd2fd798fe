import { useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { ConfirmField } from "~/components/account/confirm-field";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import type { Confirmation } from "~/modules/identity/factors/confirm-identity.server";
import { Badge } from "~/ui/badge";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import own from "./passkeys.module.css";
import type { PasskeysView, PasskeyView } from "./security.server";

interface PasskeysProps {
  page: PasskeysView;
  confirmation: Confirmation;
  failure: FormFailure | undefined;
  /** Whether the account may have more of them: its address is confirmed. */
  mayAdd: boolean;
}

/** The user's passkeys with their forms, and the form to add one. */
export function Passkeys({ page, confirmation, failure, mayAdd }: PasskeysProps) {
  const { t } = useText();
  return (
    <>
      {page.list.length === 0 ? (
        <p>{t("account:passkeys.none")}</p>
      ) : (
        <List>
          {page.list.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              confirmation={confirmation}
              failure={failureOfForm(failure, `passkey-${passkey.id}`)}
            />
          ))}
        </List>
      )}
      <noscript>
        <p>{t("account:passkeys.noScript")}</p>
      </noscript>
      {!mayAdd ? null : page.isPossible ? (
        <AddPasskey confirmation={confirmation} failure={failureOfForm(failure, "passkey")} />
      ) : (
        <p>
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

function Passkey({
  passkey,
  confirmation,
  failure,
}: { passkey: PasskeyView } & Omit<PasskeysProps, "page" | "mayAdd">) {
  const { t } = useText();
  const { id, name } = passkey;
  return (
    <ListItem
      start={<Icon name="key" />}
      title={
        <>
          <b>
            <bdi>{name}</bdi>
          </b>{" "}
          {passkey.isBackedUp && <Badge tone="primary">{t("account:passkeys.synced")}</Badge>}
        </>
      }
      meta={passkey.lastUsed === null ? passkey.added : `${passkey.added} · ${passkey.lastUsed}`}
    >
      <details className={own.details} open={failure !== undefined}>
        <summary aria-label={t("account:passkeys.manageOf", { name })}>
          {t("account:passkeys.manage")}
        </summary>
        <div className={own.forms}>
          <Form name={`passkey-${id}`} failure={failure}>
            <input type="hidden" name="passkey" value={id} />
            <TextField
              name="name"
              label={t("account:passkeys.name")}
              maxLength={60}
              autoComplete="off"
              dir="auto"
              defaultValue={name}
            />
            <FormBar submit={t("account:passkeys.rename")} intent="rename-passkey" isQuiet />
          </Form>
          <Form name={`passkey-${id}`}>
            <input type="hidden" name="passkey" value={id} />
            <ConfirmField confirmation={confirmation} />
            <FormBar submit={t("account:passkeys.remove")} intent="remove-passkey" danger />
          </Form>
        </div>
      </details>
    </ListItem>
  );
}

/**
 * Form that creates a passkey in the browser (needs JavaScript) and shows the server's errors like
 * other forms.
 */
function AddPasskey({ confirmation, failure }: Omit<PasskeysProps, "page" | "mayAdd">) {
  const { t } = useText();
  const submit = useSubmit();
  const [refused, setRefused] = useState<FormFailure>();

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? "");
    const values = { name: field("name") };
    setRefused(undefined);
    const { createPasskey, problemOf } = await import("~/components/passkeys/ask-browser");
    try {
      const answer = await createPasskey(field("currentPassword"));
      if (typeof answer === "string")
        submit(
          { intent: "add-passkey", ...values, answer },
          { method: "post", preventScrollReset: true },
        );
      else setRefused({ ...answer, values });
    } catch (error) {
      setRefused({
        form: "passkey",
        message: t(`account:passkeys.problem.${problemOf(error)}`),
        issues: {},
        values,
      });
    }
  }

  return (
    <div className="rd-needs-script">
      <Form name="passkey" failure={refused ?? failure} onSubmit={add}>
        <TextField
          name="name"
          label={t("account:passkeys.name")}
          help={t("account:passkeys.nameHelp")}
          maxLength={60}
          autoComplete="off"
          dir="auto"
        />
        <ConfirmField confirmation={confirmation} />
        <FormBar submit={t("account:passkeys.add")} intent="add-passkey" isQuiet />
      </Form>
    </div>
  );
}
