import { KEEPS_SHELL } from "../../lib/pages/after-forms";
import type { CaseField } from "../../modules/review/inbox/correct-case.server";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Fold } from "../../ui/fold";
import { Form } from "../../ui/link";
import { Select } from "../../ui/select";
import { useText } from "../../ui/text";
import { TextField } from "../../ui/text-field";
import classes from "./correct-form.module.css";

/** The values of a case as its form shows them. */
export interface CorrectionView {
  subject: string;
  version: number;
  texts: Readonly<Record<CaseField, string>>;
  /** Whether it has several dates, which its own form changes. */
  isSeries: boolean;
  currencies: readonly { value: string; label: string }[];
}

/** A correction that was refused, with what was typed. */
export interface CorrectionFailureView {
  event: string;
  message: string | null;
  issues: Record<string, string>;
  texts: Partial<Record<CaseField, string>>;
}

interface CorrectFormProps {
  correction: CorrectionView;
  action: string;
  nextId: string | null;
  failure: CorrectionFailureView | null;
}

/**
 * Corrects what a decision rests on, in the case: E opens it, Ctrl S saves and approves, Escape
 * closes it.
 */
export function CorrectForm({ correction, action, nextId, failure }: CorrectFormProps) {
  const { t } = useText();
  const texts = { ...correction.texts, ...failure?.texts };
  const of = (name: CaseField) => ({
    id: `correct-${name}`,
    name,
    defaultValue: texts[name],
    error: failure?.issues[name],
    autoComplete: "off",
  });
  return (
    <div data-key="e">
      <Fold title={t("moderation:inbox.correct.title")} open={failure !== null} isQuiet>
        <Form
          method="post"
          action={action}
          className={classes.form}
          data-correct
          preventScrollReset
          noValidate
        >
          <input type="hidden" name="event" value={correction.subject} />
          <input type="hidden" name="version" value={correction.version} />
          {nextId && <input type="hidden" name="next" value={nextId} />}
          <input type="hidden" name={KEEPS_SHELL} value="1" />
          {failure?.message && (
            <Alert tone="bad" live="alert">
              {failure.message}
            </Alert>
          )}
          <TextField
            {...of("title")}
            label={t("ingestion:field.title")}
            dir="auto"
            lang="en"
            maxLength={500}
          />
          <TextField
            {...of("titleFa")}
            label={t("ingestion:field.titleFa")}
            dir="auto"
            lang="fa"
            maxLength={500}
          />
          {!correction.isSeries && (
            <div className={classes.row}>
              {(["date", "time", "endDate", "endTime"] as const).map((name) => (
                <TextField
                  key={name}
                  {...of(name)}
                  label={t(`ingestion:field.${name}`)}
                  dir="ltr"
                  maxLength={20}
                  placeholder={
                    name === "date" || name === "endDate"
                      ? t("ingestion:field.dateForm")
                      : t("ingestion:field.timeForm")
                  }
                />
              ))}
            </div>
          )}
          <TextField
            {...of("venue")}
            label={t("ingestion:field.venue")}
            dir="auto"
            maxLength={500}
          />
          <div className={classes.row}>
            <TextField
              {...of("price")}
              label={t("ingestion:field.price")}
              inputMode="decimal"
              dir="ltr"
              maxLength={30}
            />
            <Select
              id="correct-currency"
              name="currency"
              defaultValue={texts.currency}
              label={t("ingestion:field.currency")}
              options={correction.currencies}
            />
            <Checkbox
              id="correct-free"
              name="free"
              value="1"
              label={t("ingestion:field.free")}
              defaultChecked={texts.free === "1"}
            />
          </div>
          <div className="rd-row rd-gap-sm">
            <Button intent="correct" variant="default" size="sm">
              {t("ingestion:candidate.save")}
            </Button>
            <Button
              intent="correct-approve"
              size="sm"
              icon="check"
              aria-keyshortcuts="Control+S Meta+S"
            >
              {t("ingestion:candidate.saveApprove")}
            </Button>
            <small className="rd-quiet rd-needs-script">{t("moderation:inbox.correct.keys")}</small>
          </div>
        </Form>
      </Fold>
    </div>
  );
}
