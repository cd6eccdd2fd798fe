import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { ButtonRow } from "~/ui/button-row";
import { Chart } from "~/ui/chart";
import { Empty } from "~/ui/empty";
import { Stats } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { DryRun, SourceForm } from "../source-form";
import type { DryRunAnswer } from "../source-form-answer.server";
import classes from "./source.module.css";
import type { sourcePage } from "./source.server";

type Page = Awaited<ReturnType<typeof sourcePage>>;

interface SourceViewProps {
  page: Page;
  answer: FormFailure | DryRunAnswer | undefined;
}

/** Page `/admin/sources/{id}`: a source's health, checks, items, proposals and settings. */
export function SourceView({ page, answer }: SourceViewProps) {
  const { t } = useText();
  const dryRun = answer && "dryRun" in answer ? answer : null;
  const failure = answer && !("dryRun" in answer) ? answer : undefined;
  return (
    <main id="main">
      <PageHead
        title={<bdi>{page.name}</bdi>}
        lead={page.lead}
        badges={<Badge tone={page.health.tone}>{page.health.state}</Badge>}
        actions={<StateForm page={page} failure={failureOfForm(failure, "state")} />}
      />
      <p className={classes.address}>
        <a className="rd-link" href={page.url} dir="ltr" rel="noreferrer" target="_blank">
          {page.url}
        </a>
      </p>
      {page.health.reason && (
        <Alert tone="bad" icon="plug-connected-x">
          {page.health.reason}
        </Alert>
      )}
      <div className={`${classes.columns} rd-stack rd-gap-lg`}>
        <div>
          {dryRun && <DryRun view={dryRun.dryRun} />}
          <Proposals page={page} />
          <Section title={t("sources:page.days")}>
            <Chart
              title={t("sources:page.daysLabel")}
              points={page.days}
              pointsLabel={t("sources:page.day")}
            />
            <Stats items={page.stats} />
          </Section>
          <Checks page={page} />
          <Items page={page} />
        </div>
        <aside>
          <Section title={t("sources:form.title")}>
            <SourceForm
              key={page.version}
              fields={dryRun ? dryRun.values : page.fields}
              options={page.options}
              version={page.version}
              failure={failureOfForm(failure, "source")}
            />
          </Section>
          <Deletion page={page} />
        </aside>
      </div>
    </main>
  );
}

function StateForm({
  page: { isPaused },
  failure,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  return (
    <Form name="state" failure={failure}>
      <ButtonRow>
        <SubmitButton intent={isPaused ? "resume" : "pause"} variant="default">
          {t(isPaused ? "sources:action.resume" : "sources:action.pause")}
        </SubmitButton>
        <SubmitButton intent="check" icon="refresh">
          {t("sources:action.check")}
        </SubmitButton>
      </ButtonRow>
    </Form>
  );
}

function Proposals({ page: { proposals } }: { page: Page }) {
  const { t } = useText();
  if (proposals.length === 0) return null;
  return (
    <Section title={t("sources:page.proposals")} lead={t("sources:page.proposalsLead")}>
      <ul className="rd-stack rd-gap-xs">
        {proposals.map(({ id, href, title, label, decide, at }) => (
          <li key={id} className="rd-row rd-gap-sm">
            <Link className="rd-link" to={href}>
              <bdi>{title}</bdi>
            </Link>
            <Badge tone="bad">{label}</Badge>
            <small>{at}</small>
            <LinkButton
              to={decide}
              variant="default"
              size="sm"
              icon="inbox"
              aria-label={t("ingestion:candidate.decideOf", { title: `\u2068${title}\u2069` })}
            >
              {t("ingestion:candidate.decide")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * The last check as a sum, with what was left out or read with a doubt, why, and its original text.
 */
function CheckReceipt({ receipt }: { receipt: NonNullable<Page["receipt"]> }) {
  const { t } = useText();
  const { checkId, left, leftOut, unnamed, beyond, doubtful, altered } = receipt;
  return (
    <>
      <p>{receipt.sum}</p>
      {beyond && <Alert tone="waiting">{beyond}</Alert>}
      {(left.length > 0 || unnamed) && (
        <Fold title={leftOut} isFramed>
          <List label={leftOut}>
            {left.map(({ key, title, reason, snippet, position, href }) => (
              <ListItem
                key={key}
                title={<bdi>{title}</bdi>}
                meta={reason}
                end={
                  href ? (
                    <Link className="rd-link" to={href}>
                      {t("sources:receipt.taken")}
                    </Link>
                  ) : (
                    <Form name={`take-${position}`}>
                      <input type="hidden" name="check" value={checkId} />
                      <input type="hidden" name="entry" value={position} />
                      <SubmitButton
                        intent="take"
                        variant="default"
                        size="sm"
                        label={`${t("sources:receipt.take")}: ${title}`}
                      >
                        {t("sources:receipt.take")}
                      </SubmitButton>
                    </Form>
                  )
                }
              >
                {snippet && <small dir="auto">{snippet}</small>}
              </ListItem>
            ))}
          </List>
          {unnamed && <p className="rd-quiet">{unnamed}</p>}
        </Fold>
      )}
      {doubtful.length > 0 && (
        <Fold title={altered} isFramed>
          <List label={altered}>
            {doubtful.map(({ key, title, href, reason, snippet }) => (
              <ListItem key={key} title={<bdi>{title}</bdi>} to={href} meta={reason}>
                {snippet && <small dir="auto">{snippet}</small>}
              </ListItem>
            ))}
          </List>
        </Fold>
      )}
    </>
  );
}

function Checks({ page: { checks, receipt } }: { page: Page }) {
  const { t } = useText();
  return (
    <Section title={t("sources:page.history")}>
      {receipt && <CheckReceipt receipt={receipt} />}
      {checks.length === 0 ? (
        <Empty icon="history" title={t("sources:page.noChecks")} />
      ) : (
        <Table
          label={t("sources:page.history")}
          rows={checks}
          rowKey={({ id }) => id}
          tone={({ tone }) => (tone === "bad" ? "bad" : undefined)}
          columns={[
            {
              key: "started",
              head: t("sources:column.started"),
              isHead: true,
              cell: ({ started }) => started,
            },
            {
              key: "result",
              head: t("sources:column.result"),
              cell: ({ status, tone, reason }) => (
                <>
                  <Badge tone={tone}>{status}</Badge> {reason && <small>{reason}</small>}
                </>
              ),
            },
            numberColumn("items", t("sources:column.items")),
            numberColumn("added", t("sources:column.added")),
            numberColumn("changed", t("sources:column.changed")),
            numberColumn("gone", t("sources:column.gone")),
            numberColumn("leftOut", t("sources:column.leftOut")),
            numberColumn("published", t("sources:column.published")),
            numberColumn("took", t("sources:column.took")),
          ]}
        />
      )}
    </Section>
  );
}

function Items({ page: { items, together } }: { page: Page }) {
  const { t } = useText();
  return (
    <Section
      title={t("sources:page.items")}
      actions={
        together && (
          <LinkButton to={together} size="sm" icon="inbox">
            {t("sources:page.together")}
          </LinkButton>
        )
      }
    >
      {items.length === 0 ? (
        <Empty icon="inbox" title={t("sources:page.noItems")} />
      ) : (
        <Table
          label={t("sources:page.items")}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "item",
              head: t("sources:column.item"),
              isHead: true,
              cell: ({ title, snippet }) => (
                <>
                  <bdi>{title}</bdi>
                  {snippet && (
                    <Fold title={t("sources:page.snippet")} isQuiet>
                      <p dir="auto">{snippet}</p>
                    </Fold>
                  )}
                </>
              ),
            },
            {
              key: "state",
              head: t("sources:column.state"),
              cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
            },
            { key: "changed", head: t("sources:column.changed"), cell: ({ changed }) => changed },
            {
              key: "link",
              head: t("sources:item.candidate"),
              cell: ({ link }) =>
                link && (
                  <Link className="rd-link" to={link.href}>
                    {link.label}
                  </Link>
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function Deletion({ page: { id, isDeleting } }: { page: Page }) {
  const { t } = useText();
  if (!isDeleting)
    return (
      <LinkButton
        to={paths.adminSource(id, { delete: 1 })}
        variant="subtle"
        color="red"
        preventScrollReset
      >
        {t("sources:action.delete")}
      </LinkButton>
    );
  return (
    <Form name="delete" action={paths.adminSource(id)}>
      <p>{t("sources:action.deleteLead")}</p>
      <FormBar
        submit={t("sources:action.sure")}
        intent="delete"
        danger
        cancel={{ href: paths.adminSource(id), label: t("sources:form.cancel") }}
      />
    </Form>
  );
}
