import type { DecisionFailureView } from "~/components/moderation/case-view";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { groupPage } from "./group.server";

interface GroupProps {
  page: Awaited<ReturnType<typeof groupPage>>;
  failure: DecisionFailureView | null;
}

/**
 * Page `/admin/inbox/group`: what one source or run has found, in one list; those that need a look
 * stand apart.
 */
export function Group({ page, failure }: GroupProps) {
  const { t } = useText();
  return (
    <main id="main" className="rd-stack rd-gap-lg">
      <PageHead
        title={page.title}
        lead={page.lead}
        actions={
          <LinkButton to={page.back} variant="default" icon="inbox">
            {t("moderation:group.back")}
          </LinkButton>
        }
      />
      {page.isOnTrial && <Alert tone="waiting">{t("moderation:group.trial")}</Alert>}
      {failure?.message && (
        <Alert tone="bad" live="alert">
          {failure.message}
        </Alert>
      )}
      {page.clean.length + page.exceptions.length === 0 && (
        <Empty title={t("moderation:group.empty")} />
      )}
      {page.exceptions.length > 0 && <Exceptions page={page} />}
      {page.clean.length > 0 && (
        <Form method="post" action={page.action} className="rd-stack rd-gap-sm" noValidate>
          <Table
            label={t("moderation:group.clean")}
            rows={page.clean}
            rowKey={({ id }) => id}
            select={{
              name: "chosen",
              value: ({ name }) => name,
              label: ({ title }) => t("moderation:events.select", { title }),
              all: t("moderation:events.selectAll"),
              chosen: page.clean.map(({ name }) => name),
            }}
            columns={[
              {
                key: "title",
                head: t("moderation:group.event"),
                isHead: true,
                cell: (entry) => (
                  <>
                    <EntryLink entry={entry} />
                    <input type="hidden" name={`title:${entry.name}`} value={entry.title} />
                    <input type="hidden" name={`version:${entry.name}`} value={entry.version} />
                  </>
                ),
              },
              { key: "when", head: t("moderation:facts.when"), cell: ({ when }) => when },
              {
                key: "venue",
                head: t("moderation:facts.venue"),
                cell: ({ venue }) => <bdi>{venue}</bdi>,
              },
              { key: "price", head: t("moderation:facts.price"), cell: ({ price }) => price },
            ]}
          />
          {page.more && <p>{page.more}</p>}
          <Meta>{t("moderation:group.undo")}</Meta>
          <div className="rd-row" data-bottom-bar>
            <TextField
              name="reason"
              id="group-reason"
              label={t("moderation:events.bulk.reason")}
              defaultValue={failure?.reason}
              maxLength={page.reasonMax}
            />
            <Button intent="batch-reject" variant="default" color="red">
              {t("moderation:inbox.batch.reject")}
            </Button>
            {!page.isOnTrial && (
              <Button intent="batch-approve">{t("moderation:inbox.batch.approve")}</Button>
            )}
          </div>
        </Form>
      )}
    </main>
  );
}

function Exceptions({ page: { exceptions } }: Pick<GroupProps, "page">) {
  const { t } = useText();
  return (
    <Section
      title={t("moderation:group.exceptions", { count: exceptions.length })}
      lead={t("moderation:group.exceptionsLead")}
    >
      <Table
        label={t("moderation:group.exceptions", { count: exceptions.length })}
        rows={exceptions}
        rowKey={({ id }) => id}
        tone={() => "waiting"}
        columns={[
          {
            key: "title",
            head: t("moderation:group.event"),
            isHead: true,
            cell: (entry) => <EntryLink entry={entry} />,
          },
          {
            key: "reasons",
            head: t("moderation:group.reasons"),
            cell: ({ reasons }) => (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Section>
  );
}

function EntryLink({ entry }: { entry: GroupProps["page"]["clean"][number] }) {
  return (
    <Link className="rd-link" to={entry.href} dir="auto" lang={entry.titleLang}>
      {entry.title}
    </Link>
  );
}
