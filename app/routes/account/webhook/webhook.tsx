import { WebhookSecret } from "~/components/account/webhook-secret";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Form as PlainForm } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import type { webhookLoader } from "./webhook.server";

type Page = Awaited<ReturnType<typeof webhookLoader>>;

interface WebhookProps {
  page: Page;
  failure: FormFailure | undefined;
  /** A new secret, shown only once. */
  secret: string | undefined;
}

/** Page `/account/webhooks/:webhookId`: its buttons and its log. */
export function Webhook({ page, failure, secret }: WebhookProps) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={<bdi dir="ltr">{page.url}</bdi>} lead={page.about} />
      <Section
        isBeside
        title={t("account:webhooks.controls")}
        lead={t("account:webhooks.controlsLead")}
      >
        {secret && <WebhookSecret secret={secret} />}
        {page.isOffByFailures && <Alert tone="bad">{t("account:webhooks.offByFailures")}</Alert>}
        <Form name="webhook" failure={failureOfForm(failure, "webhook")}>
          {page.isOn ? (
            <FormBar submit={t("account:webhooks.test")} intent="test-webhook" isQuiet>
              <SubmitButton intent="new-secret" variant="default">
                {t("account:webhooks.rotate")}
              </SubmitButton>
              <SubmitButton intent="switch-off" variant="default">
                {t("account:webhooks.switchOff")}
              </SubmitButton>
              <SubmitButton intent="delete-webhook" danger>
                {t("account:webhooks.delete")}
              </SubmitButton>
            </FormBar>
          ) : (
            <FormBar submit={t("account:webhooks.switchOn")} intent="switch-on">
              <SubmitButton intent="delete-webhook" danger>
                {t("account:webhooks.delete")}
              </SubmitButton>
            </FormBar>
          )}
        </Form>
      </Section>
      <Section
        isBeside
        id="log"
        title={t("account:webhooks.log")}
        lead={t("account:webhooks.logLead")}
      >
        {page.deliveries.length === 0 ? (
          <p>{t("account:webhooks.logEmpty")}</p>
        ) : (
          <List>
            {page.deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} canResend={page.isOn} />
            ))}
          </List>
        )}
      </Section>
    </main>
  );
}

const TONES = { pending: "waiting", sent: "good", dead: "bad" } as const;

function Delivery({
  delivery,
  canResend,
}: {
  delivery: Page["deliveries"][number];
  canResend: boolean;
}) {
  const { t } = useText();
  const { id, type, event, status, when, answer } = delivery;
  return (
    <ListItem
      to={event ?? undefined}
      title={<bdi dir="ltr">{type}</bdi>}
      meta={
        <>
          <Badge tone={TONES[status]}>{t(`account:webhooks.status.${status}`)}</Badge> {when}
          {answer && (
            <>
              {" · "}
              <bdi dir="ltr">{answer}</bdi>
            </>
          )}
        </>
      }
      end={
        canResend &&
        status !== "pending" && (
          <PlainForm method="post" preventScrollReset>
            <input type="hidden" name="delivery" value={id} />
            <SubmitButton
              intent="resend"
              variant="default"
              size="sm"
              label={`${t("account:webhooks.resend")}: ${type}`}
            >
              {t("account:webhooks.resend")}
            </SubmitButton>
          </PlainForm>
        )
      }
    />
  );
}
