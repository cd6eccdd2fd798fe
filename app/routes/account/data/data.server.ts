import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  confirmationFor,
  isSignInRecent,
} from "~/modules/identity/factors/confirm-identity.server";
import {
  cancelDeletion,
  DELETION_DELAY,
  requestDeletion,
} from "~/modules/identity/users/delete-account.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";

/**
 * Accepts the word in either language, because the page may have been rendered in the other one.
 */
const isConfirmed = (typed: string) =>
  (["en", "fa"] as const).some(
    (locale) =>
      typed.normalize("NFC").trim().toLowerCase() === translatorFor(locale)("account:data.word"),
  );

/** Actions of `/account/data` and of the banner about a scheduled deletion. */
export async function dataAction(context: SignedInContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "delete":
      return formAnswer(
        context,
        { form: "delete", values: { confirmation: fieldOf(form, "confirmation") } },
        async () => {
          if (!isConfirmed(fieldOf(form, "confirmation")))
            throw new AppError("invalid", [
              { path: "confirmation", message: "errors:issue.confirmation" },
            ]);
          await requestDeletion(deps, signedIn, fieldOf(form, "currentPassword"), caller);
          return redirectWithToast(request, paths.accountData(), {
            kind: "info",
            text: "account:data.asked",
          });
        },
      );
    case "keep":
      // A repeated cancellation is no error.
      await expecting({ conflict: () => null }, () => cancelDeletion(deps, signedIn));
      return redirectWithToast(request, safePath(form.get("returnTo") ?? paths.accountData()), {
        kind: "success",
        text: "account:data.kept",
      });
    default:
      throw new AppError("bad-request");
  }
}

export type AccountDataView = Awaited<ReturnType<typeof dataLoader>>;

/** Data of `/account/data`: export and deletion of the account (decisions.md §5). */
export async function dataLoader(context: SignedInContext) {
  const { deps, locale, origin, seo, signedIn, timeZone } = context;
  const t = translatorFor(locale);
  const user = await getUserOrThrow(deps, signedIn.id);
  const date = (at: number) => formatDate(at, timeZone ?? USUAL_ZONE, context);
  return {
    head: pageHead({ origin, locale, seo }, paths.accountData(), {
      title: t("account:data.title"),
      description: t("account:data.lead"),
      noindex: true,
    }),
    email: user.email ?? "",
    confirmation: confirmationFor(
      user,
      deps.identity.remote,
      await isSignInRecent(deps, signedIn),
      true,
    ),
    /** The product needs an owner. */
    canDelete: user.role !== "owner",
    deletion: user.deleteAfter === null ? null : date(user.deleteAfter),
    deletionDate: date(deps.clock.now() + DELETION_DELAY),
  };
}
