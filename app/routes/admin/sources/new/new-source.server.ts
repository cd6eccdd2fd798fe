import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { createSource } from "~/modules/intake/sources/write-source.server";
import { sourceForm } from "../source-form.server";
import { answerSourceForm } from "../source-form-answer.server";

/** Data of `/admin/sources/new`; the address can name the city. */
export async function newSourcePage(context: RequestContext, params: URLSearchParams) {
  const { locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "ingestion:manage");
  const { fields, options } = await sourceForm(context, null);
  const city = options.cities.find(({ value }) => value === params.get("city"))?.value ?? "";
  return {
    head: pageHead({ origin, locale, seo }, paths.adminNewSource(), {
      title: translatorFor(locale)("sources:new"),
      noindex: true,
    }),
    fields: { ...fields, city },
    options,
  };
}

/** Finds out what an address is, adds the source, or shows what it would bring. */
export async function newSourceAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "ingestion:manage");
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  if (!["look", "save", "dry-run"].includes(intent)) throw new AppError("bad-request");
  return answerSourceForm(context, form, null, async (input) => {
    const id = await createSource(deps, signedIn, input);
    return redirectWithToast(request, paths.adminSource(id), {
      kind: "success",
      text: "sources:done.created",
    });
  });
}
