import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { getOwnEvent, ownEventValues } from "~/modules/authoring/find-own-event.server";
import { isDeletableByCreator } from "~/modules/events/decision.server";

/** Data of the delete page. @throws AppError("not-found") */
export async function deleteLoader(
  { deps, signedIn, origin, locale, seo }: SignedInContext,
  id: string,
) {
  const t = translatorFor(locale);
  const own = await getOwnEvent(deps, signedIn, id);
  const { title } = ownEventValues(own);
  const mayDelete =
    own.event === null ||
    isDeletableByCreator(own.event.status) ||
    can(signedIn, "event:manage-all");
  return {
    head: pageHead({ origin, locale, seo }, paths.deleteEvent(id), {
      title: t("authoring:delete.question"),
      description: t("authoring:delete.question"),
      noindex: true,
    }),
    title: localized({ en: title.en ?? "", fa: title.fa }, locale),
    mayDelete,
    text: t(
      !mayDelete
        ? "authoring:delete.public"
        : own.event === null
          ? "authoring:delete.draft"
          : "authoring:delete.text",
    ),
  };
}
