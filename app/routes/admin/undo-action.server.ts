import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { translatorFor } from "~/i18n/messages.server";
import { redirectTo, redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import {
  postponeDecisions,
  putAsideDecisions,
  undoDecision,
} from "~/modules/review/inbox/schedule-decision.server";

/** Decisions of one undo: more than one form makes. */
const MOST = 100;

/**
 * What the line of one's own decisions offers: undo, more time to undo, and putting failures aside.
 * @param back path of the page; of an undo, with the case that opens again
 * @returns null for another intent, or the answer that nothing could be undone
 * @throws Response the redirect back
 */
export async function undoAction(
  { deps, signedIn, locale }: Pick<SignedInContext, "deps" | "signedIn" | "locale">,
  request: Request,
  form: FormData,
  back: (name: string | null) => string,
) {
  const intent = fieldOf(form, "intent");
  if (intent === "more-time") {
    await postponeDecisions(deps, signedIn);
    throw redirectTo(request, back(null));
  }
  if (intent === "put-aside") {
    await putAsideDecisions(deps, signedIn);
    throw redirectTo(request, back(null));
  }
  if (intent !== "undo") return null;
  const ids = form
    .getAll("decision")
    .filter((id): id is string => typeof id === "string" && isUuid(id));
  let isUndone = false;
  for (const id of ids.slice(0, MOST))
    await expecting({ conflict: () => null }, async () => {
      await undoDecision(deps, signedIn, id);
      isUndone = true;
    });
  if (isUndone)
    throw redirectWithToast(request, back(fieldOf(form, "case") || null), {
      kind: "success",
      text: "moderation:inbox.undone",
    });
  const failure: DecisionFailureView = {
    event: "",
    message: translatorFor(locale)("moderation:inbox.undoLate"),
    issues: {},
    reason: "",
  };
  return data({ failure, note: null }, { status: 409 });
}
