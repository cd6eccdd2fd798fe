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
import { applyFixHere, findFix } from "./case-fixes.server";
import { correctAndApprove, correctCaseHere } from "./correct-action.server";
import { decideCase } from "./decide-case.server";
import { decideMany } from "./decide-many.server";
import { withdrawAction } from "./flagged.server";
import { caseIn, caseName, type ReviewAnswer, type ReviewForm, reviewPaths } from "./review.server";
import type { ScopeName } from "./scopes";

/** Size limit of the form, which includes the titles of the page's cases, bytes. */
const FORM_MAX = 262_144;

/** What each form of the screen does, by its intent. */
const ACTIONS = {
  approve: decideCase,
  reject: decideCase,
  merge: decideCase,
  "keep-both": decideCase,
  "batch-approve": decideMany,
  "batch-reject": decideMany,
  correct: correctCaseHere,
  "correct-approve": correctAndApprove,
  "find-fix": findFix,
  "use-fix": applyFixHere,
  "confirm-traits": confirmTraitsOf,
  note: noteOn,
  "delete-note": noteOn,
  claim: claim,
  release: claim,
  undo: undo,
  "more-time": undo,
  "put-aside": undo,
  withdraw: withdrawAction,
  "save-view": saveView,
  "delete-view": deleteView,
};

/**
 * Actions of the review screen: decide, undo, merge, keep both, and what a case's panel offers.
 * Decisions redirect to the next case.
 */
export async function reviewAction(
  context: SignedInContext,
  name: ScopeName,
  request: Request,
): Promise<ReturnType<typeof data<ReviewAnswer>>> {
  const form = await readForm(request, FORM_MAX);
  const params = new URL(request.url).searchParams;
  const { to, view } = reviewPaths(name, params);
  const subject = await caseIn(context, params, name);
  const here = to({ case: subject && caseName(subject) });
  const leadsTo = to({ case: fieldOf(form, "next") || null });
  const intent = fieldOf(form, "intent");
  if (!isAction(intent)) throw new AppError("bad-request");
  return ACTIONS[intent]({ context, request, form, subject, to, view, here, leadsTo });
}

const isAction = (intent: string): intent is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, intent);

async function undo({ context, request, form, to, here }: ReviewForm) {
  const back = (opened: string | null) => (opened ? to({ case: opened }) : here);
  const tooLate = await undoAction(context, request, form, back);
  if (!tooLate) throw new AppError("bad-request");
  return tooLate;
}

async function confirmTraitsOf({
  context,
  request,
  form,
  subject,
  here,
}: ReviewForm): Promise<never> {
  const confirm = subject?.kind === "candidate" ? confirmCandidateTraits : undefined;
  await traitsAction(context, request, form, () => here, confirm);
  throw new AppError("bad-request");
}

async function noteOn({ context, request, form, here }: ReviewForm) {
  const note = await notesAction(context, request, form, () => here);
  return data({ failure: null, note }, { status: 400 });
}

async function claim({ context, request, form, subject, here }: ReviewForm): Promise<never> {
  if (!subject) throw new AppError("bad-request");
  const { deps, signedIn } = context;
  await claimCase(deps, signedIn, subject.id, fieldOf(form, "intent") === "claim");
  throw redirectTo(request, here);
}

function saveView({ context, request, form, to, view }: ReviewForm) {
  const { deps, signedIn, locale } = context;
  const refuse = (message: TextKey<"moderation">) => () => {
    const failure: DecisionFailureView = {
      event: "",
      message: translatorFor(locale)(message),
      issues: {},
      reason: "",
    };
    return data({ failure, note: null }, { status: 400 });
  };
  const refusals = {
    invalid: refuse("moderation:inbox.views.badName"),
    conflict: refuse("moderation:inbox.views.tooMany"),
  };
  return expecting(refusals, async () => {
    const { search } = new URL(view, request.url);
    await saveInboxView(deps, signedIn, cleanLine(fieldOf(form, "name")), search);
    throw redirectTo(request, to());
  });
}

async function deleteView({ context, request, form, to }: ReviewForm): Promise<never> {
  const id = fieldOf(form, "view");
  if (!isUuid(id)) throw new AppError("bad-request");
  await deleteInboxView(context.deps, context.signedIn, id);
  throw redirectTo(request, to());
}
