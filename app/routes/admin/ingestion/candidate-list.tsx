import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { SegmentedLinks } from "~/ui/segmented";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import classes from "./candidates.module.css";
import type { CandidatesAnswer } from "./candidates-action.server";
import { EntryFacts, IssueList } from "./entry-facts";
import { PageLinks } from "./page-links";
import preview from "./preview.module.css";
import { ReasonField } from "./reason-field";
import type { CandidateListView, CandidateView, RunDetailView } from "./run.server";

/** Links that filter candidates by status. */
export function CandidateFilters({ filters }: Pick<RunDetailView, "filters">) {
  const { t } = useText();
  return (
    <SegmentedLinks
      label={t("ingestion:candidates.lists")}
      options={filters.map(({ status, label, count, href }) => ({
        value: status,
        label: `${label} ${count}`,
        href,
      }))}
      current={filters.find(({ isCurrent }) => isCurrent)?.status ?? ""}
    />
  );
}

interface CandidateListProps {
  list: CandidateListView;
  answer: CandidatesAnswer | null;
}

/** Candidates with single and bulk decisions. */
export function CandidateList({ list, answer }: CandidateListProps) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  const open = list.candidates.filter(({ isOpen }) => isOpen);
  const checkAll = (event: MouseEvent<HTMLButtonElement>) => {
    const boxes = [
      ...(form.current?.querySelectorAll<HTMLInputElement>('input[name="candidate"]') ?? []),
    ];
    const isWanted = boxes.some(({ checked }) => !checked);
    for (const box of boxes) box.checked = isWanted;
    event.currentTarget.blur();
  };
  return (
    <>
      <Results answer={answer} />
      {list.candidates.length === 0 ? (
        <Empty title={t("ingestion:candidates.none")} />
      ) : (
        <Form
          ref={form}
          method="post"
          action={list.action}
          className="rd-stack rd-gap-sm"
          preventScrollReset
          noValidate
        >
          {open.length > 0 && (
            <Button variant="default" size="sm" className="rd-needs-script" onClick={checkAll}>
              {t("ingestion:bulk.all")}
            </Button>
          )}
          <ul className="rd-stack rd-gap-sm">
            {list.candidates.map((candidate) => (
              <Candidate
                key={`${candidate.id} ${candidate.version}`}
                candidate={candidate}
                isChecked={answer?.checked.includes(candidate.id) ?? false}
              />
            ))}
          </ul>
          {open.length > 0 && <Bulk list={list} answer={answer} />}
        </Form>
      )}
      <PageLinks start={list.start} previous={list.previous} next={list.next} total={list.total} />
    </>
  );
}

interface CandidateProps {
  candidate: CandidateView;
  isChecked: boolean;
}

function Candidate({ candidate, isChecked }: CandidateProps) {
  const { t } = useText();
  const title = `\u2068${candidate.title}\u2069`;
  return (
    <li className={preview.entry} data-open={candidate.isOpen || undefined}>
      <div className={preview.take}>
        {candidate.isOpen && (
          <Checkbox
            name="candidate"
            value={candidate.id}
            defaultChecked={isChecked}
            aria-label={t("ingestion:bulk.choose", { title })}
          />
        )}
        <span aria-hidden="true">{candidate.number}</span>
      </div>
      <div className="rd-stack rd-gap-xs">
        <EntryFacts entry={candidate} heading="h2" href={candidate.href} />
        <Meta>
          <Badge tone={candidate.tone}>{candidate.statusLabel}</Badge>
          {candidate.isOpen && !candidate.hasPicture && (
            <span>
              <Icon name="photo-off" size="s" />
              {t("ingestion:candidate.noPicture")}
            </span>
          )}
          {candidate.event && (
            <Link className="rd-link" to={candidate.event}>
              {t("ingestion:candidate.event")}
            </Link>
          )}
          {candidate.reason && <bdi>{candidate.reason}</bdi>}
        </Meta>
        <IssueList issues={candidate.findings} />
        {candidate.isOpen && (
          <div className="rd-row rd-gap-sm">
            <input
              type="hidden"
              name={`title:${candidate.id}`}
              value={candidate.title.slice(0, 140)}
            />
            <input type="hidden" name={`version:${candidate.id}`} value={candidate.version} />
            <SubmitButton
              intent={`approve:${candidate.id}`}
              size="sm"
              variant="default"
              label={t("ingestion:candidate.approveOf", { title })}
            >
              {t("ingestion:candidate.approve")}
            </SubmitButton>
            <LinkButton
              to={candidate.href}
              variant="subtle"
              size="sm"
              aria-label={t("ingestion:candidate.reviewOf", { title })}
            >
              {t("ingestion:candidate.review")}
            </LinkButton>
          </div>
        )}
      </div>
    </li>
  );
}

function Bulk({ list, answer }: CandidateListProps) {
  const { t } = useText();
  const [isRejecting, setRejecting] = useState(answer?.reasonIssue != null);
  useEffect(() => {
    if (answer?.reasonIssue) setRejecting(true);
  }, [answer]);
  return (
    <section className={classes.bulk} aria-labelledby="bulk">
      <h3 id="bulk">{t("ingestion:bulk.title")}</h3>
      {answer?.message && (
        <Alert tone="bad" live="alert">
          {answer.message}
        </Alert>
      )}
      <div className="rd-row rd-gap-sm">
        <SubmitButton intent="bulk-approve">{t("ingestion:bulk.approve")}</SubmitButton>
        <details open={isRejecting} onToggle={(event) => setRejecting(event.currentTarget.open)}>
          <summary>{t("ingestion:bulk.rejectOpen")}</summary>
          <div className={classes.rejection}>
            <ReasonField
              id="bulk-reason"
              max={list.reasonMax}
              initial={answer?.reason ?? ""}
              issue={answer?.reasonIssue ?? undefined}
            />
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
  const summary = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each new result
  useEffect(() => summary.current?.focus(), [answer]);
  if (!answer?.results) return null;
  const { refused } = answer.results;
  return (
    <Alert
      ref={summary}
      tone={refused.length > 0 ? "bad" : "good"}
      title={answer.results.summary}
      isFocusable
    >
      <ul>
        {refused.map(({ id, title, href, text }) => (
          <li key={id}>
            <Link className="rd-link" to={href} dir="auto">
              {title}
            </Link>{" "}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
