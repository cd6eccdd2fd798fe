import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "~/lib/paths";
import type { RunListView } from "~/routes/admin/ingestion/runs.server";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Empty } from "~/ui/empty";
import { Stats } from "~/ui/facts";
import { Form } from "~/ui/form";
import { IconButton } from "~/ui/icon-button";
import { Link, Form as PlainForm } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SegmentedLinks } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { numberColumn, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { PageLinks } from "../page-links";
import { RunProgress, RunStatusBadge } from "../run-status";
import classes from "../runs.module.css";

/** Poll interval of the active runs, ms. */
const EVERY = 4_000;

/** Page `/admin/ai-ingestion`: active and past runs. */
export function RunList({ view }: { view: RunListView }) {
  const { t } = useText();
  const hasActive = view.tab === "active" && view.runs.length > 0;
  useNews(hasActive);
  return (
    <main id="main">
      <PageHead
        title={t("ingestion:runs.title")}
        lead={t("ingestion:runs.lead")}
        actions={
          <LinkButton to={paths.adminNewIngestion()} icon="plus">
            {t("ingestion:runs.new")}
          </LinkButton>
        }
      />
      <Stats items={view.stats} />
      <div className={classes.lists}>
        <Section title={t("ingestion:candidates.title")}>
          <SegmentedLinks
            label={t("ingestion:candidates.title")}
            options={view.lists.map(({ status, label, count, href }) => ({
              value: status,
              label: `${label} ${count}`,
              href,
            }))}
            current=""
          />
        </Section>
      </div>
      <Tabs label={t("ingestion:runs.tabs")} tabs={view.tabs} current={view.tab} />
      {view.tab === "history" && <Filters view={view} />}
      {view.runs.length === 0 ? (
        <Empty
          title={t(
            view.tab === "active"
              ? "ingestion:runs.noneActive"
              : view.query.q || view.query.status
                ? "ingestion:runs.noneFound"
                : "ingestion:runs.noneEnded",
          )}
        />
      ) : (
        <Runs view={view} />
      )}
      {hasActive && (
        <Meta>
          <Link className="rd-link" to={view.here} reloadDocument>
            {t("ingestion:runs.reload")}
          </Link>
        </Meta>
      )}
      <PageLinks start={view.start} previous={view.previous} next={view.next} total={view.total} />
      {view.deletion && (
        <ConfirmDialog
          key={view.deletion.id}
          open
          question={view.deletion.question}
          text={view.deletion.text}
          cancelHref={view.here}
          cancelLabel={t("ingestion:run.keep")}
        >
          <PlainForm method="post" action={view.here}>
            <SubmitButton intent={`delete:${view.deletion.id}`} danger>
              {t("ingestion:run.delete")}
            </SubmitButton>
          </PlainForm>
        </ConfirmDialog>
      )}
    </main>
  );
}

/** Revalidates the page's data while a run is active and the tab is visible. */
function useNews(isOn: boolean) {
  const { revalidate, state } = useRevalidator();
  const isBusy = useRef(false);
  isBusy.current = state !== "idle";
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (!document.hidden && !isBusy.current) revalidate();
    }, EVERY);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}

function Filters({ view: { query, statuses, rowChoices } }: { view: RunListView }) {
  const { t } = useText();
  return (
    <Form
      method="get"
      action={paths.adminIngestion()}
      role="search"
      key={`${query.q} ${query.status} ${query.rows}`}
      isRow
    >
      <TextField
        label={t("ingestion:runs.search")}
        type="search"
        name="q"
        defaultValue={query.q}
        maxLength={100}
        dir="auto"
        autoComplete="off"
      />
      <Select
        name="status"
        label={t("ingestion:runs.status")}
        defaultValue={query.status ?? ""}
        empty={t("ingestion:runs.anyStatus")}
        options={statuses}
      />
      <Select
        name="rows"
        label={t("ingestion:runs.rows")}
        defaultValue={String(query.rows)}
        options={rowChoices.map(({ value, label }) => ({ value: String(value), label }))}
      />
      <input type="hidden" name="tab" value="history" />
      <Button type="submit">{t("ingestion:runs.show")}</Button>
    </Form>
  );
}

function Runs({ view }: { view: RunListView }) {
  const { t } = useText();
  return (
    <PlainForm method="post" action={view.here} preventScrollReset>
      <Table
        label={t("ingestion:runs.table")}
        rows={view.runs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "id",
            head: t("ingestion:run.id"),
            isHead: true,
            cell: (run) => (
              <div>
                <Link className="rd-link" to={run.href} title={run.id}>
                  <bdi>{run.shortId}</bdi>
                </Link>
                <Meta>{run.created}</Meta>
              </div>
            ),
          },
          { key: "source", head: t("ingestion:run.sourceLabel"), cell: ({ source }) => source },
          {
            key: "city",
            head: t("ingestion:run.city"),
            cell: ({ city, month }) => (
              <div>
                <bdi>{city}</bdi>
                <Meta>{month}</Meta>
              </div>
            ),
          },
          {
            key: "status",
            head: t("ingestion:run.status"),
            cell: (run) => (
              <div>
                <RunStatusBadge status={run.status} statusLabel={run.statusLabel} />
                {run.isActive && (
                  <RunProgress
                    progress={run.progress}
                    label={t("ingestion:run.progressOf", { run: run.shortId })}
                  />
                )}
              </div>
            ),
          },
          numberColumn("events", t("ingestion:run.events")),
          numberColumn("duration", t("ingestion:run.duration")),
          {
            key: "actions",
            head: t("ingestion:run.actions"),
            cell: (run) => <RunActions run={run} />,
          },
        ]}
      />
    </PlainForm>
  );
}

function RunActions({ run }: { run: RunListView["runs"][number] }) {
  const { t } = useText();
  const label = (name: "view" | "retry" | "cancel" | "delete") =>
    t(`ingestion:run.actionOf.${name}`, { run: run.shortId });
  return (
    <span className="rd-row">
      <IconButton to={run.href} icon="eye" label={label("view")} />
      {run.may.retry && (
        <IconButton
          type="submit"
          name="intent"
          value={`retry:${run.id}`}
          icon="refresh"
          label={label("retry")}
        />
      )}
      {run.may.cancel && (
        <IconButton
          type="submit"
          name="intent"
          value={`cancel:${run.id}`}
          icon="ban"
          label={label("cancel")}
        />
      )}
      {run.may.delete && (
        <IconButton to={run.deleteHref} preventScrollReset icon="trash" label={label("delete")} />
      )}
    </span>
  );
}
