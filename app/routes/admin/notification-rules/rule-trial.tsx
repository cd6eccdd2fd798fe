import type { RulesView, TrialView } from "~/lib/pages/rule-views";
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
import { CompetingRules } from "./competing-rules";

/** Dry run: recipients of a rule for a selected event. Sends nothing. */
export function RuleTrial({ page: { form, sentence, trial, competing } }: { page: RulesView }) {
  const { t } = useText();
  if (!trial) return null;
  return (
    <main id="main">
      <PageHead title={t("admin-news:trial.title")} lead={t("admin-news:trial.lead")} />
      <Section title={<bdi>{form.name}</bdi>}>
        <Alert>{sentence}</Alert>
        <CompetingRules competing={competing} />
      </Section>
      <Form method="get" role="search" isRow>
        <TextField label={t("admin-news:trial.event")} name="q" type="search" dir="auto" defaultValue={trial.query} maxLength={100} />
        <input type="hidden" name="rule" value={form.key} />
        <input type="hidden" name="try" value="1" />
        <Button type="submit" variant="default">
          {t("admin-news:trial.find")}
        </Button>
      </Form>
      {trial.choices.length > 0 && (
        <List>
          {trial.choices.map(({ id, title, about, href }) => (
            <ListItem key={id} title={<bdi>{title}</bdi>} to={href} end={about} />
          ))}
        </List>
      )}
      {trial.query !== "" && trial.choices.length === 0 && !trial.result && <Empty title={t("admin-news:trial.nothing")} />}
      {trial.result && <Outcome result={trial.result} />}
      <p>
        <Link className="rd-link" to={paths.adminNotificationRules({ rule: form.key })}>
          {t("admin-news:trial.back")}
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
          label={t("admin-news:trial.people")}
          rows={result.people}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "person",
              head: t("admin-news:trial.person"),
              isHead: true,
              cell: ({ name, email }) => (
                <div>
                  <bdi>{name}</bdi>
                  {email && <Meta>{email}</Meta>}
                </div>
              ),
            },
            { key: "why", head: t("admin-news:trial.why"), cell: ({ reason }) => reason },
            { key: "how", head: t("admin-news:trial.how"), cell: ({ how }) => how },
          ]}
        />
      )}
      {result.leftOut.length > 0 && (
        <Section title={t("admin-news:trial.leftOut")} level={3}>
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
