import { Button } from "@mantine/core";
import { SubmitButton } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../candidates.module.css";
import { CorrectionFields } from "../correction-fields";
import { EntryFacts, IssueList } from "../entry-facts";
import type { CandidateDetailView, CandidateRefusalView, DuplicateView } from "../ingestion-view";
import { ReasonField } from "../reason-field";
import { StepIssue, StepRefusal } from "../step-parts";
import wizard from "../wizard.module.css";

interface CandidateDetailProps {
  view: CandidateDetailView;
  refusal: CandidateRefusalView | null;
}

/** One candidate, to be corrected, compared and decided on. */
export function CandidateDetail({ view, refusal }: CandidateDetailProps) {
  const { t } = useText();
  const { candidate } = view;
  return (
    <main id="main" className={classes.page}>
      <p>
        <Link className="rd-link" to={view.back}>
          {candidate.city} · {candidate.run.label}
        </Link>
      </p>
      <StepRefusal refusal={refusal && { message: refusal.message, issues: {}, choice: null, answer: null, entries: {} }} />
      <section className={`${page.panel} ${classes.panel}`}>
        <EntryFacts entry={candidate} heading="h1" mark={<Badge tone={candidate.tone}>{candidate.statusLabel}</Badge>} />
        {view.picture && <img className={classes.picture} src={view.picture} alt="" loading="lazy" referrerPolicy="no-referrer" />}
        {candidate.description && (
          <p className={classes.description} dir="auto">
            {candidate.description}
          </p>
        )}
        <IssueList issues={candidate.findings} />
        {view.decided && (
          <p className={wizard.quiet}>
            {view.decided} {candidate.reason && <bdi>{candidate.reason}</bdi>}
          </p>
        )}
        {view.mergedInto && (
          <p>
            <Link className="rd-link" to={view.mergedInto}>
              {t("ingestion:candidate.mergedInto")}
            </Link>
          </p>
        )}
        {candidate.event && (
          <p>
            <Link className="rd-link" to={candidate.event}>
              {t("ingestion:candidate.event")}
            </Link>
          </p>
        )}
        {candidate.isOpen && (
          <Form method="post" action={view.action} className={wizard.row}>
            <input type="hidden" name="version" value={candidate.version} />
            <SubmitButton intent="approve">{t("ingestion:candidate.approve")}</SubmitButton>
          </Form>
        )}
      </section>
      {view.duplicates.map((duplicate) => (
        <Duplicate key={duplicate.id} duplicate={duplicate} view={view} />
      ))}
      {candidate.isOpen && <Mending key={candidate.version} view={view} refusal={refusal} />}
      {candidate.isOpen && (
        <section className={`${page.panel} ${classes.panel}`} aria-labelledby="rejection">
          <h2 id="rejection">{t("ingestion:candidate.rejectTitle")}</h2>
          <Form method="post" action={view.action} className={classes.rejection} noValidate preventScrollReset>
            <input type="hidden" name="version" value={candidate.version} />
            <ReasonField id="reason" max={view.reasonMax} initial={refusal?.reason ?? ""} issue={refusal?.issues.reason} />
            <SubmitButton intent="reject" variant="default">
              {t("ingestion:candidate.reject")}
            </SubmitButton>
          </Form>
        </section>
      )}
    </main>
  );
}

function Mending({ view, refusal }: CandidateDetailProps) {
  const { t } = useText();
  const texts = refusal?.texts ?? view.texts;
  const issues = refusal?.issues ?? {};
  return (
    <section className={`${page.panel} ${classes.panel}`} aria-labelledby="mending">
      <h2 id="mending">{t("ingestion:candidate.mend")}</h2>
      <Form method="post" encType="multipart/form-data" action={view.action} className={wizard.form} noValidate preventScrollReset>
        <input type="hidden" name="version" value={view.candidate.version} />
        <CorrectionFields prefix="" texts={texts} issues={issues} choices={view.choices} />
        <div className={wizard.fields}>
          <div className={wizard.field}>
            <label htmlFor="imageUrl">{t("ingestion:field.imageUrl")}</label>
            <input
              id="imageUrl"
              name="imageUrl"
              type="text"
              inputMode="url"
              dir="ltr"
              autoComplete="off"
              maxLength={2000}
              placeholder="https://"
              defaultValue={texts.imageUrl}
              aria-invalid={issues.imageUrl ? true : undefined}
              aria-describedby={issues.imageUrl ? "imageUrl-issue picture-help" : "picture-help"}
            />
            <StepIssue id="imageUrl-issue" text={issues.imageUrl} />
          </div>
          <div className={wizard.field}>
            <label htmlFor="picture">{t("ingestion:field.picture")}</label>
            <input
              id="picture"
              name="picture"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              aria-invalid={issues.picture ? true : undefined}
              aria-describedby={issues.picture ? "picture-issue" : undefined}
            />
            <StepIssue id="picture-issue" text={issues.picture} />
          </div>
        </div>
        <p id="picture-help" className={wizard.quiet}>
          {t("ingestion:candidate.pictureHelp")}
        </p>
        <div className={wizard.row}>
          <SubmitButton intent="save" variant="default">
            {t("ingestion:candidate.save")}
          </SubmitButton>
          <SubmitButton intent="save-approve">{t("ingestion:candidate.saveApprove")}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** What it may be a duplicate of, beside it: merge, keep both, or reject. */
function Duplicate({ duplicate, view }: { duplicate: DuplicateView; view: CandidateDetailView }) {
  const { t } = useText();
  const heading = `duplicate-${duplicate.id}`;
  return (
    <section className={`${page.panel} ${classes.panel}`} aria-labelledby={heading}>
      <h2 id={heading}>
        {t("ingestion:duplicate.title")} <small className={wizard.quiet}>{duplicate.similarity}</small>
      </h2>
      <div className={classes.pair}>
        <div>
          <p className={wizard.quiet}>{t("ingestion:duplicate.this")}</p>
          <EntryFacts entry={view.candidate} heading="h3" />
        </div>
        <div>
          <p className={wizard.quiet}>{duplicate.kindLabel}</p>
          <EntryFacts entry={duplicate} heading="h3" href={duplicate.href} />
        </div>
      </div>
      <Form method="post" action={view.action} className={wizard.form} preventScrollReset>
        <input type="hidden" name="version" value={view.candidate.version} />
        <input type="hidden" name="reason" value={view.duplicateReason} />
        {duplicate.kind === "event" && (
          <>
            <input type="hidden" name="eventVersion" value={duplicate.version} />
            <fieldset className={classes.takes}>
              <legend>{t("ingestion:duplicate.takes")}</legend>
              {view.mergeFields.map(({ name, label }) => (
                <label key={name}>
                  <input type="checkbox" name="take" value={name} className="rd-tick" />
                  {label}
                </label>
              ))}
            </fieldset>
          </>
        )}
        {duplicate.kind === "candidate" && (
          <>
            <input type="hidden" name="duplicateVersion" value={duplicate.version} />
            <fieldset className={classes.takes}>
              <legend>{t("ingestion:duplicate.stays")}</legend>
              <label>
                <input type="radio" name="stays" value={view.candidate.id} className="rd-tick" defaultChecked={!duplicate.isEarlier} />
                {t("ingestion:duplicate.this")}
              </label>
              <label>
                <input type="radio" name="stays" value={duplicate.id} className="rd-tick" defaultChecked={duplicate.isEarlier} />
                {duplicate.kindLabel}
              </label>
            </fieldset>
            <p className={wizard.quiet}>{t("ingestion:duplicate.fuller")}</p>
          </>
        )}
        <div className={wizard.row}>
          {duplicate.kind === "candidate" && (
            <Button type="submit" name="intent" value={`join:${duplicate.id}`} leftSection={<Icon name="copy" size="s" />}>
              {t("ingestion:duplicate.join")}
            </Button>
          )}
          {duplicate.kind === "event" && (
            <Button type="submit" name="intent" value={`merge:${duplicate.id}`} leftSection={<Icon name="copy" size="s" />}>
              {t("ingestion:duplicate.merge")}
            </Button>
          )}
          <Button type="submit" name="intent" value={`keep:${duplicate.id}`} variant="default">
            {t("ingestion:duplicate.keep")}
          </Button>
          <Button type="submit" name="intent" value="reject" variant="default">
            {t("ingestion:duplicate.reject")}
          </Button>
        </div>
      </Form>
    </section>
  );
}
