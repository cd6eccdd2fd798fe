import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { CALENDAR_FILE_MAX } from "~/modules/intake/entries/read-calendar-file.server";
import { type ImportSource, importEvent } from "~/modules/intake/import/import-event.server";

/** Size limit of the form, bytes: the largest file and the other fields. */
const FORM_MAX = CALENDAR_FILE_MAX + 65_536;

/** Data of the import form. */
export function importLoader(context: SignedInContext) {
  const t = translatorFor(context.locale);
  return {
    head: pageHead(context, paths.importEvent(), {
      title: t("authoring:import.title"),
      description: t("authoring:import.lead"),
      noindex: true,
    }),
  };
}

/** Import source of the form. A file takes precedence over a URL. */
async function sourceOf(form: FormData): Promise<ImportSource | null> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0)
    return { file: new Uint8Array(await file.arrayBuffer()) };
  const url = fieldOf(form, "url").trim();
  return url ? { url } : null;
}

/**
 * Action of the import form: redirects to the new draft with notes, or returns the rejected form.
 */
export async function importAction(context: SignedInContext, request: Request) {
  const values = { url: "" };
  return formAnswer(context, { values }, async () => {
    const refusals = { "too-large": tooLargeFile };
    const form = await expecting(refusals, () => readForm(request, FORM_MAX));
    values.url = fieldOf(form, "url");
    const source = await sourceOf(form);
    if (!source) throw new AppError("invalid", [{ path: "url", message: "errors:issue.noSource" }]);
    const { id, notes } = await expecting(refusals, () =>
      importEvent(context.deps, context.signedIn, source),
    );
    return seeOther(request, paths.editEvent(id, { imported: notes.join(".") || "all" }));
  });
}

/** Reports a too large form at the file input. */
function tooLargeFile(): never {
  throw new AppError("invalid", [{ path: "file", message: "errors:issue.fileTooLarge" }]);
}

function seeOther(request: Request, location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: inLanguageOf(request, location) },
  });
}
