import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, versionIn } from "~/lib/http/read-form.server";
import { isUuid } from "~/lib/runtime/ids";
import { markDistinct } from "~/modules/events/duplicates/distinct-pairs.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import { markCandidateDistinct } from "~/modules/intake/ingestion/edit-candidate.server";
import { sureDuplicates, surePair } from "~/routes/admin/sure-duplicates.server";
import type { DecisionValues } from "../../../../db/schema/index";
import { askAgain } from "../ask-again.server";
import type { OpenCase } from "./review.server";

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
export async function keepBoth(opened: OpenCase) {
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
export function keepValues(opened: OpenCase): Partial<DecisionValues> {
  return { version: null, keepId: keptIn(opened), dropId: otherOf(opened) };
}

function keptIn({ form }: OpenCase): string {
  const keepId = fieldOf(form, "keep");
  if (!isUuid(keepId)) throw new AppError("bad-request");
  return keepId;
}

/** What the form says of a merge: which of two stays, and what it takes from the other. */
export function mergeValues(opened: OpenCase): Partial<DecisionValues> {
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
