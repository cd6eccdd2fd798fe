import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../candidates.module.css";
import { CorrectionFields } from "../correction-fields";
import { EntryFacts, IssueList } from "../entry-facts";
import { StepRefusal } from "../step-parts";
import type { CandidateDetailView, CandidateRefusal } from "./candidate.server";

interface CandidateDetailProps {
  view: CandidateDetailView;
  refusal: CandidateRefusal | null;
}

/** Page of a candidate: facts and the form of all its values. It is decided in the inbox. */
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
          <LinkButton to={candidate.decide} icon="inbox">
            {t("ingestion:candidate.decide")}
          </LinkButton>
        )}
      </Card>
      {candidate.isOpen && <Mending key={candidate.version} view={view} refusal={refusal} />}
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
          <SubmitButton intent="save-decide">{t("ingestion:candidate.saveDecide")}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
