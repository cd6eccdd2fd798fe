import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { List, ListItem, Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { RulesView } from "./notification-rules.server";
import { CompetingRules } from "./rule-form";
import type { TrialView } from "./try-rule.server";

/** Dry run: recipients of a rule for a selected event. Sends nothing. */
export function RuleTrial({ page: { form, sentence, trial, competing } }: { page: RulesView }) {
  const { t } = useText();
  if (!trial) return null;
  return (
    <main id="main">
      <PageHead
        title={t("notification-admin:trial.title")}
        lead={t("notification-admin:trial.lead")}
      />
      <Section title={<bdi>{form.name}</bdi>}>
        <Alert>{sentence}</Alert>
        <CompetingRules competing={competing} />
      </Section>
      <Form method="get" role="search" isRow>
        <TextField
          label={t("notification-admin:trial.event")}
          name="q"
          type="search"
          dir="auto"
          defaultValue={trial.query}
          maxLength={100}
        />
        <input type="hidden" name="rule" value={form.key} />
        <input type="hidden" name="try" value="1" />
        <Button type="submit" variant="default">
          {t("notification-admin:trial.find")}
        </Button>
      </Form>
      {trial.choices.length > 0 && (
        <List>
          {trial.choices.map(({ id, title, about, href }) => (
            <ListItem key={id} title={<bdi>{title}</bdi>} to={href} end={about} />
          ))}
        </List>
      )}
      {trial.query !== "" && trial.choices.length === 0 && !trial.result && (
        <Empty title={t("notification-admin:trial.nothing")} />
      )}
      {trial.result && <Outcome result={trial.result} />}
      <p>
        <Link className="rd-link" to={paths.adminNotificationRules({ rule: form.key })}>
          {t("notification-admin:trial.back")}
        </Link>
      </p>
    </main>
  );
}

function Outcome({ result }: { result: NonNullable<TrialView["result"]> }) {
  const { t } = useText();
  return (
    <Section title={<bdi>{result.title}</bdi>} lead={result.about}>
      {result.note && <Alert>{result.note}</Alert>}
      <p>
        <strong>{result.total}</strong> {result.shown}
      </p>
      {result.people.length > 0 && (
        <Table
          label={t("notification-admin:trial.people")}
          rows={result.people}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "person",
              head: t("notification-admin:trial.person"),
              isHead: true,
              cell: ({ name, email }) => (
                <div>
                  <bdi>{name}</bdi>
                  {email && <Meta>{email}</Meta>}
                </div>
              ),
            },
            { key: "why", head: t("notification-admin:trial.why"), cell: ({ reason }) => reason },
            { key: "how", head: t("notification-admin:trial.how"), cell: ({ how }) => how },
          ]}
        />
      )}
      {result.leftOut.length > 0 && (
        <Section title={t("notification-admin:trial.leftOut")} level={3}>
          <ul>
            {result.leftOut.map(({ reason, count }) => (
              <li key={reason}>
                <strong>{count}</strong> {reason}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Section>
  );
}
