import { type AppError, errorAt } from "~/lib/errors";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import type { SourceInput } from "~/modules/intake/sources/schema";
import {
  type DryRunView,
  dryRunOf,
  FORM_FIELD,
  guessedForm,
  type SourceReasons,
  sourceFieldsIn,
  sourceInput,
} from "./source-form.server";

export interface DryRunAnswer {
  form: "dry-run";
  dryRun: DryRunView;
  values: ReturnType<typeof sourceFieldsIn>;
  /** Why fields were guessed so; null for those that were typed. */
  reasons: SourceReasons;
}

/** Maps the issues of a source to the form's fields. */
function atFields(error: AppError): never {
  throw errorAt(error, (path) => FORM_FIELD[path] ?? path);
}

/**
 * Answers the form of a source: finds it out by its address, saves it, or runs it dry and keeps what
 * was typed.
 */
export function answerSourceForm(
  context: RequestContext,
  form: FormData,
  sourceId: string | null,
  save: (input: SourceInput) => Promise<Response>,
) {
  const values = sourceFieldsIn(form);
  return formAnswer(
    context,
    { form: "source", values, failed: "sources:form.failed", stale: "sources:form.stale" },
    () =>
      expecting({ any: atFields }, async () => {
        if (fieldOf(form, "intent") === "look") {
          const { fields, reasons, dryRun } = await guessedForm(context, values.url);
          const found = { ...fields, city: fields.city || values.city };
          return { form: "dry-run", dryRun, values: found, reasons } satisfies DryRunAnswer;
        }
        const input = await sourceInput(context, values);
        if (fieldOf(form, "intent") === "save") return save(input);
        return {
          form: "dry-run",
          dryRun: await dryRunOf(context, input, sourceId),
          values,
          reasons: null,
        } satisfies DryRunAnswer;
      }),
  );
}
