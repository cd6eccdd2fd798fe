import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { cleanLine } from "~/lib/text/clean-text";
import { confirmCandidateTraits } from "~/modules/intake/ingestion/edit-candidate.server";
import { deleteInboxView, saveInboxView } from "~/modules/review/inbox/inbox-views.server";
import { claimCase } from "~/modules/review/inbox/watch-cases.server";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { redirectTo, undoAction } from "../undo-action.server";
import { fixAction } from "./case-fixes.server";
import { correctAction } from "./correct-action.server";
import { decideCase } from "./decide-case.server";
import { decideMany } from "./decide-many.server";
import { withdrawAction } from "./flagged.server";
import { caseIn, caseName, reviewPaths } from "./review.server";
import type { ScopeName } from "./scopes";

/** Size limit of the form, which includes the titles of the page's cases, bytes. */
const FORM_MAX = 262_144;

/**
 * Actions of the review screen: decide, undo, merge, keep both, and what a case's panel offers.
 * Decisions redirect to the next case.
 */
export async function reviewAction(context: SignedInContext, name: ScopeName, request: Request) {
  const { deps, signedIn, locale } = context;
  const form = await readForm(request, FORM_MAX);
  const params = new URL(request.url).searchParams;
  const { to, view } = reviewPaths(name, params);
  const subject = await caseIn(context, params, name);
  const here = to({ case: subject && caseName(subject) });
  const intent = fieldOf(form, "intent");
  const refuse = (message: TextKey<"moderation">) => {
    const failure: DecisionFailureView = {
      event: "",
      message: translatorFor(locale)(message),
      issues: {},
      reason: "",
    };
    return data({ failure, note: null }, { status: 400 });
  };
  const undone = await undoAction(context, request, form, (opened) =>
    opened ? to({ case: opened }) : here,
  );
  if (undone) return undone;
  if (intent === "withdraw") return withdrawAction(context, request, form, to());
  if (intent === "save-view") {
    const refusals = {
      invalid: () => refuse("moderation:inbox.views.badName"),
      conflict: () => refuse("moderation:inbox.views.tooMany"),
    };
    return expecting(refusals, async () => {
      const { search } = new URL(view, request.url);
      await saveInboxView(deps, signedIn, cleanLine(fieldOf(form, "name")), search);
      throw redirectTo(request, to());
    });
  }
  if (intent === "delete-view") {
    const id = fieldOf(form, "view");
    if (!isUuid(id)) throw new AppError("bad-request");
    await deleteInboxView(deps, signedIn, id);
    throw redirectTo(request, to());
  }
  if (intent === "claim" || intent === "release") {
    if (!subject) throw new AppError("bad-request");
    await claimCase(deps, signedIn, subject.id, intent === "claim");
    throw redirectTo(request, here);
  }
  if (intent === "batch-approve" || intent === "batch-reject")
    return decideMany(context, request, form, to());
  const back = () => here;
  await traitsAction(
    context,
    request,
    form,
    back,
    subject?.kind === "candidate" ? confirmCandidateTraits : undefined,
  );
  const note = await notesAction(context, request, form, back);
  if (note) return data({ failure: null, note }, { status: 400 });
  const fix = await fixAction(context, request, form, { subject, here });
  if (fix) return fix;
  const correction = await correctAction(context, request, form, { subject, here });
  if (correction && correction !== "approve") return correction;
  const leadsTo = to({ case: fieldOf(form, "next") || null });
  return decideCase(context, request, form, { subject, here, leadsTo });
}
