import type { Locale } from "~/i18n/locale";
import type { TextKey } from "~/i18n/translate";
import type { ErrorCode } from "~/lib/errors";
import { formAnswer } from "~/lib/http/form-answer.server";

interface AuthAnswerOptions {
  values?: Record<string, string>;
  sentences?: Partial<Record<ErrorCode, TextKey<"auth">>>;
}

/** `formAnswer` with the error messages of authentication. */
export const authAnswer = (
  context: { locale: Locale },
  { values = {}, sentences }: AuthAnswerOptions,
  command: () => Promise<Response>,
) =>
  formAnswer(
    context,
    {
      values,
      check: "auth:failure.check",
      sentences: { "too-many-requests": "auth:failure.tooMany", ...sentences },
    },
    command,
  );
