import { Button } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import directory from "~/components/admin/directory.module.css";
import { Scroller } from "~/components/admin/scroller";
import { paths } from "~/lib/paths";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import type { RunListView } from "../ingestion-view";
import { PageLinks } from "../page-links";
import { RunProgress, RunStatusBadge } from "../run-status";
import classes from "../runs.module.css";

/** How often the tab of active runs looks for what is new, ms. */
const EVERY = 4_000;

/** /admin/ai-ingestion: what is running, and what has run. */
export function RunList({ view }: { view: RunListView }) {
  const { t } = useText();
  const hasActive = view.tab === "active" && view.runs.length > 0;
  useNews(hasActive);
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("ingestion:runs.title")}</h1>
        <Button component={Link} to={paths.adminNewIngestion()} leftSection={<Icon name="plus" />}>
          {t("ingestion:runs.new")}
        </Button>
        <p>{t("ingestion:runs.lead")}</p>
      </header>
      <dl className={classes.stats}>
        {view.stats.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <nav className={classes.lists} aria-label={t("ingestion:candidates.title")}>
        <h2>{t("ingestion:candidates.title")}</h2>
        <ul>
          {view.lists.map(({ status, label, count, href }) => (
            <li key={status}>
              <Link to={href}>
                {label} <b>{count}</b>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.tabs}>
        <Tabs label={t("ingestion:runs.tabs")} tabs={view.tabs} current={view.tab} />
      </div>
      {view.tab === "history" && <Filters view={view} />}
      {view.runs.length === 0 ? (
        <p className={page.empty}>
          {t(
            view.tab === "active"
              ? "ingestion:runs.noneActive"
              : view.query.q || view.query.status
                ? "ingestion:runs.noneFound"
                : "ingestion:runs.noneEnded",
          )}
        </p>
      ) : (
        <Table view={view} />
      )}
      {hasActive && (
        <p className={classes.reload}>
          <Link className="rd-link" to={view.here} reloadDocument>
            {t("ingestion:runs.reload")}
          </Link>
        </p>
      )}
      <PageLinks start={view.start} previous={view.previous} next={view.next} />
      {view.deletion && (
        <ConfirmDialog
          key={view.deletion.id}
          open
          question={view.deletion.question}
          text={view.deletion.text}
          cancelHref={view.here}
          cancelLabel={t("ingestion:run.keep")}
        >
          <Form method="post" action={view.here}>
            <SubmitButton intent={`delete:${view.deletion.id}`} danger>
              {t("ingestion:run.delete")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
    </main>
  );
}

/** Asks for the page's data again while something runs and somebody looks. */
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
    <Form action={paths.adminIngestion()} role="search" className={directory.filters} key={`${query.q} ${query.status} ${query.rows}`}>
      <input type="hidden" name="tab" value="history" />
      <label>
        {t("ingestion:runs.search")}
        <input type="search" name="q" defaultValue={query.q} maxLength={100} dir="auto" autoComplete="off" />
      </label>
      <Choice
        name="status"
        label={t("ingestion:runs.status")}
        chosen={query.status}
        choices={[{ value: "", label: t("ingestion:runs.anyStatus") }, ...statuses]}
      />
      <Choice name="rows" label={t("ingestion:runs.rows")} chosen={query.rows} choices={rowChoices} />
      <Button type="submit">{t("ingestion:runs.show")}</Button>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  chosen: string | number;
  choices: readonly { value: string | number; label: string }[];
}

function Choice({ name, label, chosen, choices }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Table({ view }: { view: RunListView }) {
  const { t } = useText();
  return (
    <Form method="post" action={view.here} preventScrollReset>
      <Scroller label={t("ingestion:runs.table")}>
        <table className={page.table} data-stacked>
          <thead>
            <tr>
              <th scope="col">{t("ingestion:run.id")}</th>
              <th scope="col">{t("ingestion:run.sourceLabel")}</th>
              <th scope="col">{t("ingestion:run.city")}</th>
              <th scope="col">{t("ingestion:run.status")}</th>
              <th scope="col" data-numeric>
                {t("ingestion:run.events")}
              </th>
              <th scope="col" data-numeric>
                {t("ingestion:run.duration")}
              </th>
              <th scope="col">{t("ingestion:run.actions")}</th>
            </tr>
          </thead>
          <tbody>
            {view.runs.map((run) => (
              <tr key={run.id}>
                <td>
                  <span className={classes.id}>
                    <Link className="rd-link" to={run.href} title={run.id}>
                      <bdi>{run.shortId}</bdi>
                    </Link>
                    <small>{run.created}</small>
                  </span>
                </td>
                <td data-label={t("ingestion:run.sourceLabel")}>{run.source}</td>
                <td data-label={t("ingestion:run.city")}>
                  <span className={classes.id}>
                    <bdi>{run.city}</bdi>
                    <small>{run.month}</small>
                  </span>
                </td>
                <td data-label={t("ingestion:run.status")}>
                  <RunStatusBadge status={run.status} statusLabel={run.statusLabel} />
                  {run.isActive && <RunProgress progress={run.progress} label={t("ingestion:run.progressOf", { run: run.shortId })} />}
                </td>
                <td data-numeric data-label={t("ingestion:run.events")}>
                  {run.events}
                </td>
                <td data-numeric data-label={t("ingestion:run.duration")}>
                  {run.duration}
                </td>
                <td>
                  <RunActions run={run} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Form>
  );
}

function RunActions({ run }: { run: RunListView["runs"][number] }) {
  const { t } = useText();
  const named = (name: "view" | "retry" | "cancel" | "delete") => {
    const label = t(`ingestion:run.actionOf.${name}`, { run: run.shortId });
    return { "aria-label": label, title: label };
  };
  return (
    <span className={classes.actions}>
      <Link to={run.href} {...named("view")}>
        <Icon name="eye" />
      </Link>
      {run.may.retry && (
        <button type="submit" name="intent" value={`retry:${run.id}`} {...named("retry")}>
          <Icon name="refresh" />
        </button>
      )}
      {run.may.cancel && (
        <button type="submit" name="intent" value={`cancel:${run.id}`} {...named("cancel")}>
          <Icon name="ban" />
        </button>
      )}
      {run.may.delete && (
        <Link to={run.deleteHref} preventScrollReset {...named("delete")}>
          <Icon name="trash" />
        </Link>
      )}
    </span>
  );
}
