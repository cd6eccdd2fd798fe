import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { RunDetailView, RunUpdate } from "~/routes/admin/ingestion/run.server";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Fact, Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { CandidateFilters, CandidateList } from "../candidate-list";
import { RunProgress, RunStatusBadge } from "../run-status";
import classes from "../runs.module.css";
import { LiveLog } from "./live-log";

/** Page of a run: progress, log and candidates. */
export function RunDetail({ view }: { view: RunDetailView }) {
  const { t } = useText();
  const address = useAddress();
  const { revalidate } = useRevalidator();
  const [update, setUpdate] = useState<RunUpdate | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer loader data replaces polled changes
  useEffect(() => setUpdate(null), [view.run]);
  const run = { ...view.run, ...update };
  const hear = (fresh: RunUpdate) => {
    setUpdate(fresh);
    // The candidates and buttons have changed.
    if (fresh.status !== view.run.status || fresh.progress.done !== run.progress.done) revalidate();
  };
  return (
    <main id="main">
      <PageHead
        title={t("ingestion:run.heading", { city: run.city })}
        lead={run.month}
        actions={
          <Form method="post" action={view.here} className="rd-row">
            {view.run.may.cancel && (
              <SubmitButton intent="cancel" variant="default">
                {t("ingestion:run.cancel")}
              </SubmitButton>
            )}
            {view.run.may.retry && (
              <SubmitButton intent="retry">{t("ingestion:run.retry")}</SubmitButton>
            )}
            {view.run.may.delete && (
              <LinkButton
                to={view.deleteHref}
                variant="default"
                preventScrollReset
                leftSection={<Icon name="trash" size="s" />}
              >
                {t("ingestion:run.delete")}
              </LinkButton>
            )}
          </Form>
        }
      />
      <div className={classes.run}>
        <Card as="section" id="facts" title={t("ingestion:run.facts")}>
          <Facts>
            <Fact term={t("ingestion:run.status")}>
              <span role="status">
                <RunStatusBadge status={run.status} statusLabel={run.statusLabel} />
              </span>
              {run.isActive && (
                <RunProgress
                  progress={run.progress}
                  label={t("ingestion:run.progressOf", { run: run.shortId })}
                />
              )}
            </Fact>
            <Fact term={t("ingestion:run.id")}>
              <bdi>{run.id}</bdi>
            </Fact>
            <Fact term={t("ingestion:run.sourceLabel")}>{run.source}</Fact>
            <Fact term={t("ingestion:wizard.categoriesShort")}>{run.categories}</Fact>
            <Fact term={t("ingestion:run.events")}>{run.events}</Fact>
            <Fact term={t("ingestion:run.started")}>{run.started}</Fact>
            <Fact term={t("ingestion:run.completed")}>{run.completed}</Fact>
            <Fact term={t("ingestion:run.duration")}>{run.duration}</Fact>
            <Fact term={t("ingestion:run.attempt")}>{run.attempt}</Fact>
            <Fact term={t("ingestion:run.answer")}>
              {run.answer.href ? (
                <a className="rd-link" href={address(run.answer.href)} download>
                  {t("ingestion:run.answerFile")}
                </a>
              ) : (
                t("ingestion:run.answerGone")
              )}{" "}
              <Meta>{run.answer.kept}</Meta>
            </Fact>
            {run.lastError && (
              <Fact term={t("ingestion:run.error")}>
                <bdi>{run.lastError}</bdi>
              </Fact>
            )}
          </Facts>
        </Card>
        <LiveLog
          run={run.id}
          log={view.log}
          here={view.here}
          isActive={run.isActive}
          onUpdate={hear}
        />
      </div>
      <Section title={t("ingestion:candidates.title")}>
        {view.together && (
          <p>
            <Link className="rd-link" to={view.together}>
              {t("ingestion:run.together")}
            </Link>
          </p>
        )}
        <CandidateFilters filters={view.filters} />
        <CandidateList list={view.list} />
      </Section>
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
