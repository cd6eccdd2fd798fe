import { Alert } from "../../ui/alert";
import { CodeView } from "../../ui/code-view";
import { useText } from "../../ui/text";

/** The secret of a webhook, in the answer that made it. */
export function WebhookSecret({ secret }: { secret: string }) {
  const { t } = useText();
  return (
    <Alert tone="good" title={t("account:webhooks.madeTitle")}>
      <p>{t("account:webhooks.madeLead")}</p>
      <CodeView label={t("account:webhooks.secret")} code={secret} />
    </Alert>
  );
}
