import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { requireAccount } from "~/lib/http/request-context";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { cancelDeletion } from "~/modules/identity/users/delete-account.server";

const returnToOf = (request: Request) =>
  safePath(new URL(request.url).searchParams.get("returnTo"));

export function keepAccountLoader(context: AppLoadContext, request: Request) {
  const { deleteAfter, timeZone } = requireAccount(context).signedIn;
  const returnTo = returnToOf(request);
  if (deleteAfter === null) throw redirect(inLanguageOf(request, returnTo));
  const t = translatorFor(context.locale);
  return {
    returnTo,
    date: formatDate(deleteAfter, timeZone ?? USUAL_ZONE, context),
    head: pageHead(context, paths.keepAccount(), {
      title: t("auth:keepAccount.title"),
      description: t("auth:keepAccount.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function keepAccountAction(context: AppLoadContext, request: Request) {
  const { deps, signedIn } = requireAccount(context);
  // A repeated cancellation is no error.
  await expecting({ conflict: () => null }, () => cancelDeletion(deps, signedIn));
  return redirectWithToast(request, returnToOf(request), {
    kind: "success",
    text: "auth:keepAccount.kept",
  });
}
