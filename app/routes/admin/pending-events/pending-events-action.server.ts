import { data } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { markDistinct } from "~/modules/events/duplicates/distinct-pairs.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import { hasOrganizerToNotify } from "~/modules/notifications/notify-creator.server";
import { mergeEvents } from "~/modules/review/moderation/merge-events.server";
import { sureDuplicates } from "~/routes/admin/sure-duplicates.server";
import { askAgain } from "../ask-again.server";
import {
  assertWaits,
  type DecisionFailure,
  decisionAction,
  shortTitle,
  versionIn,
} from "../decision-action.server";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { queueQuery } from "./pending-events.server";

/** Handles a decision in the queue. Redirects to the next event. */
export async function queueAction(context: SignedInContext, request: Request) {
  const form = await readForm(request);
  const { tab, cursor } = queueQuery(new URL(request.url).searchParams);
  const opened = (event: string) =>
    paths.adminPendingEvents({ tab: tab === "all" ? null : tab, event, after: cursor });
  await traitsAction(context, request, form, opened);
  const note = await notesAction(context, request, form, opened);
  if (note) return data({ failure: null, note }, { status: 400 });
  const next = fieldOf(form, "next");
  const leadsTo = paths.adminPendingEvents({
    tab: tab === "all" ? null : tab,
    event: isUuid(next) ? next : null,
    after: cursor,
  });
  if (fieldOf(form, "intent") === "keep-both")
    return answerKeepBoth(context, request, form, { tab, cursor });
  return fieldOf(form, "intent") === "merge"
    ? answerMerge(context, request, form, leadsTo)
    : decisionAction(context, request, form, leadsTo);
}

/**
 * Records that two events are not duplicates; asks twice about almost equal ones. @throws Response
 * the redirect to the event; AppError("bad-request") for an invalid form
 */
async function answerKeepBoth(
  context: SignedInContext,
  request: Request,
  form: FormData,
  { tab, cursor }: Pick<ReturnType<typeof queueQuery>, "tab" | "cursor">,
) {
  const [id, duplicate] = [fieldOf(form, "event"), fieldOf(form, "duplicate")];
  if (!isUuid(id) || !isUuid(duplicate) || id === duplicate) throw new AppError("bad-request");
  const alike = await sureDuplicates(context, { kind: "new", id });
  const asked = askAgain(
    context,
    form,
    "keep-both",
    alike.filter((other) => other.id === duplicate),
  );
  if (asked) return asked;
  await markDistinct(context.deps, context.signedIn, id, duplicate);
  const back = paths.adminPendingEvents({
    tab: tab === "all" || tab === "duplicates" ? null : tab,
    event: id,
    after: cursor,
  });
  throw redirectWithToast(request, back, { kind: "success", text: "moderation:done.keepBoth" });
}

/**
 * Merges the pending event into a possible duplicate. @throws Response the redirect to the next
 * event; AppError("bad-request") for an invalid form
 */
async function answerMerge(
  context: SignedInContext,
  request: Request,
  form: FormData,
  leadsTo: string,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const [dropId, keepId] = [fieldOf(form, "event"), fieldOf(form, "duplicate")];
  if (!isUuid(dropId) || !isUuid(keepId)) throw new AppError("bad-request");
  const taken = MERGE_FIELD_NAMES.filter((name) => form.getAll("take").includes(name));
  const expectedVersions = {
    keep: versionIn(fieldOf(form, "duplicateVersion")),
    drop: versionIn(fieldOf(form, "version")),
  };
  const refused = async ({ code, issues }: AppError) => {
    await assertWaits(context, request, dropId, leadsTo);
    const isStale = issues.some(({ path }) => path === "version");
    const failure: DecisionFailure = {
      event: dropId,
      message: t(isStale ? "moderation:failed.stale" : "moderation:failed.merge"),
      issues: code === "invalid" ? fieldMessages(issues, locale) : {},
      reason: "",
    };
    return data({ failure, note: null }, { status: code === "invalid" ? 400 : 409 });
  };
  return expecting({ invalid: refused, conflict: refused, "not-found": refused }, async () => {
    await mergeEvents(deps, signedIn, { keepId, dropId, taken, expectedVersions });
    throw redirectWithToast(request, leadsTo, {
      kind: "success",
      text: (await hasOrganizerToNotify(deps, signedIn, dropId))
        ? "moderation:done.merge"
        : "moderation:done.mergeUntold",
      values: { title: shortTitle(fieldOf(form, "title")) },
    });
  });
}
