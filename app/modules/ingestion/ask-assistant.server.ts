import { AssistantFailed, type Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { log } from "../../lib/runtime/log";
import { ANSWER_MAX } from "./parser/parse-answer";

/** Longer than any prompt of the wizard. */
const PROMPT_MAX = 20_000;

/**
 * Asks the model itself, where there is a key (decisions.md §11): its answer as it comes, for the wizard's second step.
 * @throws AppError("not-found") without a key, AppError("invalid") for a prompt that is none; AssistantFailed, also in the
 * middle: what came until then is no answer
 */
export async function* askAssistant(
  deps: Pick<Deps, "assistant">,
  actor: Actor | null,
  prompt: string,
): AsyncGenerator<string, void, undefined> {
  assertCan(actor, "ingestion:manage");
  if (!deps.assistant) throw new AppError("not-found");
  if (prompt.trim() === "" || prompt.length > PROMPT_MAX)
    throw new AppError("invalid", [{ path: "prompt", message: "errors:issue.value" }]);
  let length = 0;
  try {
    for await (const text of deps.assistant.ask(prompt)) {
      length += text.length;
      if (length > ANSWER_MAX) throw new AssistantFailed("cut");
      yield text;
    }
  } catch (error) {
    if (error instanceof AssistantFailed) log("warn", "assistant.failed", { reason: error.reason, status: error.status, length });
    throw error;
  }
}
