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
  /** What was typed, passwords aside. */
  values?: Record<string, string>;
  /** The sentence for whatever keeps it from being saved (product.md §8). Without one, what is unexpected stays so. */
  failed?: TextKey<"account" | "collections">;
}

const MINUTE = 60;

/**
 * Does what a form asks for. What is expected to go wrong comes back as an answer for the form that it belongs to, with
 * its status: 400 for what was typed, else the code's own (409, 413, 429).
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
    // The page says what is missing, and sends the link again.
    if (isUnverified(error)) return answer(say("errors:issue.unverified"), error.status);
    const { retryAfter } = error;
    switch (error.code) {
      case "invalid":
      case "conflict": {
        // What is about no field of the form is the sentence itself.
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
