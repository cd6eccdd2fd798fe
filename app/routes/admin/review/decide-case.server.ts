import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { OF_EVENTS } from "~/components/moderation/decided.server";
import { decidedSentence, isolated } from "~/components/moderation/event-details.server";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { stateOfCase } from "~/components/moderation/review-case.server";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, versionIn } from "~/lib/http/read-form.server";
import { PlanMessage, Rejection } from "~/modules/authoring/schema";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import { scheduleDecisions, TITLE_MAX } from "~/modules/review/inbox/schedule-decision.server";
import { claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { sureDuplicates } from "~/routes/admin/sure-duplicates.server";
import type { DecisionIntent } from "../../../../db/schema/index";
import { askAgain } from "../ask-again.server";
import { redirectTo } from "../undo-action.server";
import { keepBoth, keepValues, mergeValues } from "./merge-case.server";
import type { OpenCase, ReviewForm } from "./review.server";

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
export async function decideCase(sent: ReviewForm) {
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
