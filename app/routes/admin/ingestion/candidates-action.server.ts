import { data } from "@remix-run/cloudflare";
import { isolated } from "~/components/moderation/event-details.server";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { type Locale, listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { cleanLines } from "~/lib/text/clean-text";
import { REASON_MAX } from "~/modules/authoring/schema";
import {
  approveCandidate,
  approveCandidates,
  type BulkResult,
} from "~/modules/intake/ingestion/approve-candidates.server";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import { rejectCandidates } from "~/modules/intake/ingestion/reject-candidates.server";
import { BULK_MAX } from "~/modules/intake/ingestion/wizard";

/** Results of a bulk decision, with reasons for failures. */
export interface CandidatesAnswer {
  message: string | null;
  reason: string | null;
  reasonIssue: string | null;
  checked: string[];
  results: {
    summary: string;
    refused: { id: string; title: string; href: string; text: string }[];
  } | null;
}

const answer = (changes: Partial<CandidatesAnswer>, status: number) =>
  data<CandidatesAnswer>(
    { message: null, reason: null, reasonIssue: null, checked: [], results: null, ...changes },
    { status },
  );

/** The typed reason, with its validation message or null. */
export function readReason(
  form: FormData,
  locale: Locale,
): { reason: string; issue: string | null } {
  const reason = cleanLines(fieldOf(form, "reason"));
  const say = errorTranslatorFor(locale);
  if (reason === "") return { reason, issue: say("errors:issue.reason") };
  return { reason, issue: reason.length > REASON_MAX ? say("errors:issue.reasonLong") : null };
}

/**
 * Actions of a list of candidates: `approve:<id>`, `bulk-approve` and `bulk-reject`.
 * @param back path of the list @returns null for another intent
 */
export async function candidatesAction(
  context: RequestContext,
  request: Request,
  form: FormData,
  back: string,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const [intent = "", one = ""] = fieldOf(form, "intent").split(":");
  const titleOf = (id: string) => fieldOf(form, `title:${id}`) || id.slice(-8);
  /** Version shown in the list. Null if the form has none. */
  const versionOf = (id: string) => {
    const version = Number(fieldOf(form, `version:${id}`));
    return Number.isInteger(version) && version > 0 ? version : null;
  };
  if (intent === "approve" && isUuid(one)) {
    if ((await candidatesOnTrial(deps, [one])).length > 0)
      throw redirectWithToast(request, paths.adminInbox({ case: `candidate-${one}` }), {
        kind: "info",
        text: "ingestion:candidate.onTrial",
      });
    const refuse = (error: AppError) => {
      const refused = [
        {
          id: one,
          title: titleOf(one),
          href: paths.adminCandidate(one),
          text: refusalText(error, locale),
        },
      ];
      return answer(
        { results: { summary: t("ingestion:bulk.approved", { done: 0, count: 1 }), refused } },
        error.code === "invalid" ? 400 : error.status,
      );
    };
    return expecting({ conflict: refuse, "not-found": refuse, invalid: refuse }, async () => {
      await approveCandidate(deps, signedIn, one, versionOf(one));
      throw redirectWithToast(request, back, {
        kind: "success",
        text: "ingestion:candidate.done.approve",
      });
    });
  }
  if (intent !== "bulk-approve" && intent !== "bulk-reject") return null;
  const checked = [
    ...new Set(
      form.getAll("candidate").filter((id): id is string => typeof id === "string" && isUuid(id)),
    ),
  ];
  const isApproval = intent === "bulk-approve";
  const { reason, issue } = readReason(form, locale);
  if (checked.length === 0) return answer({ message: t("ingestion:bulk.nothing"), reason }, 400);
  if (checked.length > BULK_MAX)
    return answer(
      { message: t("ingestion:bulk.tooMany", { max: BULK_MAX }), reason, checked },
      400,
    );
  if (!isApproval && issue) return answer({ reasonIssue: issue, reason, checked }, 400);
  const expectedVersions = new Map<string, number>();
  for (const id of checked) {
    const version = versionOf(id);
    if (version !== null) expectedVersions.set(id, version);
  }
  const trials = isApproval ? await candidatesOnTrial(deps, checked) : [];
  if (trials.length > 0)
    return answer(
      {
        message: t("moderation:inbox.confirm.trials", {
          titles: listOf(
            locale,
            trials.map((id) => isolated(titleOf(id))),
          ),
        }),
        reason,
        checked,
      },
      409,
    );
  const results = isApproval
    ? await approveCandidates(deps, signedIn, checked, expectedVersions)
    : await rejectCandidates(deps, signedIn, checked, reason, expectedVersions);
  const refused = results.filter((result): result is BulkResult & { ok: false } => !result.ok);
  const values = { done: results.length - refused.length, count: results.length };
  if (refused.length === 0)
    throw redirectWithToast(request, back, {
      kind: "success",
      text: isApproval ? "ingestion:bulk.allApproved" : "ingestion:bulk.allRejected",
      values: { count: values.done },
    });
  return answer(
    {
      results: {
        summary: t(isApproval ? "ingestion:bulk.approved" : "ingestion:bulk.rejected", values),
        refused: refused.map(({ id, ...refusal }) => ({
          id,
          title: titleOf(id),
          href: paths.adminCandidate(id),
          text: refusalText(refusal, locale),
        })),
      },
    },
    200,
  );
}
