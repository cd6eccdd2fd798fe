import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import { isolated } from "~/components/moderation/event-details.server";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { inLanguageOf } from "~/i18n/addressed-language";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey, TextValues } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { cleanLine, cleanLines } from "~/lib/text/clean-text";
import { PlanMessage, REASON_MAX, Rejection } from "~/modules/authoring/schema";
import { markDistinct } from "~/modules/events/duplicates/distinct-pairs.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import {
  confirmCandidateTraits,
  markCandidateDistinct,
} from "~/modules/intake/ingestion/edit-candidate.server";
import { deleteInboxView, saveInboxView } from "~/modules/review/inbox/inbox-views.server";
import {
  type NewDecision,
  postponeDecisions,
  putAsideDecisions,
  scheduleDecisions,
  undoDecision,
} from "~/modules/review/inbox/schedule-decision.server";
import { claimCase, claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { sureDuplicates, surePair } from "~/routes/admin/sure-duplicates.server";
import type { DecisionValues } from "../../../../db/schema/index";
import { askAgain } from "../ask-again.server";
import { assertWaits, type DecisionFailure, versionIn } from "../decision-action.server";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { fixAction } from "./case-fixes.server";
import { OF_EVENTS } from "./decided.server";
import { caseIn, caseName, caseOf, inboxPaths, SINGLE } from "./review.server";

/** Longest title that a decision keeps, characters. */
const TITLE_MAX = 200;
/** Cases of one batch: more than a page has. */
const BATCH_MAX = 50;

/**
 * Actions of the inbox: decide, undo, merge, keep both, and what a case's panel offers. Decisions
 * redirect to the next case.
 */
export async function inboxAction(context: SignedInContext, request: Request) {
  const { deps, signedIn, locale } = context;
  const form = await readForm(request);
  const params = new URL(request.url).searchParams;
  const { to } = inboxPaths(params);
  const here = () => to({ case: params.get("case") });
  const intent = fieldOf(form, "intent");
  const refuse = (message: TextKey<"moderation">, status: number, values: TextValues = {}) => {
    const failure: DecisionFailure = {
      event: "",
      message: translatorFor(locale)(message, values),
      issues: {},
      reason: fieldOf(form, "reason"),
    };
    return data({ failure, note: null }, { status });
  };
  if (intent === "undo") {
    const ids = form
      .getAll("decision")
      .filter((id): id is string => typeof id === "string" && isUuid(id));
    const isUndone = await undoAll(context, ids);
    if (!isUndone) return refuse("moderation:inbox.undoLate", 409);
    throw redirectWithToast(request, to({ case: fieldOf(form, "case") || params.get("case") }), {
      kind: "success",
      text: "moderation:inbox.undone",
    });
  }
  if (intent === "more-time") {
    await postponeDecisions(deps, signedIn);
    throw redirect(request, here());
  }
  if (intent === "put-aside") {
    await putAsideDecisions(deps, signedIn);
    throw redirect(request, here());
  }
  if (intent === "save-view") {
    const { search } = new URL(inboxPaths(params).view, request.url);
    const refusals = {
      invalid: () => refuse("moderation:inbox.views.badName", 400),
      conflict: () => refuse("moderation:inbox.views.tooMany", 400),
    };
    return expecting(refusals, async () => {
      await saveInboxView(deps, signedIn, cleanLine(fieldOf(form, "name")), search);
      throw redirect(request, to());
    });
  }
  if (intent === "delete-view") {
    const id = fieldOf(form, "view");
    if (!isUuid(id)) throw new AppError("bad-request");
    await deleteInboxView(deps, signedIn, id);
    throw redirect(request, to());
  }
  if (intent === "claim" || intent === "release") {
    const claimed = caseIn(params);
    if (!claimed) throw new AppError("bad-request");
    await claimCase(deps, signedIn, claimed.id, intent === "claim");
    throw redirect(request, here());
  }
  if (intent === "batch-approve" || intent === "batch-reject") {
    const chosen = form
      .getAll("chosen")
      .flatMap((name) => (typeof name === "string" ? (caseOf(name) ?? []) : []));
    if (chosen.length === 0) return refuse("moderation:inbox.batch.nothing", 400);
    if (chosen.length > BATCH_MAX || chosen.some(({ kind }) => SINGLE.includes(kind)))
      throw new AppError("bad-request");
    const reason = cleanLines(fieldOf(form, "reason"));
    if (intent === "batch-reject" && (reason === "" || reason.length > REASON_MAX))
      return refuse("moderation:inbox.batch.reason", 400);
    if (intent === "batch-approve") {
      const doubted = (await Promise.all(chosen.map((one) => sureDuplicates(context, one)))).map(
        (others) => others.length > 0,
      );
      const titles = chosen
        .filter((_, place) => doubted[place])
        .map((one) => isolated(fieldOf(form, `title:${caseName(one)}`)));
      if (titles.length > 0)
        return refuse("moderation:inbox.confirm.batch", 409, { titles: listOf(locale, titles) });
    }
    const claims = await claimsOfOthers(
      deps,
      signedIn,
      chosen.map(({ id }) => id),
    );
    if (claims.length > 0) {
      const ofOthers = new Set(claims.map(({ subjectId }) => subjectId));
      const titles = chosen
        .filter(({ id }) => ofOthers.has(id))
        .map((one) => isolated(fieldOf(form, `title:${caseName(one)}`)));
      return refuse("moderation:inbox.confirm.claimed", 409, { titles: listOf(locale, titles) });
    }
    const decisions = chosen.map((one): NewDecision => {
      const name = caseName(one);
      return {
        kind: one.kind,
        subjectId: one.id,
        intent: intent === "batch-approve" ? "approve" : "reject",
        title: fieldOf(form, `title:${name}`).slice(0, TITLE_MAX),
        values: {
          reason: intent === "batch-reject" ? reason : "",
          version: versionIn(fieldOf(form, `version:${name}`)),
        },
      };
    });
    await scheduleDecisions(deps, signedIn, decisions);
    throw redirect(request, to());
  }
  const subject = caseIn(params);
  await traitsAction(
    context,
    request,
    form,
    here,
    subject?.kind === "candidate" ? confirmCandidateTraits : undefined,
  );
  const note = await notesAction(context, request, form, here);
  if (note) return data({ failure: null, note }, { status: 400 });
  const fix = await fixAction(context, request, form, { subject, here: here() });
  if (fix) return fix;
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
    throw redirectWithToast(request, here(), { kind: "success", text: "moderation:done.keepBoth" });
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
    const failure: DecisionFailure = {
      event: id,
      message: translatorFor(locale)("moderation:inbox.confirm.claim", { name: names }),
      issues: {},
      reason: fieldOf(form, "reason"),
      claim,
    };
    return data({ failure, note: null }, { status: 409 });
  }
  if (intent === "approve") {
    const asked = askAgain(context, form, "approve", await sureDuplicates(context, subject));
    if (asked) return asked;
  }
  const typed = fieldOf(form, "reason");
  const values: DecisionValues = { reason: "", version: versionIn(fieldOf(form, "version")) };
  const badReason = ({ issues }: AppError) => {
    const failure: DecisionFailure = {
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
  const leadsTo = to({ case: fieldOf(form, "next") || null });
  const notGone = async (error: AppError) => {
    if (OF_EVENTS.includes(subject.kind)) await assertWaits(context, request, id, leadsTo);
    const isInvalid = error.code === "invalid";
    const failure: DecisionFailure = {
      event: id,
      message: refusalText(error, locale),
      issues: {},
      reason: typed,
    };
    return data({ failure, note: null }, { status: isInvalid ? 400 : error.status });
  };
  return expecting({ conflict: notGone, "not-found": notGone, invalid: notGone }, async () => {
    await scheduleDecisions(deps, signedIn, [
      { kind: subject.kind, subjectId: id, intent, title, values },
    ]);
    throw redirect(request, leadsTo);
  });
}

const redirect = (request: Request, location: string) =>
  new Response(null, { status: 303, headers: { Location: inLanguageOf(request, location) } });

/** Undoes decisions. @returns whether at least one was undone */
async function undoAll(
  { deps, signedIn }: SignedInContext,
  ids: readonly string[],
): Promise<boolean> {
  let isUndone = false;
  for (const id of ids.slice(0, BATCH_MAX))
    await expecting({ conflict: () => null }, async () => {
      await undoDecision(deps, signedIn, id);
      isUndone = true;
    });
  return isUndone;
}
