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
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { versionIn } from "~/lib/http/version-in";
import { isUuid } from "~/lib/runtime/ids";
import { PlanMessage, Rejection } from "~/modules/authoring/schema";
import { markDistinct } from "~/modules/events/duplicates/distinct-pairs.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import { markCandidateDistinct } from "~/modules/intake/ingestion/edit-candidate.server";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import { scheduleDecisions, TITLE_MAX } from "~/modules/review/inbox/schedule-decision.server";
import { claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { sureDuplicates, surePair } from "~/routes/admin/sure-duplicates.server";
import type { DecisionValues, InboxKind } from "../../../../db/schema/index";
import { askAgain } from "../ask-again.server";
import { redirectTo } from "../undo-action.server";

interface Subject {
  kind: InboxKind;
  id: string;
}

/**
 * Decides on the open case: approve, reject, merge or keep both. Takes effect after the time to
 * undo.
 * @param at paths of the case, and to the one that follows
 * @returns the refused form, or a question @throws Response the redirect
 */
export async function decideCase(
  context: SignedInContext,
  request: Request,
  form: FormData,
  { subject, here, leadsTo }: { subject: Subject | null; here: string; leadsTo: string },
) {
  const { deps, signedIn, locale } = context;
  const intent = fieldOf(form, "intent");
  const id = fieldOf(form, "event");
  if (!subject || subject.id !== id) throw new AppError("bad-request");
  const other = fieldOf(form, "duplicate");
  if (intent === "keep-both") {
    if (!isUuid(other) || other === id) throw new AppError("bad-request");
    const alike =
      subject.kind === "duplicate"
        ? await surePair(context, id, other)
        : (await sureDuplicates(context, subject)).filter((one) => one.id === other);
    const asked = askAgain(context, form, "keep-both", alike);
    if (asked) return asked;
    if (subject.kind === "candidate") await markCandidateDistinct(deps, signedIn, id, other);
    else
      await markDistinct(
        deps,
        signedIn,
        subject.kind === "duplicate" ? fieldOf(form, "keep") : id,
        other,
      );
    throw redirectWithToast(request, here, { kind: "success", text: "moderation:done.keepBoth" });
  }
  if (subject.kind === "language" || (subject.kind === "duplicate" && intent !== "merge"))
    throw new AppError("bad-request");
  if (intent !== "approve" && intent !== "reject" && intent !== "merge")
    throw new AppError("bad-request");
  if (subject.kind === "reported" && intent !== "approve") throw new AppError("bad-request");
  const claims = await claimsOfOthers(deps, signedIn, [id]);
  const claim = claims.map(({ userId }) => userId).join(" ");
  if (claim !== "" && fieldOf(form, "despite") !== claim) {
    const names = listOf(
      locale,
      claims.map(({ name }) => isolated(name)),
    );
    const failure: DecisionFailureView = {
      event: id,
      message: translatorFor(locale)("moderation:inbox.confirm.claim", {
        name: names,
        time: formatTime(
          Math.min(...claims.map(({ since }) => since)),
          context.timeZone ?? USUAL_ZONE,
          locale,
        ),
      }),
      issues: {},
      reason: fieldOf(form, "reason"),
      claim,
    };
    return data({ failure, note: null }, { status: 409 });
  }
  if (intent === "approve") {
    const [trials, alike] = await Promise.all([
      subject.kind === "candidate" ? candidatesOnTrial(deps, [id]) : [],
      sureDuplicates(context, subject),
    ]);
    const asked = askAgain(context, form, "approve", alike, trials.length > 0);
    if (asked) return asked;
  }
  const typed = fieldOf(form, "reason");
  const values: DecisionValues = { reason: "", version: versionIn(fieldOf(form, "version")) };
  const badReason = ({ issues }: AppError) => {
    const failure: DecisionFailureView = {
      event: id,
      message: null,
      issues: fieldMessages(issues, locale),
      reason: typed,
    };
    return data({ failure, note: null }, { status: 400 });
  };
  const refused = await expecting({ invalid: badReason }, () => {
    if (
      subject.kind === "plan"
        ? intent === "approve"
        : intent === "reject" && subject.kind !== "source"
    )
      values.reason = parseInput(
        subject.kind === "plan" ? v.strictObject({ reason: PlanMessage }) : Rejection,
        { reason: typed },
      ).reason;
  });
  if (refused) return refused;
  if (intent === "merge") {
    if (!isUuid(other) || other === id) throw new AppError("bad-request");
    if (subject.kind === "duplicate") {
      const taken = MERGE_FIELD_NAMES.filter((name) => fieldOf(form, `take:${name}`) === "drop");
      const keepId = fieldOf(form, "keep");
      if (!isUuid(keepId)) throw new AppError("bad-request");
      Object.assign(values, {
        dropId: other,
        keepId,
        keepVersion: versionIn(fieldOf(form, "keepVersion")),
        taken,
      });
    } else {
      const taken = form.getAll("take").filter((name): name is string => typeof name === "string");
      if (subject.kind === "candidate") {
        values.reason = translatorFor(locale)("ingestion:candidate.duplicateReason");
        values.isCandidate = fieldOf(form, "ofCandidate") === "1";
      }
      Object.assign(values, {
        dropId: id,
        keepId: other,
        keepVersion: versionIn(fieldOf(form, "duplicateVersion")),
        taken,
      });
    }
  }
  const title = fieldOf(form, "title").slice(0, TITLE_MAX);
  const notGone = async (error: AppError) => {
    if (OF_EVENTS.includes(subject.kind)) await assertWaits(context, request, id, leadsTo);
    const isInvalid = error.code === "invalid";
    const failure: DecisionFailureView = {
      event: id,
      message: `${translatorFor(locale)(`moderation:failed.${intent}`)}. ${refusalText(error, locale)}`,
      issues: {},
      reason: typed,
    };
    return data({ failure, note: null }, { status: isInvalid ? 400 : error.status });
  };
  return expecting({ conflict: notGone, "not-found": notGone, invalid: notGone }, async () => {
    await scheduleDecisions(deps, signedIn, [
      { kind: subject.kind, subjectId: id, intent, title, values },
    ]);
    throw redirectTo(request, leadsTo);
  });
}

/** @throws Response the redirect that names the decision, if a colleague has already decided */
async function assertWaits(
  context: SignedInContext,
  request: Request,
  id: string,
  leadsTo: string,
): Promise<void> {
  const { waits, latest } = await stateOfCase(context, id);
  if (waits) return;
  const { text, values } = decidedSentence(latest, context.signedIn.id, context);
  throw redirectWithToast(request, leadsTo, { kind: "info", text, values });
}
