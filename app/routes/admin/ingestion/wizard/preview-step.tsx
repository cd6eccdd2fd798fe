import { Button } from "@mantine/core";
import { SubmitButton } from "~/components/account/account-parts";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CorrectionFields } from "../correction-fields";
import { EntryFacts, IssueList } from "../entry-facts";
import type { EntryView, PreviewView, WizardRefusalView } from "../ingestion-view";
import classes from "../preview.module.css";
import { type StepProps, StepRefusal } from "../step-parts";
import wizard from "../wizard.module.css";

/** The third step: each entry as it was understood, to be corrected or left out. */
export function PreviewStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { preview } = view;
  if (!preview) return null;
  return (
    <Form method="post" action={view.action} className={wizard.form} noValidate preventScrollReset key={preview.page}>
      {/* Enter in a field presses the first button of its form. */}
      <button type="submit" name="intent" value="save" className="rd-hidden" tabIndex={-1} aria-hidden="true" />
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
      <ol className={classes.entries}>
        {preview.entries.map((entry) => (
          <Entry key={entry.index} entry={entry} choices={preview.choices} refused={refusal?.entries[entry.index]} />
        ))}
      </ol>
      {preview.pages.length > 1 && <Pages pages={preview.pages} />}
      <div className={wizard.end}>
        <SubmitButton intent="back" variant="default">
          {t("ingestion:wizard.back")}
        </SubmitButton>
        <Button component={Link} to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </Button>
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
    <fieldset className={classes.pages}>
      <legend className="rd-hidden">{t("ingestion:preview.pages")}</legend>
      {pages.map(({ number, label, isCurrent }) => (
        <button
          key={number}
          type="submit"
          name="intent"
          value={`page:${number}`}
          aria-current={isCurrent ? "page" : undefined}
          aria-label={t("ingestion:preview.page", { number })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface EntryProps {
  entry: EntryView;
  choices: PreviewView["choices"];
  refused: WizardRefusalView["entries"][string] | undefined;
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
      <label className={classes.take}>
        <input
          type="checkbox"
          name={`${index}.take`}
          value="1"
          defaultChecked={refused?.isTaken ?? entry.isTaken}
          className="rd-tick"
          aria-label={t("ingestion:preview.take", { title: `\u2068${entry.title}\u2069` })}
        />
        <span aria-hidden="true">{entry.number}</span>
      </label>
      <div className={classes.body}>
        <EntryFacts entry={entry} heading="h2" mark={entry.isCorrected && <Badge tone="info">{t("ingestion:preview.mended")}</Badge>} />
        {entry.duplicate && (
          <p className={classes.duplicate}>
            <Icon name="copy" size="s" />
            {entry.duplicate}
          </p>
        )}
        <IssueList issues={entry.issues} />
        <div className={classes.folds}>
          <details className={classes.more} open={isRefused || undefined}>
            <summary>
              <Icon name="pencil" size="s" />
              {t("ingestion:preview.mend")}
              <span className="rd-hidden">{entry.title}</span>
            </summary>
            <CorrectionFields key={JSON.stringify(entry.texts)} prefix={`${index}.`} texts={texts} issues={issues} choices={choices} />
          </details>
          {entry.origins.length > 0 && (
            <details className={classes.more}>
              <summary>
                <Icon name="list-search" size="s" />
                {t("ingestion:preview.origins")}
                <span className="rd-hidden">{entry.title}</span>
              </summary>
              <dl className={classes.origins}>
                {entry.origins.map(({ field, label, key, text, confidence, isSure }) => (
                  <div key={field}>
                    <dt>
                      {label} <span data-doubt={isSure ? undefined : true}>{confidence}</span>
                    </dt>
                    <dd>
                      {key && (
                        <code>
                          <bdi>{key}</bdi>
                        </code>
                      )}
                      <span dir="auto">{text}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </div>
      </div>
    </li>
  );
}
