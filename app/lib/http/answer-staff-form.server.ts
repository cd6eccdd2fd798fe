import { data } from "@remix-run/cloudflare";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import { AppError, type ErrorCode, expectedError } from "../errors";
import type { FormFailureView } from "../pages/views";
import { describeError, log } from "../runtime/log";

/** Which form of a page was refused, and why. */
export interface RefusedForm extends FormFailureView {
  form: string;
}

interface StaffForm {
  /** Its name, by which the page finds it again. */
  form: string;
  /** The submitted values. */
  values?: Record<string, string>;
  /** The message for failed actions (product.md §8). */
  failed: TextKey<"admin-cities" | "admin-users">;
}

/** Errors that the form shows; others are error pages. */
const SAID: readonly ErrorCode[] = ["invalid", "conflict", "forbidden", "too-large", "unsupported-type"];

/**
 * Runs a form of the administration. Expected errors return to the form with a status: 400 for invalid values, else the
 * code's own. The refusal's own message is the form's, and field issues are beside their fields.
 */
export async function answerStaffForm(
  { locale, requestId }: { locale: Locale; requestId: string },
  { form, values = {}, failed }: StaffForm,
  act: () => Promise<Response>,
) {
  const t = translatorFor(locale);
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) {
      log("error", "form.failed", { requestId, form, ...describeError(error) });
      return data<RefusedForm>({ form, message: t(failed), issues: {}, values }, { status: expectedError(error)?.status ?? 500 });
    }
    if (!SAID.includes(error.code) || (error.code === "forbidden" && error.issues.length === 0)) throw error;
    const say = errorTranslatorFor(locale);
    const issues: Record<string, string> = {};
    for (const { path, message, values: figures } of error.issues) issues[path] ??= say(message, figures);
    const { "": whole, ...fields } = issues;
    return data<RefusedForm>(
      { form, message: whole ?? t(failed), issues: fields, values },
      { status: error.code === "invalid" ? 400 : error.status },
    );
  }
}
