import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckGroup } from "~/ui/check-group";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { RadioCards } from "~/ui/radio-cards";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../candidates.module.css";
import { CorrectionFields } from "../correction-fields";
import { EntryFacts, IssueList } from "../entry-facts";
import { ReasonField } from "../reason-field";
import { StepRefusal } from "../step-parts";
import type { CandidateDetailView, DuplicateView } from "./candidate.server";
import type { CandidateRefusal } from "./candidate-action.server";

interface CandidateDetailProps {
  view: CandidateDetailView;
  refusal: CandidateRefusal | null;
}

/** Page of a candidate: facts, correction form, duplicates and decision. */
export function CandidateDetail({ view, refusal }: CandidateDetailProps) {
  const { t } = useText();
  const { candidate } = view;
  return (
    <main id="main" className="rd-stack rd-gap-lg">
      <p>
        <Link className="rd-link" to={view.back}>
          {candidate.city} · {candidate.run.label}
        </Link>
      </p>
      <StepRefusal
        refusal={
          refusal && {
            message: refusal.message,
            issues: {},
            choice: null,
            answer: null,
            entries: {},
          }
        }
      />
      <Card>
        <EntryFacts
          entry={candidate}
          heading="h1"
          mark={<Badge tone={candidate.tone}>{candidate.statusLabel}</Badge>}
        />
        {view.picture && (
          <img
            className={classes.picture}
            src={view.picture}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        )}
        {candidate.description && (
          <p className={classes.description} dir="auto">
            {candidate.description}
          </p>
        )}
        <IssueList issues={candidate.findings} />
        {view.decided && (
          <Meta>
            {view.decided} {candidate.reason && <bdi>{candidate.reason}</bdi>}
          </Meta>
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
          <Form method="post" action={view.action} className="rd-row rd-gap-sm">
            <input type="hidden" name="version" value={candidate.version} />
            <SubmitButton intent="approve">{t("ingestion:candidate.approve")}</SubmitButton>
          </Form>
        )}
      </Card>
      {view.duplicates.map((duplicate) => (
        <Duplicate key={duplicate.id} duplicate={duplicate} view={view} />
      ))}
      {candidate.isOpen && <Mending key={candidate.version} view={view} refusal={refusal} />}
      {candidate.isOpen && (
        <Card as="section" id="rejection" title={t("ingestion:candidate.rejectTitle")}>
          <Form
            method="post"
            action={view.action}
            className={classes.rejection}
            noValidate
            preventScrollReset
          >
            <input type="hidden" name="version" value={candidate.version} />
            <ReasonField
              id="reason"
              max={view.reasonMax}
              initial={refusal?.reason ?? ""}
              issue={refusal?.issues.reason}
            />
            <SubmitButton intent="reject" variant="default">
              {t("ingestion:candidate.reject")}
            </SubmitButton>
          </Form>
        </Card>
      )}
    </main>
  );
}

function Mending({ view, refusal }: CandidateDetailProps) {
  const { t } = useText();
  const texts = refusal?.texts ?? view.texts;
  const issues = refusal?.issues ?? {};
  return (
    <Card as="section" id="mending" title={t("ingestion:candidate.mend")}>
      <Form
        method="post"
        encType="multipart/form-data"
        action={view.action}
        className="rd-stack rd-gap-sm"
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="version" value={view.candidate.version} />
        <CorrectionFields prefix="" texts={texts} issues={issues} choices={view.choices} />
        <div className={classes.pair}>
          <TextField
            name="imageUrl"
            label={t("ingestion:field.imageUrl")}
            help={t("ingestion:candidate.pictureHelp")}
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            maxLength={2000}
            placeholder="https://"
            defaultValue={texts.imageUrl}
            error={issues.imageUrl}
          />
          <TextField
            name="picture"
            label={t("ingestion:field.picture")}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
            error={issues.picture}
          />
        </div>
        <div className="rd-row rd-gap-sm">
          <SubmitButton intent="save" variant="default">
            {t("ingestion:candidate.save")}
          </SubmitButton>
          <SubmitButton intent="save-approve">{t("ingestion:candidate.saveApprove")}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** Possible duplicate beside the candidate: merge, keep both or reject. */
function Duplicate({ duplicate, view }: { duplicate: DuplicateView; view: CandidateDetailView }) {
  const { t } = useText();
  const heading = `duplicate-${duplicate.id}`;
  return (
    <Card
      as="section"
      id={heading}
      title={
        <>
          {t("ingestion:duplicate.title")} <small>{duplicate.similarity}</small>
        </>
      }
    >
      <div className={classes.pair}>
        <div>
          <Meta>{t("ingestion:duplicate.this")}</Meta>
          <EntryFacts entry={view.candidate} heading="h3" />
        </div>
        <div>
          <Meta>{duplicate.kindLabel}</Meta>
          <EntryFacts entry={duplicate} heading="h3" href={duplicate.href} />
        </div>
      </div>
      <Form method="post" action={view.action} className="rd-stack rd-gap-sm" preventScrollReset>
        <input type="hidden" name="version" value={view.candidate.version} />
        <input type="hidden" name="reason" value={view.duplicateReason} />
        {duplicate.kind === "event" && (
          <>
            <input type="hidden" name="eventVersion" value={duplicate.version} />
            <CheckGroup
              name="take"
              id={`take-${duplicate.id}`}
              label={t("ingestion:duplicate.takes")}
              options={view.mergeFields.map(({ name, label }) => ({ value: name, label }))}
              chosen={[]}
            />
          </>
        )}
        {duplicate.kind === "candidate" && (
          <>
            <input type="hidden" name="duplicateVersion" value={duplicate.version} />
            <RadioCards
              name="stays"
              id={`stays-${duplicate.id}`}
              label={t("ingestion:duplicate.stays")}
              options={[
                { value: view.candidate.id, label: t("ingestion:duplicate.this") },
                { value: duplicate.id, label: duplicate.kindLabel },
              ]}
              defaultValue={duplicate.isEarlier ? duplicate.id : view.candidate.id}
              isRow
            />
            <Meta>{t("ingestion:duplicate.fuller")}</Meta>
          </>
        )}
        <div className="rd-row rd-gap-sm">
          {duplicate.kind === "candidate" && (
            <Button intent={`join:${duplicate.id}`} leftSection={<Icon name="copy" size="s" />}>
              {t("ingestion:duplicate.join")}
            </Button>
          )}
          {duplicate.kind === "event" && (
            <Button intent={`merge:${duplicate.id}`} leftSection={<Icon name="copy" size="s" />}>
              {t("ingestion:duplicate.merge")}
            </Button>
          )}
          <Button intent={`keep:${duplicate.id}`} variant="default">
            {t("ingestion:duplicate.keep")}
          </Button>
          <Button intent="reject" variant="default">
            {t("ingestion:duplicate.reject")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
