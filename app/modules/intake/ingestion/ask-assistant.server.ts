import { AssistantFailed, type Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { log } from "../../../lib/runtime/log";
import { ANSWER_MAX } from "../entries/parse-answer.server";

/** Maximum length of a prompt, characters; more than the wizard ever writes. */
const PROMPT_MAX = 20_000;

/**
 * Sends a prompt to the model, if a key is configured (decisions.md §11), and streams its answer
 * for the wizard's second step.
 * @throws not-found without a key; invalid for an empty or excessive prompt; AssistantFailed, also
 * midway: discard the partial answer
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
    if (error instanceof AssistantFailed)
      log("warn", "assistant.failed", { reason: error.reason, status: error.status, length });
    throw error;
  }
}
