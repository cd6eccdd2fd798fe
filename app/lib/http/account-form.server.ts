import { data } from "@remix-run/cloudflare";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import { AppError, expectedError, isUnverified } from "../errors";
import type { FormFailureView } from "../pages/views";
import { describeError, log } from "../runtime/log";

/** Of which form of a page, too: a page may have several. */
export interface FailedForm extends FormFailureView {
  form: string;
}

interface FormOrder {
  /** Its name, by which the page finds it again. */
  form: string;
  /** The submitted values except passwords. */
  values?: Record<string, string>;
  /** The message for failed saves (product.md §8). Without it unexpected errors propagate. */
  failed?: TextKey<"account" | "collections">;
}

const MINUTE = 60;

/**
 * Runs a form's command. Expected errors return to their form with a status: 400 for invalid values, else the code's own
 * (409, 413, 429).
 */
export async function answerForm(
  { locale, requestId }: { locale: Locale; requestId: string },
  { form, values = {}, failed }: FormOrder,
  act: () => Promise<Response>,
) {
  const t = translatorFor(locale);
  const say = errorTranslatorFor(locale);
  try {
    return await act();
  } catch (error) {
    const issues: Record<string, string> = {};
    const answer = (message: string, status: number, headers: HeadersInit = {}) =>
      data<FailedForm>({ form, message, issues, values }, { status, headers });
    if (!(error instanceof AppError)) {
      if (!failed) throw error;
      log("error", "form.failed", { requestId, form, ...describeError(error) });
      return answer(t(failed), expectedError(error)?.status ?? 500);
    }
    for (const { path, message, values: figures } of error.issues) issues[path] ??= say(message, figures);
    // The page explains it and can resend the link.
    if (isUnverified(error)) return answer(say("errors:issue.unverified"), error.status);
    const { retryAfter } = error;
    switch (error.code) {
      case "invalid":
      case "conflict": {
        // An issue of no field is the form's message.
        const message = issues[""] ?? t(failed ?? (error.code === "invalid" ? "account:failure.check" : "account:failure.conflict"));
        delete issues[""];
        return answer(message, error.code === "invalid" ? 400 : 409);
      }
      case "too-large":
        return answer(t("account:failure.check"), 413);
      case "too-many-requests": {
        const count = Math.max(1, Math.ceil((retryAfter ?? MINUTE) / MINUTE));
        return answer(t("account:failure.tooMany", { count }), 429, retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) });
      }
      default:
        throw error;
    }
  }
}
