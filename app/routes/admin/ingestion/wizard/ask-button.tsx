import { type MouseEvent, useRef, useState } from "react";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";

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
