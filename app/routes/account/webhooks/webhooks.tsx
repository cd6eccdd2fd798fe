import { WebhookSecret } from "~/components/account/webhook-secret";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { CheckGroup } from "~/ui/check-group";
import { Checkbox } from "~/ui/checkbox";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { webhooksLoader } from "./webhooks-page.server";

type Page = Awaited<ReturnType<typeof webhooksLoader>>;

interface WebhooksProps {
  page: Page;
  failure: FormFailure | undefined;
  /** A new webhook with its secret, shown only once. */
  made: { id: string; secret: string } | undefined;
}

const TONES = { on: "good", failing: "bad", off: "plain" } as const;

/** Page `/account/webhooks`: the account's webhooks, and the form that adds one. */
export function Webhooks({ page, failure, made }: WebhooksProps) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:webhooks.title")} lead={t("account:webhooks.lead")} />
      <Section
        isBeside
        title={t("account:webhooks.listTitle")}
        lead={t("account:webhooks.listLead")}
      >
        {made && <WebhookSecret secret={made.secret} />}
        {!page.isOn && <Alert tone="waiting">{t("account:webhooks.switchedOff")}</Alert>}
        {page.list.length === 0 ? (
          <p>{t("account:webhooks.none")}</p>
        ) : (
          <List>
            {page.list.map((webhook) => (
              <ListItem
                key={webhook.id}
                start={<Icon name="terminal-2" />}
                to={paths.accountWebhook(webhook.id)}
                title={<bdi dir="ltr">{webhook.url}</bdi>}
                meta={webhook.about}
                end={
                  <Badge tone={TONES[webhook.state]}>
                    {t(`account:webhooks.state.${webhook.state}`)}
                  </Badge>
                }
              />
            ))}
          </List>
        )}
      </Section>
      {page.isOn && (
        <Section
          isBeside
          id="new"
          title={t("account:webhooks.newTitle")}
          lead={t("account:webhooks.newLead")}
        >
          {page.verification ? (
            <Alert tone="waiting">{page.verification.text}</Alert>
          ) : (
            <NewWebhook page={page} failure={failureOfForm(failure, "webhook")} />
          )}
        </Section>
      )}
    </main>
  );
}

function NewWebhook({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <Form name="webhook" failure={failure} keeps={`webhook ${page.list.length}`}>
      <TextField
        name="url"
        type="url"
        label={t("account:webhooks.url")}
        help={t("account:webhooks.urlHelp")}
        dir="ltr"
        maxLength={1000}
        autoComplete="off"
        need="required"
      />
      <CheckGroup
        name="types"
        label={t("account:webhooks.types")}
        options={page.types}
        chosen={failure?.values?.types?.split(" ") ?? page.types.map(({ value }) => value)}
      />
      <Checkbox
        name="ownOnly"
        label={t("account:webhooks.ownOnly")}
        help={page.isStaff ? undefined : t("account:webhooks.ownOnlyHelp")}
        defaultChecked={!page.isStaff}
      />
      <Select
        name="city"
        label={t("account:webhooks.city")}
        options={page.cities}
        empty={t("account:webhooks.any")}
      />
      <Select
        name="category"
        label={t("account:webhooks.category")}
        options={page.categories}
        empty={t("account:webhooks.any")}
      />
      <TextField
        name="venue"
        label={t("account:webhooks.venue")}
        help={t("account:webhooks.venueHelp")}
        dir="ltr"
        maxLength={300}
      />
      <TextField
        name="organizer"
        label={t("account:webhooks.organizer")}
        help={t("account:webhooks.organizerHelp")}
        dir="ltr"
        maxLength={300}
      />
      <FormBar submit={t("account:webhooks.create")} intent="create-webhook" />
    </Form>
  );
}
