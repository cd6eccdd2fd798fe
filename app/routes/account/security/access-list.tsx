import { ConfirmField } from "~/components/account/confirm-field";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { CheckGroup } from "~/ui/check-group";
import { CodeView } from "~/ui/code-view";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link, Form as PlainForm } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { AccessView, securityLoader } from "./security.server";

type Page = Awaited<ReturnType<typeof securityLoader>>;

interface ApiKeysProps {
  keys: NonNullable<Page["apiKeys"]>;
  confirmation: Page["confirmation"];
  failure: FormFailure | undefined;
  /** Whether the account may have more of them: its address is confirmed. */
  mayCreate: boolean;
  /** Secret of a new key, shown only once. */
  secret: string | undefined;
}

/** The account's API keys, and the form that creates one. */
export function ApiKeys({ keys, confirmation, failure, mayCreate, secret }: ApiKeysProps) {
  const { t } = useText();
  const ofForm = failureOfForm(failure, "api-key");
  return (
    <>
      {secret && (
        <Alert tone="good" title={t("account:apiKeys.madeTitle")}>
          <p>{t("account:apiKeys.madeLead")}</p>
          <CodeView label={t("account:apiKeys.secret")} code={secret} />
        </Alert>
      )}
      {keys.list.length === 0 ? (
        <p>{t("account:apiKeys.none")}</p>
      ) : (
        <List>
          {keys.list.map((key) => (
            <ListItem
              key={key.id}
              start={<Icon name="terminal-2" />}
              title={
                <>
                  <b>
                    <bdi>{key.name}</bdi>
                  </b>{" "}
                  {key.isExpired && <Badge tone="bad">{t("account:apiKeys.expired")}</Badge>}
                </>
              }
              meta={
                <>
                  <bdi dir="ltr">rd_…{key.ending}</bdi> · {key.scopes} · {key.until} ·{" "}
                  {key.lastUsed}
                </>
              }
              end={
                <PlainForm method="post" preventScrollReset>
                  <input type="hidden" name="key" value={key.id} />
                  <SubmitButton
                    intent="revoke-key"
                    variant="default"
                    size="sm"
                    label={t("account:apiKeys.revokeOf", { name: key.name })}
                  >
                    {t("account:apiKeys.revoke")}
                  </SubmitButton>
                </PlainForm>
              }
            />
          ))}
        </List>
      )}
      {mayCreate && (
        <Form name="api-key" failure={ofForm}>
          <TextField
            name="name"
            label={t("account:apiKeys.name")}
            help={t("account:apiKeys.nameHelp")}
            maxLength={60}
            autoComplete="off"
            dir="auto"
            need="required"
          />
          <CheckGroup
            name="scopes"
            label={t("account:apiKeys.scopes")}
            isStacked
            options={keys.scopes}
            chosen={ofForm?.values?.scopes?.split(" ") ?? ["read"]}
          />
          <Select
            name="lifetime"
            label={t("account:apiKeys.lifetime")}
            options={keys.lifetimes}
            defaultValue={keys.lifetimes[1]?.value}
          />
          <ConfirmField confirmation={confirmation} />
          <FormBar submit={t("account:apiKeys.create")} intent="create-key" isQuiet />
        </Form>
      )}
      <p>
        <a className="rd-link" href={paths.apiDocs()}>
          {t("account:apiKeys.docs")}
        </a>
        {" · "}
        <Link className="rd-link" to={paths.accountWebhooks()}>
          {t("account:webhooks.security")}
        </Link>
      </p>
    </>
  );
}

const ICONS = {
  sessions: <Icon name="device-laptop" />,
  apiKeys: <Icon name="terminal-2" />,
  calendarAddress: <Icon name="calendar-share" />,
  webhooks: <Icon name="send" />,
  pushSubscriptions: <Icon name="bell" />,
  doorLinks: <Icon name="ticket" />,
  hostInvitations: <Icon name="mail" />,
  knownDevices: <Icon name="device-mobile" />,
  password: <Icon name="lock" />,
  linkedAccounts: <Icon name="link" />,
  passkeys: <Icon name="key" />,
  authenticator: <Icon name="shield-check" />,
  recoveryCodes: <Icon name="clipboard-text" />,
};

/** All that has access to the account or gets its data, with what ends one of it, or all. */
export function AccessList({ items }: { items: readonly AccessView[] }) {
  const { t } = useText();
  return (
    <>
      <List>
        {items.map((item) => (
          <ListItem
            key={item.key}
            start={ICONS[item.kind]}
            title={
              <>
                <b>
                  <bdi>{item.name ?? item.kindLabel}</bdi>
                </b>{" "}
                {item.name !== null && <Badge>{item.kindLabel}</Badge>}{" "}
                {item.isThis && (
                  <Badge tone="primary" icon="map-pin">
                    {t("account:access.this")}
                  </Badge>
                )}
              </>
            }
            meta={item.facts.join(" · ")}
            end={<Ending item={item} />}
          />
        ))}
      </List>
      <Fold title={t("account:access.endOthers")} isQuiet>
        <p>{t("account:access.endOthersLead")}</p>
        <Form>
          <FormBar submit={t("account:access.endOthersSubmit")} intent="end-other-access" danger />
        </Form>
      </Fold>
    </>
  );
}

function Ending({ item }: { item: AccessView }) {
  const { t } = useText();
  const name = item.name ?? item.kindLabel;
  if (item.section)
    return (
      <a
        className="rd-link"
        href={`#${item.section}`}
        aria-label={t("account:access.changeOf", { name })}
      >
        {t("account:access.change")}
      </a>
    );
  if (!item.isEndable) return null;
  return (
    <PlainForm method="post" preventScrollReset>
      <input type="hidden" name="kind" value={item.kind} />
      <input type="hidden" name="id" value={item.id} />
      <SubmitButton
        intent="end-access"
        variant="default"
        size="sm"
        label={t("account:access.endOf", { name })}
      >
        {t("account:access.end")}
      </SubmitButton>
    </PlainForm>
  );
}
