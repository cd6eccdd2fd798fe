import { AssistantFailed } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { assertCan } from "~/lib/permissions";
import { textStream } from "~/lib/text/text-stream";
import { findCityBySlug } from "~/modules/cities/queries.server";
import { askAssistant } from "~/modules/intake/ingestion/ask-assistant.server";
import { readWizard } from "~/modules/intake/ingestion/wizard.server";
import { promptOf } from "../wizard.server";

/**
 * Streams the model's answer to a wizard's prompt as plain text.
 * @throws AppError("not-found") without a configured model or for another user's wizard
 */
export async function modelAnswer(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<Response> {
  assertCan(signedIn, "ingestion:manage");
  if (!deps.assistant) throw new AppError("not-found");
  const wizard = await readWizard(deps, signedIn, fieldOf(await readForm(request), "wizard"));
  const city = await findCityBySlug(deps, wizard.values.city);
  if (!city) throw new AppError("conflict");
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "private, no-store, no-transform",
    // Prevents compression, which would buffer the stream.
    "Content-Encoding": "identity",
  };
  try {
    return new Response(await textStream(askAssistant(deps, signedIn, promptOf(wizard, city))), {
      headers,
    });
  } catch (error) {
    // Failed before the first chunk. The page shows a localized message.
    if (error instanceof AssistantFailed) return new Response(null, { status: 502, headers });
    throw error;
  }
}
