import { type DragEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { type StepProps, StepRefusal } from "../step-parts";
import classes from "../wizard.module.css";

interface AskButtonProps {
  wizard: string;
  /** Name of the model. */
  model: string;
  /** Called with the text received so far. */
  onText: (text: string) => void;
}

type State = "idle" | "asking" | "done" | "failed";

/**
 * Button that asks the configured model and streams its answer. Without JavaScript the form waits
 * for the whole answer.
 */
export function AskButton({ wizard, model, onText }: AskButtonProps) {
  const { t } = useText();
  const [state, setState] = useState<State>("idle");
  const running = useRef<AbortController | null>(null);
  const ask = async (event: MouseEvent) => {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState("asking");
    try {
      const response = await fetch(paths.adminIngestionAnswer(), {
        method: "POST",
        body: new URLSearchParams({ wizard }),
        signal: controller.signal,
      });
      if (!response.ok || !response.body) throw new TypeError(String(response.status));
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        text += piece.value;
        onText(text);
      }
      setState(text.trim() === "" ? "failed" : "done");
    } catch {
      setState(controller.signal.aborted ? "idle" : "failed");
    }
  };
  return (
    <div className="rd-row rd-gap-sm">
      <Button
        intent="ask"
        variant="default"
        loading={state === "asking"}
        onClick={ask}
        leftSection={<Icon name="sparkles" size="s" />}
      >
        {t("ingestion:wizard.ask.press")}
      </Button>
      {state === "asking" && (
        <Button type="button" variant="subtle" onClick={() => running.current?.abort()}>
          {t("ingestion:wizard.ask.stop")}
        </Button>
      )}
      <span role="status">
        {state === "idle"
          ? t("ingestion:wizard.ask.help", { model })
          : t(`ingestion:wizard.ask.${state}`)}
      </span>
    </div>
  );
}

/** Second step: the assistant's answer, pasted, dropped as a file or generated here. */
export function AnswerStep({ view, refusal }: StepProps) {
  const { t } = useText();
  const { answer } = view;
  const [isDropping, setDropping] = useState(false);
  const [text, setText] = useState(refusal?.answer ?? answer?.text ?? "");
  // Without JavaScript the model's answer arrives with the page.
  useEffect(() => {
    if (refusal?.answer != null) setText(refusal.answer);
  }, [refusal]);
  if (!answer || view.id === null) return null;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setText(await file.text());
    document.getElementById("answer")?.focus();
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setDropping(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={view.action}
      className="rd-stack rd-gap-lg"
      noValidate
      preventScrollReset
    >
      <StepRefusal refusal={refusal} />
      {answer.model && <AskButton wizard={view.id} model={answer.model} onText={setText} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: drop target; the file input below is the keyboard alternative */}
      <div
        className={classes.answer}
        data-dropping={isDropping || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={drop}
      >
        <TextArea
          id="answer"
          name="rawResponse"
          label={t("ingestion:wizard.answer", { provider: answer.provider })}
          help={
            answer.kept
              ? t("ingestion:wizard.kept", { count: answer.kept })
              : t("ingestion:wizard.answerHelp")
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={14}
          isCode
          autoComplete="off"
        />
        {answer.kept && <input type="hidden" name="kept" value="1" />}
      </div>
      <TextField
        id="answer-file"
        name="file"
        label={t("ingestion:wizard.file")}
        type="file"
        accept=".json,.txt,.md,application/json,text/plain"
        onChange={(event) => {
          const { currentTarget } = event;
          void take(currentTarget.files?.[0]).then(() => {
            // The text area replaces the file, even after corrections.
            currentTarget.value = "";
          });
        }}
      />
      <div className={`${classes.end} rd-row`}>
        <SubmitButton intent="back" variant="default">
          {t("ingestion:wizard.back")}
        </SubmitButton>
        <LinkButton to={view.cancel} variant="default">
          {t("ingestion:wizard.cancel")}
        </LinkButton>
        {/* A submit button rather than a link, so that the field's current text is saved. */}
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
