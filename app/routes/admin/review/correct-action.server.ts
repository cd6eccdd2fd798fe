import { data } from "@remix-run/cloudflare";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import type { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import {
  CASE_FIELDS,
  type CaseField,
  correctCase,
} from "~/modules/review/inbox/correct-case.server";
import { fixableCase } from "~/modules/review/inbox/fixes.server";
import { fixableIn } from "./case-fixes.server";
import { decideCase } from "./decide-case.server";
import type { ReviewForm } from "./review.server";

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
export async function correctCaseHere(sent: ReviewForm) {
  const refused = await correct(sent);
  if (refused) return refused;
  const toast = { kind: "success", text: "moderation:inbox.correct.saved" } as const;
  throw redirectWithToast(sent.request, sent.here, toast);
}

/** Corrects the open case, and approves what was written. */
export async function correctAndApprove(sent: ReviewForm) {
  const refused = await correct(sent);
  if (refused) return refused;
  const { kind, id } = fixableIn(sent);
  const after = await fixableCase(sent.context, kind, id);
  sent.form.set("version", String(after?.version ?? ""));
  sent.form.set("intent", "approve");
  return decideCase(sent);
}
