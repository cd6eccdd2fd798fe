import { data } from "@remix-run/cloudflare";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { versionIn } from "~/lib/http/version-in";
import {
  CASE_FIELDS,
  type CaseField,
  correctCase,
} from "~/modules/review/inbox/correct-case.server";
import { FIXABLE, fixableCase } from "~/modules/review/inbox/fixes.server";
import type { InboxKind } from "../../../../db/schema/index";

/**
 * Corrects the open case, if a form asks for it: `correct`, or `correct-approve`, which goes on to
 * the approval of what was written.
 * @param here path of the case
 * @returns "approve" to go on, the refused form, or null for another intent
 * @throws Response the redirect back; AppError("bad-request") for an invalid form
 */
export async function correctAction(
  context: SignedInContext,
  request: Request,
  form: FormData,
  { subject, here }: { subject: { kind: InboxKind; id: string } | null; here: string },
) {
  const intent = fieldOf(form, "intent");
  if (intent !== "correct" && intent !== "correct-approve") return null;
  const kind = FIXABLE.find((one) => one === subject?.kind);
  if (!subject || !kind || subject.id !== fieldOf(form, "event")) throw new AppError("bad-request");
  const { locale } = context;
  const texts = Object.fromEntries(
    CASE_FIELDS.flatMap((name) =>
      // An unchecked box sends nothing.
      form.has(name) || (name === "free" && form.has("price")) ? [[name, fieldOf(form, name)]] : [],
    ),
  ) as Partial<Record<CaseField, string>>;
  const refuse = (failure: Pick<CorrectionFailureView, "message" | "issues">, status: number) => {
    const correction: CorrectionFailureView = { event: subject.id, texts, ...failure };
    return data({ failure: null, note: null, correction }, { status });
  };
  const refused = (error: AppError) =>
    refuse(
      { message: refusalText(error, locale), issues: {} },
      error.code === "invalid" ? 400 : error.status,
    );
  return expecting({ conflict: refused, invalid: refused, "not-found": refused }, async () => {
    const ident = { kind, id: subject.id, version: versionIn(fieldOf(form, "version")) };
    const issues = await correctCase(context, ident, texts);
    if (issues) {
      const say = errorTranslatorFor(locale);
      const messages = Object.entries(issues).map(([name, key]) => [
        name,
        say(key as Parameters<typeof say>[0]),
      ]);
      return refuse({ message: null, issues: Object.fromEntries(messages) }, 400);
    }
    if (intent === "correct")
      throw redirectWithToast(request, here, {
        kind: "success",
        text: "moderation:inbox.correct.saved",
      });
    const after = await fixableCase(context, kind, subject.id);
    form.set("version", String(after?.version ?? ""));
    form.set("intent", "approve");
    return "approve" as const;
  });
}
