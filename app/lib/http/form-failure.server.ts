import { data } from "@remix-run/cloudflare";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey, TextValues } from "../../i18n/translate";
import { AppError, type ErrorCode } from "../errors";
import type { FormFailureView } from "../pages/views";
import type { HTTPIssue } from "./http-issue";

const MINUTE = 60;
/** A refused form of a page is a 400; 422 is the API's (decisions.md §12). */
const statusOf = ({ code, status }: AppError) => (code === "invalid" ? 400 : status);

/** The first sentence of each field. */
export function fieldMessages(issues: readonly HTTPIssue[], locale: Locale): Record<string, string> {
  const say = errorTranslatorFor(locale);
  const sentences: Record<string, string> = {};
  for (const { path, message, values } of issues)
    sentences[path] ??= say(message.startsWith("errors:") ? message : "errors:invalid", values);
  return sentences;
}

/** Messages of issues by key, for a form's client-side validation. */
export function sentencesByKey(keys: readonly string[], locale: Locale, values?: TextValues): Record<string, string> {
  const say = errorTranslatorFor(locale);
  return Object.fromEntries(keys.map((key) => [key, say(key, values)]));
}

/**
 * A sign-in form's response to an expected error: status, message, field issues and submitted values.
 * @param said messages of codes with a special meaning here
 * @throws errors that the form cannot show
 */
export function formFailure(
  error: unknown,
  locale: Locale,
  values: Record<string, string>,
  said: Partial<Record<ErrorCode, TextKey<"auth">>> = {},
) {
  if (!(error instanceof AppError)) throw error;
  const key = said[error.code];
  const t = translatorFor(locale);
  const { retryAfter } = error;
  const isKnown = key !== undefined || error.code === "invalid" || error.code === "too-many-requests";
  if (!isKnown) throw error;
  const message = key
    ? t(key)
    : error.code === "invalid"
      ? t("auth:failure.check")
      : t("auth:failure.tooMany", { count: Math.max(1, Math.ceil((retryAfter ?? MINUTE) / MINUTE)) });
  const view: FormFailureView = {
    message,
    isLimited: error.code === "too-many-requests",
    issues: fieldMessages(error.issues, locale),
    values,
  };
  return data(view, { status: statusOf(error), headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) } });
}
