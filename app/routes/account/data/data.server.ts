import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  confirmationFor,
  isSignInRecent,
} from "~/modules/identity/factors/confirm-identity.server";
import { DELETION_DELAY } from "~/modules/identity/users/delete-account.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";

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
