import { AssistantFailed } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { assertCan } from "~/lib/permissions";
import { textStream } from "~/lib/text/text-stream";
import { findCityBySlug } from "~/modules/cities/queries.server";
import { askAssistant } from "~/modules/ingestion/ask-assistant.server";
import { readWizard } from "~/modules/ingestion/wizard-queries.server";
import { type IngestionContext, promptOf } from "../wizard.server";

/**
 * The model's answer to a wizard's prompt, as plain text and as it comes.
 * @throws AppError("not-found") without a model or for somebody else's wizard
 */
export async function modelAnswer({ deps, signedIn }: IngestionContext, request: Request): Promise<Response> {
  assertCan(signedIn, "ingestion:manage");
  if (!deps.assistant) throw new AppError("not-found");
  const wizard = await readWizard(deps, signedIn, fieldOf(await readForm(request), "wizard"));
  const city = await findCityBySlug(deps, wizard.values.city);
  if (!city) throw new AppError("conflict");
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "private, no-store, no-transform",
    // Compressed, it would be held back until there is enough of it.
    "Content-Encoding": "identity",
  };
  try {
    return new Response(await textStream(askAssistant(deps, signedIn, promptOf(wizard, city))), { headers });
  } catch (error) {
    // Before the first word; the page says so in the reader's language.
    if (error instanceof AssistantFailed) return new Response(null, { status: 502, headers });
    throw error;
  }
}
