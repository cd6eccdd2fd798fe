import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { isolated } from "~/components/moderation/event-details.server";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey, TextValues } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectTo } from "~/lib/http/flash.server";
import { fieldOf, versionIn } from "~/lib/http/read-form.server";
import { cleanLines } from "~/lib/text/clean-text";
import { REASON_MAX } from "~/modules/events/decision.server";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import { GROUP_MAX } from "~/modules/review/inbox/list-inbox.server";
import {
  type NewDecision,
  scheduleDecisions,
  TITLE_MAX,
} from "~/modules/review/inbox/schedule-decision.server";
import { claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { sureDuplicates } from "~/routes/admin/sure-duplicates.server";
import { caseName, caseOf, type ReviewForm, SINGLE } from "./scopes.server";

/**
 * Decides on the selected cases at once: all of them, or none with the reason in words.
 * @returns the refused form @throws Response the redirect to the list
 */
export async function decideMany({
  context,
  request,
  form,
  to,
}: Pick<ReviewForm, "context" | "request" | "form"> & { to(): string }) {
  const { deps, signedIn, locale } = context;
  const isApproval = fieldOf(form, "intent") === "batch-approve";
  const refuse = (message: TextKey<"moderation">, status: number, values: TextValues = {}) => {
    const failure: DecisionFailureView = {
      event: "",
      message: translatorFor(locale)(message, values),
      issues: {},
      reason: fieldOf(form, "reason"),
    };
    return data({ failure, note: null }, { status });
  };
  const chosen = form
    .getAll("chosen")
    .flatMap((name) => (typeof name === "string" ? (caseOf(name) ?? []) : []));
  if (chosen.length === 0) return refuse("moderation:inbox.batch.nothing", 400);
  if (chosen.length > GROUP_MAX || chosen.some(({ kind }) => SINGLE.includes(kind)))
    throw new AppError("bad-request");
  const reason = cleanLines(fieldOf(form, "reason"));
  if (!isApproval && (reason === "" || reason.length > REASON_MAX))
    return refuse("moderation:inbox.batch.reason", 400);
  const titlesOf = (some: typeof chosen) =>
    listOf(
      locale,
      some.map((one) => isolated(fieldOf(form, `title:${caseName(one)}`))),
    );
  if (isApproval) {
    const trials = await candidatesOnTrial(
      deps,
      chosen.flatMap(({ kind, id }) => (kind === "candidate" ? id : [])),
    );
    if (trials.length > 0)
      return refuse("moderation:inbox.confirm.trials", 409, {
        titles: titlesOf(chosen.filter(({ id }) => trials.includes(id))),
      });
    const others = await Promise.all(chosen.map((one) => sureDuplicates(context, one)));
    const doubted = chosen.filter((_, place) => (others[place]?.length ?? 0) > 0);
    if (doubted.length > 0)
      return refuse("moderation:inbox.confirm.batch", 409, { titles: titlesOf(doubted) });
  }
  const claims = await claimsOfOthers(
    deps,
    signedIn,
    chosen.map(({ id }) => id),
  );
  if (claims.length > 0) {
    const ofOthers = new Set(claims.map(({ subjectId }) => subjectId));
    const taken = chosen.filter(({ id }) => ofOthers.has(id));
    return refuse("moderation:inbox.confirm.claimed", 409, { titles: titlesOf(taken) });
  }
  const decisions = chosen.map((one): NewDecision => {
    const name = caseName(one);
    return {
      kind: one.kind,
      subjectId: one.id,
      intent: isApproval ? "approve" : "reject",
      title: fieldOf(form, `title:${name}`).slice(0, TITLE_MAX),
      values: {
        reason: isApproval ? "" : reason,
        version: versionIn(fieldOf(form, `version:${name}`)),
      },
    };
  });
  await scheduleDecisions(deps, signedIn, decisions);
  throw redirectTo(request, to());
}
