import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import { refusalText } from "~/components/moderation/decided.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { cleanLine } from "~/lib/text/clean-text";
import { confirmCandidateTraits } from "~/modules/intake/ingestion/edit-candidate.server";
import {
  CASE_FIELDS,
  type CaseField,
  correctCase,
} from "~/modules/review/inbox/correct-case.server";
import { fixableCase } from "~/modules/review/inbox/fixes.server";
import { deleteInboxView, saveInboxView } from "~/modules/review/inbox/list-inbox.server";
import { claimCase } from "~/modules/review/inbox/watch-cases.server";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { redirectTo, undoAction } from "../undo-action.server";
import { applyFixHere, findFix, fixableIn } from "./case-fixes.server";
import { decideCase } from "./decide-case.server";
import { decideMany } from "./decide-many.server";
import { withdrawAction } from "./flagged.server";
import { caseIn, caseName, type ReviewAnswer, type ReviewForm, reviewPaths } from "./review.server";
import type { ScopeName } from "./scopes";

/** Corrects the open case. @returns the refused form; null if it is corrected */
async function correct(sent: ReviewForm) {
  const { context, form } = sent;
  const { locale } = context;
  const named = fixableIn(sent);
  const texts = Object.fromEntries(
    CASE_FIELDS.flatMap((name) =>
      // An unchecked box sends nothing.
      form.has(name) || (name === "free" && form.has("price")) ? [[name, fieldOf(form, name)]] : [],
    ),
  ) as Partial<Record<CaseField, string>>;
  const refuse = (failure: Pick<CorrectionFailureView, "message" | "issues">, status: number) => {
    const correction: CorrectionFailureView = { event: named.id, texts, ...failure };
    return data({ failure: null, note: null, correction }, { status });
  };
  const refused = (error: AppError) =>
    refuse(
      { message: refusalText(error, locale), issues: {} },
      error.code === "invalid" ? 400 : error.status,
    );
  return expecting({ conflict: refused, invalid: refused, "not-found": refused }, async () => {
    const issues = await correctCase(context, named, texts);
    if (!issues) return null;
    const say = errorTranslatorFor(locale);
    const messages = Object.entries(issues).map(([name, key]) => [
      name,
      say(key as Parameters<typeof say>[0]),
    ]);
    return refuse({ message: null, issues: Object.fromEntries(messages) }, 400);
  });
}

/**
 * Corrects the open case in place. @returns the refused form
 * @throws Response the redirect back; AppError("bad-request") for an invalid form
 */
async function correctCaseHere(sent: ReviewForm) {
  const refused = await correct(sent);
  if (refused) return refused;
  const toast = { kind: "success", text: "moderation:inbox.correct.saved" } as const;
  throw redirectWithToast(sent.request, sent.here, toast);
}

/** Corrects the open case, and approves what was written. */
async function correctAndApprove(sent: ReviewForm) {
  const refused = await correct(sent);
  if (refused) return refused;
  const { kind, id } = fixableIn(sent);
  const after = await fixableCase(sent.context, kind, id);
  sent.form.set("version", String(after?.version ?? ""));
  sent.form.set("intent", "approve");
  return decideCase(sent);
}

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
