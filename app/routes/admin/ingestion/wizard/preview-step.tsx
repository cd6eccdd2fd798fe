import type { EntryView, PreviewView } from "~/routes/admin/ingestion/wizard-preview.server";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Fact, Facts } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { CorrectionFields } from "../correction-fields";
import { EntryFacts, IssueList } from "../entry-facts";
import classes from "../preview.module.css";
import { type StepProps, StepRefusal } from "../step-parts";
import wizard from "../wizard.module.css";
import type { WizardRefusal } from "./wizard-action.server";

/** Third step: extracted entries to correct or leave out. */
export function PreviewStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { preview } = view;
  if (!preview) return null;
  return (
    <Form
      method="post"
      action={view.action}
      className="rd-stack rd-gap-lg"
      noValidate
      preventScrollReset
      key={preview.page}
    >
      {/* Default button for Enter. */}
      <button
        type="submit"
        name="intent"
        value="save"
        className="rd-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name="answer" value={preview.answer} />
      <input type="hidden" name="page" value={preview.page} />
      <StepRefusal refusal={refusal} />
      <p className={classes.summary} role="status">
        <b>{preview.summary}</b>
        <span>
          <Icon name="circle-check" size="s" />
          {preview.sure}
        </span>
        {preview.doubtful && (
          <span data-doubt>
            <Icon name="alert-triangle" size="s" />
            {preview.doubtful}
          </span>
        )}
      </p>
      <ol className="rd-stack rd-gap-sm">
        {preview.entries.map((entry) => (
          <Entry
            key={entry.index}
            entry={entry}
            choices={preview.choices}
            refused={refusal?.entries[entry.index]}
          />
        ))}
      </ol>
      {preview.pages.length > 1 && <Pages pages={preview.pages} />}
      <div className={`${wizard.end} rd-row`}>
        <SubmitButton intent="back" variant="default">
          {t("ingestion:wizard.back")}
        </SubmitButton>
        <LinkButton to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </LinkButton>
        <SubmitButton intent="save" variant="default">
          {t("ingestion:preview.save")}
        </SubmitButton>
        <SubmitButton intent="next">{t("ingestion:wizard.next")}</SubmitButton>
      </div>
    </Form>
  );
}

function Pages({ pages }: Pick<PreviewView, "pages">) {
  const { t } = useText();
  return (
    <fieldset className="rd-row">
      <legend className="rd-hidden">{t("ingestion:preview.pages")}</legend>
      {pages.map(({ number, label, isCurrent }) => (
        <Button
          key={number}
          intent={`page:${number}`}
          variant={isCurrent ? undefined : "default"}
          size="sm"
          aria-current={isCurrent ? "page" : undefined}
          aria-label={t("ingestion:preview.page", { number })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

interface EntryProps {
  entry: EntryView;
  choices: PreviewView["choices"];
  refused: WizardRefusal["entries"][string] | undefined;
}

function Entry({ entry, choices, refused }: EntryProps) {
  const { t } = useText();
  const { index } = entry;
  const issues = refused?.issues ?? {};
  const isRefused = Object.keys(issues).length > 0;
  const texts = refused?.texts ?? entry.texts;
  return (
    <li className={classes.entry} data-leavable data-invalid={!entry.isValid || undefined}>
      <input type="hidden" name="entry" value={index} />
      <div className={classes.take}>
        <Checkbox
          name={`${index}.take`}
          id={`${index}.take`}
          defaultChecked={refused?.isTaken ?? entry.isTaken}
          aria-label={t("ingestion:preview.take", { title: `\u2068${entry.title}\u2069` })}
        />
        <span aria-hidden="true">{entry.number}</span>
      </div>
      <div className="rd-stack rd-gap-xs">
        <EntryFacts
          entry={entry}
          heading="h2"
          mark={entry.isCorrected && <Badge tone="info">{t("ingestion:preview.mended")}</Badge>}
        />
        {entry.duplicate && (
          <p className={classes.duplicate}>
            <Icon name="copy" size="s" />
            {entry.duplicate}
          </p>
        )}
        <IssueList issues={entry.issues} />
        <Fold
          title={
            <>
              {t("ingestion:preview.mend")} <span className="rd-hidden">{entry.title}</span>
            </>
          }
          open={isRefused}
        >
          <CorrectionFields
            key={JSON.stringify(entry.texts)}
            prefix={`${index}.`}
            texts={texts}
            issues={issues}
            choices={choices}
          />
        </Fold>
        {entry.origins.length > 0 && (
          <Fold
            title={
              <>
                {t("ingestion:preview.origins")} <span className="rd-hidden">{entry.title}</span>
              </>
            }
          >
            <Facts>
              {entry.origins.map(({ field, label, key, text, confidence, isSure }) => (
                <Fact
                  key={field}
                  term={
                    <>
                      {label} {isSure ? confidence : <Badge tone="waiting">{confidence}</Badge>}
                    </>
                  }
                >
                  {key && (
                    <code>
                      <bdi>{key}</bdi>
                    </code>
                  )}{" "}
                  <span dir="auto">{text}</span>
                </Fact>
              ))}
            </Facts>
          </Fold>
        )}
      </div>
    </li>
  );
}
