import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { DecisionFailureView, OtherView } from "~/components/moderation/case-view";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import {
  decidedSentence,
  isolated,
  OF_EVENTS,
  refusalText,
  stateOfCase,
} from "~/components/moderation/event-details.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectTo, redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm, versionIn } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { cleanLine } from "~/lib/text/clean-text";
import { PlanMessage } from "~/modules/authoring/schema";
import { Rejection } from "~/modules/events/decision.server";
import { markDistinct } from "~/modules/events/duplicates/find-duplicates.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import {
  confirmCandidateTraits,
  markCandidateDistinct,
} from "~/modules/intake/ingestion/edit-candidate.server";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import {
  CASE_FIELDS,
  type CaseField,
  correctCase,
} from "~/modules/review/inbox/correct-case.server";
import { fixableCase } from "~/modules/review/inbox/fixes.server";
import { deleteInboxView, saveInboxView } from "~/modules/review/inbox/list-inbox.server";
import { scheduleDecisions, TITLE_MAX } from "~/modules/review/inbox/schedule-decision.server";
import { claimCase, claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { sureDuplicates, surePair } from "~/routes/admin/sure-duplicates.server";
import type { DecisionIntent, DecisionValues } from "../../../../db/schema";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { undoAction } from "../undo-action.server";
import { applyFixHere, findFix, fixableIn } from "./case-fixes.server";
import { decideMany } from "./decide-many.server";
import { withdrawAction } from "./flagged.server";
import {
  caseIn,
  caseName,
  type OpenCase,
  type ReviewAnswer,
  type ReviewForm,
  reviewPaths,
  type ScopeName,
} from "./scopes.server";

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

/**
 * Asks a second time before a decision that makes an event public, or keeps it, beside others that
 * are almost the same, or one whose source is on trial. The form that comes back shows the others
 * and names them.
 * @returns null if there are none or the form confirms them
 */
function askAgain(
  { locale }: SignedInContext,
  form: FormData,
  intent: "approve" | "keep-both",
  shown: OtherView[],
  isOnTrial = false,
) {
  const others = [...(isOnTrial ? ["trial"] : []), ...shown.map(({ id }) => id)].join(" ");
  if (others === "" || fieldOf(form, "confirmed") === others) return null;
  const t = translatorFor(locale);
  const question =
    intent === "approve" ? "moderation:inbox.confirm.approve" : "moderation:inbox.confirm.keep";
  const failure: DecisionFailureView = {
    event: fieldOf(form, "event"),
    message: [
      ...(isOnTrial ? [t("moderation:inbox.confirm.trial")] : []),
      ...(shown.length > 0 ? [t(question)] : []),
    ].join(" "),
    issues: {},
    reason: fieldOf(form, "reason"),
    // Was asked before.
    claim: fieldOf(form, "despite") || undefined,
    confirm: { intent, others, shown },
  };
  return data({ failure, note: null }, { status: 409 });
}

/** Id of the other of two. @throws AppError("bad-request") without one */
function otherOf({ form, subject }: OpenCase): string {
  const other = fieldOf(form, "duplicate");
  if (!isUuid(other) || other === subject.id) throw new AppError("bad-request");
  return other;
}

/**
 * Says that the open case and its possible duplicate are two: the case stays open without its
 * doubt.
 * @returns a question, if they are almost certainly the same; null for a pair, which is decided so
 * @throws Response the redirect back to the case
 */
async function keepBoth(opened: OpenCase) {
  const { context, request, form, subject, here } = opened;
  const { deps, signedIn } = context;
  const other = otherOf(opened);
  const alike =
    subject.kind === "duplicate"
      ? await surePair(context, subject.id, other)
      : (await sureDuplicates(context, subject)).filter((one) => one.id === other);
  const asked = askAgain(context, form, "keep-both", alike);
  if (asked) return asked;
  if (subject.kind === "duplicate") return null;
  if (subject.kind === "candidate") await markCandidateDistinct(deps, signedIn, subject.id, other);
  else await markDistinct(deps, signedIn, subject.id, other);
  throw redirectWithToast(request, here, { kind: "success", text: "moderation:done.keepBoth" });
}

/** What the form says of a pair whose events both stay. */
function keepValues(opened: OpenCase): Partial<DecisionValues> {
  return { version: null, keepId: keptIn(opened), dropId: otherOf(opened) };
}

function keptIn({ form }: OpenCase): string {
  const keepId = fieldOf(form, "keep");
  if (!isUuid(keepId)) throw new AppError("bad-request");
  return keepId;
}

/** What the form says of a merge: which of two stays, and what it takes from the other. */
function mergeValues(opened: OpenCase): Partial<DecisionValues> {
  const { context, form, subject } = opened;
  const other = otherOf(opened);
  if (subject.kind === "duplicate") {
    return {
      dropId: other,
      keepId: keptIn(opened),
      keepVersion: versionIn(fieldOf(form, "keepVersion")),
      taken: MERGE_FIELD_NAMES.filter((name) => fieldOf(form, `take:${name}`) === "drop"),
    };
  }
  return {
    ...(subject.kind === "candidate" && {
      reason: translatorFor(context.locale)("ingestion:candidate.duplicateReason"),
      isCandidate: fieldOf(form, "ofCandidate") === "1",
    }),
    dropId: subject.id,
    keepId: other,
    keepVersion: versionIn(fieldOf(form, "duplicateVersion")),
    taken: form.getAll("take").filter((name): name is string => typeof name === "string"),
  };
}

/** What each button decides. */
const INTENTS: Readonly<Record<string, DecisionIntent>> = {
  approve: "approve",
  reject: "reject",
  merge: "merge",
  "keep-both": "keep",
};

/**
 * Decides on the open case: approve, reject, merge or keep both. Takes effect after the time to
 * undo.
 * @returns the refused form, or a question @throws Response the redirect
 */
async function decideCase(sent: ReviewForm) {
  const { context, request, form, subject, leadsTo } = sent;
  const id = fieldOf(form, "event");
  if (!subject || subject.id !== id) throw new AppError("bad-request");
  const opened: OpenCase = { ...sent, subject };
  const pressed = fieldOf(form, "intent");
  if (pressed === "keep-both") {
    const answered = await keepBoth(opened);
    if (answered) return answered;
  }
  const intent = INTENTS[pressed];
  if (!intent || subject.kind === "language") throw new AppError("bad-request");
  if (subject.kind === "duplicate" && intent !== "merge" && intent !== "keep")
    throw new AppError("bad-request");
  if (subject.kind === "reported" && intent !== "approve") throw new AppError("bad-request");
  const claimed = await askDespiteClaim(opened);
  if (claimed) return claimed;
  if (intent === "approve") {
    const asked = await askBeforeApproval(opened);
    if (asked) return asked;
  }
  const badReason = ({ issues }: AppError) =>
    refuse(opened, { message: null, issues: fieldMessages(issues, context.locale) }, 400);
  const notGone = async (error: AppError) => {
    if (OF_EVENTS.includes(subject.kind)) await assertWaits(opened);
    const message = `${translatorFor(context.locale)(`moderation:failed.${intent}`)}. ${refusalText(error, context.locale)}`;
    return refuse(opened, { message }, error.code === "invalid" ? 400 : error.status);
  };
  const reason = await expecting({ invalid: badReason }, () => reasonOf(opened, intent));
  if (typeof reason !== "string") return reason;
  const values = {
    reason,
    version: versionIn(fieldOf(form, "version")),
    ...(intent === "merge" && mergeValues(opened)),
    ...(intent === "keep" && keepValues(opened)),
  };
  const title = fieldOf(form, "title").slice(0, TITLE_MAX);
  return expecting({ conflict: notGone, "not-found": notGone, invalid: notGone }, async () => {
    await scheduleDecisions(context.deps, context.signedIn, [
      { kind: subject.kind, subjectId: id, intent, title, values },
    ]);
    throw redirectTo(request, leadsTo);
  });
}

/** The form again, with what was typed. */
function refuse(
  { form, subject }: OpenCase,
  failure: Pick<DecisionFailureView, "message"> & Partial<DecisionFailureView>,
  status: number,
) {
  const typed = { event: subject.id, issues: {}, reason: fieldOf(form, "reason") };
  const whole: DecisionFailureView = { ...typed, ...failure };
  return data({ failure: whole, note: null }, { status });
}

/** The typed reason, of decisions that need one. @throws AppError("invalid") for one they refuse */
function reasonOf({ form, subject: { kind } }: OpenCase, intent: DecisionIntent): string {
  const typed = { reason: fieldOf(form, "reason") };
  if (kind === "plan")
    return intent === "approve"
      ? parseInput(v.strictObject({ reason: PlanMessage }), typed).reason
      : "";
  return intent === "reject" && kind !== "source" ? parseInput(Rejection, typed).reason : "";
}

/** Asks once more if colleagues have claimed the case. @returns null if none has, or it was asked */
async function askDespiteClaim(opened: OpenCase) {
  const { context, form, subject } = opened;
  const { deps, signedIn, locale } = context;
  const claims = await claimsOfOthers(deps, signedIn, [subject.id]);
  const claim = claims.map(({ userId }) => userId).join(" ");
  if (claim === "" || fieldOf(form, "despite") === claim) return null;
  const since = Math.min(...claims.map((one) => one.since));
  const message = translatorFor(locale)("moderation:inbox.confirm.claim", {
    name: listOf(
      locale,
      claims.map(({ name }) => isolated(name)),
    ),
    time: formatTime(since, context.timeZone ?? USUAL_ZONE, locale),
  });
  return refuse(opened, { message, claim }, 409);
}

async function askBeforeApproval({ context, form, subject }: OpenCase) {
  const [trials, alike] = await Promise.all([
    subject.kind === "candidate" ? candidatesOnTrial(context.deps, [subject.id]) : [],
    sureDuplicates(context, subject),
  ]);
  return askAgain(context, form, "approve", alike, trials.length > 0);
}

/** @throws Response the redirect that names the decision, if a colleague has already decided */
async function assertWaits({ context, request, subject, leadsTo }: OpenCase): Promise<void> {
  const { waits, latest } = await stateOfCase(context, subject.id);
  if (waits) return;
  const { text, values } = decidedSentence(latest, context.signedIn.id, context);
  throw redirectWithToast(request, leadsTo, { kind: "info", text, values });
}
