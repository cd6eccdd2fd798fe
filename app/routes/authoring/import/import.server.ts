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
import { CALENDAR_FILE_MAX } from "~/modules/intake/entries/read-calendar-file.server";
import { createDrafts } from "~/modules/intake/import/create-drafts.server";
import { importOne } from "~/modules/intake/import/import-event.server";
import {
  type ImportSource,
  importMaterial,
  keepMaterial,
  keptMaterial,
} from "~/modules/intake/import/import-material.server";
import { readReceipt } from "~/modules/intake/import/read-receipt.server";
import {
  type MadeView,
  presentMade,
  presentReceipt,
  readingsIn,
  withReadings,
} from "./receipt.server";

/** Size limit of the form, bytes: the largest file and the other fields. */
const FORM_MAX = 2 * CALENDAR_FILE_MAX + 65_536;

/**
 * Data of the import form; with `receipt` what a kept material holds, to choose from. With `url`
 * the address of a page that was shared.
 */
export async function importLoader(context: SignedInContext, params: URLSearchParams) {
  const t = translatorFor(context.locale);
  const id = params.get("receipt");
  const receipt = id && (await receiptOf(context, id));
  return {
    head: pageHead(context, paths.importEvent(), {
      title: t("authoring:import.title"),
      description: t("authoring:import.lead"),
      noindex: true,
    }),
    url: params.get("url")?.slice(0, 2_000) ?? "",
    /** A receipt that its author did not use within a day. */
    isGone: id !== null && !receipt,
    receipt: receipt ? presentReceipt(context, receipt.material, receipt.read, receipt.id) : null,
  };
}

/** A kept material and what it holds; null when it is gone. */
async function receiptOf({ deps, signedIn }: SignedInContext, id: string) {
  const material = await expecting({ "not-found": () => null }, () =>
    keptMaterial(deps, signedIn, id),
  );
  return material && { id, material, read: await readReceipt(deps, signedIn, material, id) };
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
  /** The drafts that were made. */
  made: MadeView | null;
  /** The ticked entries of a rejected list; null for another form. */
  taken: string[] | null;
  /** The answered doubts of a rejected list. */
  answered: string[];
  /** The readings that were picked in it, by their doubts. */
  picked: [answer: string, value: string][];
}

/**
 * Action of the import form: one event becomes a draft at once, with notes. Of several the answer is
 * the page of their receipt, to choose from; until then the material is kept for a day.
 */
export async function importAction(context: SignedInContext, request: Request) {
  const { deps, signedIn } = context;
  const values = { url: "" };
  let taken: string[] | null = null;
  let answered: string[] = [];
  let picked: ImportAnswer["picked"] = [];
  const goTo = (location: string) =>
    new Response(null, { status: 303, headers: { Location: inLanguageOf(request, location) } });
  return formAnswer<ImportAnswer, Response | ReturnType<typeof data<ImportAnswer>>>(
    context,
    { values, amend: (failure) => ({ ...failure, made: null, taken, answered, picked }) },
    async () => {
      const form = await expecting({ "too-large": tooLargeFile }, () =>
        readForm(request, FORM_MAX),
      );
      values.url = fieldOf(form, "url");
      if (fieldOf(form, "intent") === "make") {
        const ticked = (name: string) =>
          form.getAll(name).filter((value) => typeof value === "string");
        taken = ticked("take");
        picked = readingsIn(form);
        answered = [...ticked("right"), ...picked.map(([answer]) => answer)];
        const receipt = await receiptOf(context, fieldOf(form, "receipt"));
        if (!receipt) throw new AppError("invalid", [{ path: "", message: "errors:issue.gone" }]);
        const drafts = receipt.read.entries.flatMap(({ id, draft }) =>
          draft && taken?.includes(id) ? [withReadings({ id, ...draft }, picked)] : [],
        );
        await createDrafts(deps, signedIn, drafts);
        const made = presentMade(context, drafts, answered);
        return data<ImportAnswer>({
          message: "",
          issues: {},
          values,
          made,
          taken: null,
          answered,
          picked,
        });
      }
      const source = await sourceOf(form);
      if (!source)
        throw new AppError("invalid", [{ path: "url", message: "errors:issue.noSource" }]);
      const material = await importMaterial(deps, signedIn, source);
      const read = await readReceipt(deps, signedIn, material, deps.ids.next());
      if (read.total > 1 && (read.entries.length !== 1 || read.over + read.unread > 0))
        return goTo(paths.importEvent({ receipt: await keepMaterial(deps, signedIn, material) }));
      const { id, notes } = await importOne(deps, signedIn, material);
      return goTo(paths.editEvent(id, { imported: notes.join(".") || "all" }));
    },
  );
}

/** Reports a too large form at the file input. */
function tooLargeFile(): never {
  throw new AppError("invalid", [{ path: "file", message: "errors:issue.calendarTooLarge" }]);
}
