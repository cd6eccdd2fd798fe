import { data } from "@remix-run/cloudflare";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey, TextValues } from "../../i18n/translate";
import { USUAL_WAIT, waitText } from "../dates/wait-text";
import { AppError, type ErrorCode, expectedError, isUnverified } from "../errors";
import { describeError, log } from "../runtime/log";
import type { FormFailure, HTTPIssue } from "./form-failure";

interface FormContext {
  locale: Locale;
  /** In the log of unexpected errors. */
  requestId?: string;
}

interface FormOptions<Failure extends FormFailure> {
  /** Names one form of a page that has several. */
  form?: string;
  /** The submitted values, without passwords. */
  values?: Record<string, string>;
  /** The message of an unexpected error, which is then logged and answered; without it, thrown. */
  failed?: TextKey;
  /** The message of a form with invalid fields; without it `failed`, then the usual one. */
  check?: TextKey;
  /** The message of a conflict of versions. */
  stale?: TextKey;
  /** The message of another conflict. */
  conflict?: TextKey;
  /** The message while the account's address is not verified. */
  unverified?: TextKey;
  /** Messages of other codes, or of codes that mean something special here. */
  sentences?: Partial<Record<ErrorCode, TextKey>>;
  /** Adds what else the form needs to come back with. */
  amend?: (failure: FormFailure, code: ErrorCode | null) => Failure | Promise<Failure>;
}

const MINUTE = 60;
const SAID: readonly ErrorCode[] = [
  "invalid",
  "conflict",
  "too-large",
  "unsupported-type",
  "too-many-requests",
];

/** A rejected form of a page is a 400; 422 is the API's (decisions.md §12). */
const statusOf = ({ code, status }: AppError) => (code === "invalid" ? 400 : status);

/**
 * Runs the command of a form. An expected error becomes a `FormFailure` with its status (400, 403,
 * 409, 413, 415, 429): an issue without a path is the message, the others belong to their fields.
 * @throws what the form has no message for; redirects
 */
export async function formAnswer<Failure extends FormFailure = FormFailure, Done = Response>(
  { locale, requestId }: FormContext,
  {
    form,
    values = {},
    failed,
    check,
    stale,
    conflict,
    unverified,
    sentences = {},
    amend,
  }: FormOptions<Failure>,
  command: () => Promise<Done>,
) {
  try {
    return await command();
  } catch (error) {
    const t = translatorFor(locale);
    const answer = async (
      failure: Pick<FormFailure, "message" | "isLimited" | "issues">,
      code: ErrorCode | null,
      init: ResponseInit,
    ) => {
      const whole: FormFailure = { ...(form !== undefined && { form }), ...failure, values };
      return data(amend ? await amend(whole, code) : (whole as Failure), init);
    };
    if (!(error instanceof AppError)) {
      if (!failed || error instanceof Response) throw error;
      log("error", "form.failed", { requestId, form, ...describeError(error) });
      return answer({ message: t(failed), issues: {} }, null, {
        status: expectedError(error)?.status ?? 500,
      });
    }
    const { code, retryAfter } = error;
    const { "": whole, ...issues } = fieldMessages(error.issues, locale);
    const sentence = sentences[code];
    if (!sentence && isUnverified(error)) {
      const message = unverified
        ? t(unverified)
        : errorTranslatorFor(locale)("errors:issue.unverified");
      return answer({ message, issues }, code, { status: error.status });
    }
    if (!sentence && !SAID.includes(code) && !(code === "forbidden" && error.issues.length > 0))
      throw error;
    const isLimited = code === "too-many-requests";
    const count = Math.max(1, Math.ceil((retryAfter ?? MINUTE) / MINUTE));
    const usual = (): string => {
      if (code === "too-large" && error.sentence)
        return errorTranslatorFor(locale)(error.sentence.message, error.sentence.values);
      if (isLimited)
        return t("account:failure.tooMany", { wait: waitText(t, retryAfter ?? USUAL_WAIT) });
      if (code === "conflict")
        return t(
          (issues.version && stale) || conflict || failed || check || "account:failure.conflict",
        );
      return t(check ?? failed ?? "account:failure.check");
    };
    const message = sentence
      ? t(sentence, { count, ...error.sentence?.values })
      : (whole ?? usual());
    const headers: HeadersInit =
      retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    return answer({ message, ...(isLimited && { isLimited }), issues }, code, {
      status: statusOf(error),
      headers,
    });
  }
}

/** What a command's errors become: by code; `any` for the other codes; `unexpected` for bugs. */
type ErrorAnswers<Other> = Partial<
  Record<ErrorCode | "any", (error: AppError) => Other | Promise<Other>>
> & { unexpected?: (error: unknown) => Other | Promise<Other> };

/**
 * Runs a command with an answer for some of its errors, where `formAnswer` has no place for it: a
 * toast, another page, null. @throws errors without an answer; redirects
 */
export async function expecting<Other, Done>(
  answers: ErrorAnswers<Other>,
  command: () => Done | Promise<Done>,
): Promise<Done | Other> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isExpected = error instanceof AppError;
    const answer = isExpected ? (answers[error.code] ?? answers.any) : answers.unexpected;
    if (!answer) throw error;
    return answer(error as AppError);
  }
}

/** The first sentence of each field. */
export function fieldMessages(
  issues: readonly HTTPIssue[],
  locale: Locale,
): Record<string, string> {
  const say = errorTranslatorFor(locale);
  const sentences: Record<string, string> = {};
  for (const { path, message, values } of issues)
    sentences[path] ??= say(message.startsWith("errors:") ? message : "errors:invalid", values);
  return sentences;
}

/** The sentences of issues by their keys, for forms that check a field when it is left. */
export function sentencesByKey(
  keys: readonly string[],
  locale: Locale,
  values?: TextValues,
): Record<string, string> {
  const say = errorTranslatorFor(locale);
  return Object.fromEntries(keys.map((key) => [key, say(key, values)]));
}
