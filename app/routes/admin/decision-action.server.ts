import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { decidedSentence, isolated } from "~/components/moderation/event-details.server";
import { stateOfCase } from "~/components/moderation/review-case.server";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey, TextValues } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { Rejection } from "~/modules/authoring/schema";
import { hasOrganizerToNotify } from "~/modules/notifications/notify-creator.server";
import { approveEvent, rejectEvent } from "~/modules/review/moderation/moderate-event.server";
import { askAgain } from "./ask-again.server";
import { sureDuplicates } from "./sure-duplicates.server";

/** Maximum length of a title in the toast's cookie, characters. */
const TITLE_LENGTH = 80;

export const shortTitle = (title: string) =>
  isolated(title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title);

/** A rejected decision: a message, field errors and the submitted values. */
export type DecisionFailure = DecisionFailureView;

export const versionIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

interface DecisionRequest {
  id: string;
  intent: "approve" | "reject";
  reason: string;
  /** Version shown to the moderator. Null if the form has none. */
  expectedVersion: number | null;
}

/** @throws AppError("bad-request") for an unknown intent */
function readDecisionRequest(form: FormData): DecisionRequest {
  const intent = fieldOf(form, "intent");
  const id = fieldOf(form, "event");
  const version = fieldOf(form, "version");
  if ((intent !== "approve" && intent !== "reject") || !isUuid(id))
    throw new AppError("bad-request");
  return { id, intent, reason: fieldOf(form, "reason"), expectedVersion: versionIn(version) };
}

/** @throws Response the redirect that names the decision, if a colleague has already decided */
export async function assertWaits(
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

/**
 * Approves or rejects an event. If a colleague has already decided, the response names the
 * decision. If the event has changed or the reason is invalid, the form returns with its values; so
 * it does once for an event that is almost the same as another.
 * @param leadsTo path to redirect to
 * @param successText toast after success, instead of the default
 * @throws Response the redirect
 */
export async function decisionAction(
  context: SignedInContext,
  request: Request,
  form: FormData,
  leadsTo: string,
  successText?: TextKey<"moderation">,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const { id, intent, reason, expectedVersion } = readDecisionRequest(form);
  const again = (
    status: number,
    message: TextKey<"moderation"> | null,
    issues: Record<string, string> = {},
  ) => {
    const failure: DecisionFailure = { event: id, message: message && t(message), issues, reason };
    return data({ failure, note: null }, { status });
  };
  const asked =
    intent === "approve" &&
    askAgain(context, form, "approve", await sureDuplicates(context, { kind: "new", id }));
  if (asked) return asked;
  const failed =
    intent === "approve"
      ? ("moderation:failed.approve" as const)
      : ("moderation:failed.reject" as const);
  const late = async ({ issues }: AppError) => {
    const isStale = issues.some(({ path }) => path === "version");
    await assertWaits(context, request, id, leadsTo);
    return again(409, isStale ? "moderation:failed.stale" : failed);
  };
  const refused = await expecting(
    {
      invalid: (error) => {
        const issues = fieldMessages(error.issues, locale);
        return again(400, issues.reason ? null : failed, issues);
      },
      conflict: late,
      "not-found": late,
    },
    () =>
      intent === "approve"
        ? approveEvent(deps, signedIn, id, expectedVersion)
        : rejectEvent(
            deps,
            signedIn,
            id,
            parseInput(Rejection, { reason }).reason,
            expectedVersion,
          ),
  );
  if (refused) return refused;
  const values: TextValues = { title: shortTitle(fieldOf(form, "title")) };
  const rejected = async () =>
    (await hasOrganizerToNotify(deps, signedIn, id))
      ? ("moderation:done.reject" as const)
      : ("moderation:done.rejectUntold" as const);
  throw redirectWithToast(request, leadsTo, {
    kind: "success",
    text: successText ?? (intent === "approve" ? "moderation:done.approve" : await rejected()),
    values,
  });
}
