import { data } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { CALENDAR_FILE_MAX } from "~/modules/intake/entries/read-calendar-file.server";
import { createDrafts } from "~/modules/intake/import/create-drafts.server";
import { importOne } from "~/modules/intake/import/import-event.server";
import {
  type ImportSource,
  importMaterial,
  PACKED_MAX,
  packMaterial,
  unpackMaterial,
} from "~/modules/intake/import/import-material.server";
import { readReceipt } from "~/modules/intake/import/read-receipt.server";
import { type MadeView, presentMade, presentReceipt, type ReceiptView } from "./receipt.server";

/** Size limit of the form, bytes: the largest file or a packed one, and the other fields. */
const FORM_MAX = Math.max(CALENDAR_FILE_MAX, PACKED_MAX) + 65_536;

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
    return { file: new Uint8Array(await file.arrayBuffer()), name: file.name };
  const url = fieldOf(form, "url").trim();
  return url ? { url } : null;
}

export interface ImportAnswer extends FormFailure {
  /** What was read, to choose from; null after a rejected source. */
  receipt: ReceiptView | null;
  /** The drafts that were made of it. */
  made: MadeView | null;
}

/**
 * Action of the import form: one event becomes a draft at once, with notes. Of several the answer is
 * a receipt to choose from, whose form comes back with the material itself: nothing is stored before
 * drafts are made of it.
 */
export async function importAction(context: SignedInContext, request: Request) {
  const { deps, signedIn } = context;
  const values = { url: "" };
  let receipt: ReceiptView | null = null;
  const done = (answer: Partial<ImportAnswer>) =>
    data<ImportAnswer>({ message: "", issues: {}, values, receipt, made: null, ...answer });
  return formAnswer<ImportAnswer, Response | ReturnType<typeof data<ImportAnswer>>>(
    context,
    { values, amend: (failure) => ({ ...failure, receipt, made: null }) },
    async () => {
      const refusals = { "too-large": tooLargeFile };
      const form = await expecting(refusals, () => readForm(request, FORM_MAX));
      values.url = fieldOf(form, "url");
      if (fieldOf(form, "intent") === "make") {
        const packed = fieldOf(form, "material");
        const once = fieldOf(form, "once");
        if (!isUuid(once)) throw new AppError("bad-request");
        const material = await unpackMaterial(packed);
        const read = await readReceipt(deps, signedIn, material, once);
        const taken = new Set(form.getAll("take"));
        receipt = presentReceipt(context, material, read, { once, packed, taken });
        const drafts = read.entries.flatMap(({ id, draft }) =>
          draft && taken.has(id) ? [{ id, ...draft }] : [],
        );
        await createDrafts(deps, signedIn, drafts);
        return done({ receipt: null, made: presentMade(context, drafts) });
      }
      const source = await sourceOf(form);
      if (!source)
        throw new AppError("invalid", [{ path: "url", message: "errors:issue.noSource" }]);
      const material = await expecting(refusals, () => importMaterial(deps, signedIn, source));
      const once = deps.ids.next();
      const read = await readReceipt(deps, signedIn, material, once);
      if (read.total > 1 && (read.entries.length !== 1 || read.over + read.unread > 0)) {
        const packed = await packMaterial(material);
        receipt = presentReceipt(context, material, read, { once, packed, taken: null });
        return done({});
      }
      const { id, notes } = await importOne(deps, signedIn, material);
      const location = paths.editEvent(id, { imported: notes.join(".") || "all" });
      return new Response(null, {
        status: 303,
        headers: { Location: inLanguageOf(request, location) },
      });
    },
  );
}

/** Reports a too large form at the file input. */
function tooLargeFile(): never {
  throw new AppError("invalid", [{ path: "file", message: "errors:issue.fileTooLarge" }]);
}
