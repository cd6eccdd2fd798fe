import { Button } from "@mantine/core";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import directory from "~/components/admin/directory.module.css";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./candidates.module.css";
import { EntryFacts, IssueList } from "./entry-facts";
import type { CandidateListView, CandidatesAnswerView, CandidateView, RunDetailView } from "./ingestion-view";
import { PageLinks } from "./page-links";
import preview from "./preview.module.css";
import { ReasonField } from "./reason-field";
import runs from "./runs.module.css";
import wizard from "./wizard.module.css";

/** The lists of candidates by status. */
export function CandidateFilters({ filters }: Pick<RunDetailView, "filters">) {
  const { t } = useText();
  return (
    <nav className={runs.lists} aria-label={t("ingestion:candidates.lists")}>
      <ul>
        {filters.map(({ status, label, count, href, isCurrent }) => (
          <li key={status}>
            <Link to={href} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {label} {count !== null && <b>{count}</b>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface CandidateListProps {
  list: CandidateListView;
  answer: CandidatesAnswerView | null;
  showsRun?: boolean;
}

/** Candidates to be decided on, one by one or together. */
export function CandidateList({ list, answer, showsRun = false }: CandidateListProps) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  const open = list.candidates.filter(({ isOpen }) => isOpen);
  const checkAll = (event: MouseEvent<HTMLButtonElement>) => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="candidate"]') ?? [])];
    const isWanted = boxes.some(({ checked }) => !checked);
    for (const box of boxes) box.checked = isWanted;
    event.currentTarget.blur();
  };
  return (
    <>
      <Results answer={answer} />
      {list.candidates.length === 0 ? (
        <p className={page.empty}>{t("ingestion:candidates.none")}</p>
      ) : (
        <Form ref={form} method="post" action={list.action} className={classes.form} preventScrollReset noValidate>
          {open.length > 0 && (
            <div className={classes.all}>
              <Button type="button" variant="default" size="sm" className="rd-needs-script" onClick={checkAll}>
                {t("ingestion:bulk.all")}
              </Button>
            </div>
          )}
          <ul className={preview.entries}>
            {list.candidates.map((candidate) => (
              <Candidate
                key={`${candidate.id} ${candidate.version}`}
                candidate={candidate}
                isChecked={answer?.checked.includes(candidate.id) ?? false}
                showsRun={showsRun}
              />
            ))}
          </ul>
          {open.length > 0 && <Bulk list={list} answer={answer} />}
        </Form>
      )}
      <PageLinks start={list.start} next={list.next} />
    </>
  );
}

interface CandidateProps {
  candidate: CandidateView;
  isChecked: boolean;
  showsRun: boolean;
}

function Candidate({ candidate, isChecked, showsRun }: CandidateProps) {
  const { t } = useText();
  const title = `\u2068${candidate.title}\u2069`;
  return (
    <li className={preview.entry} data-open={candidate.isOpen || undefined}>
      <div className={preview.take}>
        {candidate.isOpen && (
          <input
            type="checkbox"
            name="candidate"
            value={candidate.id}
            defaultChecked={isChecked}
            className="rd-tick"
            aria-label={t("ingestion:bulk.choose", { title })}
          />
        )}
        <span aria-hidden="true">{candidate.number}</span>
      </div>
      <div className={preview.body}>
        <EntryFacts entry={candidate} heading="h3" href={candidate.href} />
        <p className={classes.state}>
          <Badge tone={candidate.tone}>{candidate.statusLabel}</Badge>
          {candidate.isOpen && !candidate.hasPicture && (
            <span className={wizard.quiet}>
              <Icon name="photo-off" size="s" />
              {t("ingestion:candidate.noPicture")}
            </span>
          )}
          {showsRun && (
            <Link className="rd-link" to={candidate.run.href}>
              {candidate.city} · {candidate.run.label}
            </Link>
          )}
          {candidate.event && (
            <Link className="rd-link" to={candidate.event}>
              {t("ingestion:candidate.event")}
            </Link>
          )}
          {candidate.reason && <bdi className={wizard.quiet}>{candidate.reason}</bdi>}
        </p>
        <IssueList issues={candidate.findings} />
        {candidate.isOpen && (
          <div className={wizard.row}>
            <input type="hidden" name={`title:${candidate.id}`} value={candidate.title.slice(0, 140)} />
            <input type="hidden" name={`version:${candidate.id}`} value={candidate.version} />
            <SubmitButton
              intent={`approve:${candidate.id}`}
              size="sm"
              variant="default"
              label={t("ingestion:candidate.approveOf", { title })}
            >
              {t("ingestion:candidate.approve")}
            </SubmitButton>
            <Button
              component={Link}
              to={candidate.href}
              variant="subtle"
              size="sm"
              aria-label={t("ingestion:candidate.reviewOf", { title })}
            >
              {t("ingestion:candidate.review")}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function Bulk({ list, answer }: Omit<CandidateListProps, "showsRun">) {
  const { t } = useText();
  const [isRejecting, setRejecting] = useState(answer?.reasonIssue != null);
  useEffect(() => {
    if (answer?.reasonIssue) setRejecting(true);
  }, [answer]);
  return (
    <section className={classes.bulk} aria-labelledby="bulk">
      <h3 id="bulk">{t("ingestion:bulk.title")}</h3>
      {answer?.message && (
        <p role="alert" className={wizard.issue}>
          <Icon name="alert-circle" size="s" />
          {answer.message}
        </p>
      )}
      <div className={wizard.row}>
        <SubmitButton intent="bulk-approve">{t("ingestion:bulk.approve")}</SubmitButton>
        <details open={isRejecting} className={preview.more} onToggle={(event) => setRejecting(event.currentTarget.open)}>
          <summary>{t("ingestion:bulk.rejectOpen")}</summary>
          <div className={classes.rejection}>
            <ReasonField id="bulk-reason" max={list.reasonMax} initial={answer?.reason ?? ""} issue={answer?.reasonIssue ?? undefined} />
            <SubmitButton intent="bulk-reject" variant="default">
              {t("ingestion:bulk.reject")}
            </SubmitButton>
          </div>
        </details>
      </div>
    </section>
  );
}

function Results({ answer }: Pick<CandidateListProps, "answer">) {
  const summary = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is read out anew
  useEffect(() => summary.current?.focus(), [answer]);
  if (!answer?.results) return null;
  return (
    <section ref={summary} className={`${page.panel} ${directory.results}`} tabIndex={-1} aria-labelledby="results">
      <h3 id="results">{answer.results.summary}</h3>
      <ul>
        {answer.results.refused.map(({ id, title, href, text }) => (
          <li key={id} data-refused>
            <Icon name="alert-circle" size="s" />
            <Link className="rd-link" to={href} dir="auto">
              {title}
            </Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
