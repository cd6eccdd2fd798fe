import { Button } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import { CandidateFilters, CandidateList } from "../candidate-list";
import type { CandidatesAnswerView, RunDetailView, RunUpdate } from "../ingestion-view";
import { RunProgress, RunStatusBadge } from "../run-status";
import classes from "../runs.module.css";
import { LiveLog } from "./live-log";

/** A run: how far it is, what it says, and what came of it. */
export function RunDetail({ view, answer }: { view: RunDetailView; answer: CandidatesAnswerView | null }) {
  const { t } = useText();
  const address = useAddress();
  const { revalidate } = useRevalidator();
  const [news, setNews] = useState<RunUpdate | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's own data is newer then
  useEffect(() => setNews(null), [view.run]);
  const run = { ...view.run, ...news };
  const hear = (fresh: RunUpdate) => {
    setNews(fresh);
    // Candidates and buttons are others then.
    if (fresh.status !== view.run.status || fresh.progress.done !== run.progress.done) revalidate();
  };
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("ingestion:run.heading", { city: run.city })}</h1>
        <Form method="post" action={view.here} className={classes.buttons}>
          {view.run.may.cancel && (
            <SubmitButton intent="cancel" variant="default">
              {t("ingestion:run.cancel")}
            </SubmitButton>
          )}
          {view.run.may.retry && <SubmitButton intent="retry">{t("ingestion:run.retry")}</SubmitButton>}
          {view.run.may.delete && (
            <Button component={Link} to={view.deleteHref} variant="default" preventScrollReset leftSection={<Icon name="trash" size="s" />}>
              {t("ingestion:run.delete")}
            </Button>
          )}
        </Form>
        <p>{run.month}</p>
      </header>
      <div className={classes.run}>
        <section className={page.panel} aria-labelledby="facts">
          <h2 id="facts">{t("ingestion:run.facts")}</h2>
          <dl className={classes.facts}>
            <div>
              <dt>{t("ingestion:run.status")}</dt>
              <dd>
                <span role="status">
                  <RunStatusBadge status={run.status} statusLabel={run.statusLabel} />
                </span>
                {run.isActive && <RunProgress progress={run.progress} label={t("ingestion:run.progressOf", { run: run.shortId })} />}
              </dd>
            </div>
            <div>
              <dt>{t("ingestion:run.id")}</dt>
              <dd>
                <bdi>{run.id}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t("ingestion:run.sourceLabel")}</dt>
              <dd>{run.source}</dd>
            </div>
            <div>
              <dt>{t("ingestion:wizard.categoriesShort")}</dt>
              <dd>{run.categories}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.events")}</dt>
              <dd>{run.events}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.started")}</dt>
              <dd>{run.started}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.completed")}</dt>
              <dd>{run.completed}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.duration")}</dt>
              <dd>{run.duration}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.attempt")}</dt>
              <dd>{run.attempt}</dd>
            </div>
            <div>
              <dt>{t("ingestion:run.answer")}</dt>
              <dd>
                {run.answer.href ? (
                  <a className="rd-link" href={address(run.answer.href)} download>
                    {t("ingestion:run.answerFile")}
                  </a>
                ) : (
                  t("ingestion:run.answerGone")
                )}{" "}
                <small>{run.answer.kept}</small>
              </dd>
            </div>
            {run.lastError && (
              <div>
                <dt>{t("ingestion:run.error")}</dt>
                <dd>
                  <bdi>{run.lastError}</bdi>
                </dd>
              </div>
            )}
          </dl>
        </section>
        <LiveLog run={run.id} log={view.log} here={view.here} isActive={run.isActive} onNews={hear} />
      </div>
      <section className={classes.candidates} aria-labelledby="candidates">
        <h2 id="candidates">{t("ingestion:candidates.title")}</h2>
        <CandidateFilters filters={view.filters} />
        <CandidateList list={view.list} answer={answer} />
      </section>
      {view.isDeleting && (
        <ConfirmDialog
          open
          question={view.deletion.question}
          text={view.deletion.text}
          cancelHref={view.here}
          cancelLabel={t("ingestion:run.keep")}
        >
          <Form method="post" action={view.here}>
            <SubmitButton intent="delete" danger>
              {t("ingestion:run.delete")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
    </main>
  );
}
