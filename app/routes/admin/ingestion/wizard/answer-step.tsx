import { Button } from "@mantine/core";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";
import { AskButton } from "./ask-button";

/** The second step: the assistant's answer, pasted, dropped as a file, or asked for here. */
export function AnswerStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { answer } = view;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isDropping, setDropping] = useState(false);
  const [text, setText] = useState(refusal?.answer ?? answer?.text ?? "");
  // Without a script the model's answer comes with the page.
  useEffect(() => {
    if (refusal?.answer != null) setText(refusal.answer);
  }, [refusal]);
  if (!answer || view.id === null) return null;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setText(await file.text());
    field.current?.focus();
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setDropping(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Form method="post" encType="multipart/form-data" action={view.action} className={classes.form} noValidate preventScrollReset>
      <StepRefusal refusal={refusal} />
      {answer.model && <AskButton wizard={view.id} model={answer.model} onText={setText} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped here; the field for files below does the same by keyboard */}
      <div
        className={`${classes.field} ${classes.answer}`}
        data-dropping={isDropping || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={drop}
      >
        <label htmlFor="answer">{t("ingestion:wizard.answer", { provider: answer.provider })}</label>
        <textarea
          ref={field}
          id="answer"
          name="rawResponse"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={14}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          aria-describedby="answer-help"
          aria-invalid={refusal?.message ? true : undefined}
        />
        <p id="answer-help" className={classes.quiet}>
          {answer.kept ? t("ingestion:wizard.kept", { count: answer.kept }) : t("ingestion:wizard.answerHelp")}
        </p>
        {answer.kept && <input type="hidden" name="kept" value="1" />}
      </div>
      <div className={classes.field}>
        <label htmlFor="answer-file">{t("ingestion:wizard.file")}</label>
        <input
          id="answer-file"
          name="file"
          type="file"
          accept=".json,.txt,.md,application/json,text/plain"
          onChange={(event) => {
            const { currentTarget } = event;
            void take(currentTarget.files?.[0]).then(() => {
              // What is in the field now is what counts, corrected or not.
              currentTarget.value = "";
            });
          }}
        />
      </div>
      <div className={classes.end}>
        <SubmitButton intent="back" variant="default">
          {t("ingestion:wizard.back")}
        </SubmitButton>
        <Button component={Link} to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </Button>
        {/* It reads what stands in the field, as the other one does: a link would go on with the answer of before. */}
        {view.next && (
          <SubmitButton intent="next" variant="default">
            {t("ingestion:wizard.next")}
          </SubmitButton>
        )}
        <SubmitButton intent="parse">{t("ingestion:wizard.parse")}</SubmitButton>
      </div>
    </Form>
  );
}
