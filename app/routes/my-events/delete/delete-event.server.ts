import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { Reader } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { pageHead } from "~/lib/pages/page-head.server";
import type { SeoDefaults } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { type Actor, can } from "~/lib/permissions";
import { getOwnEvent, ownEventValues } from "~/modules/authoring/find-own-event.server";
import { isDeletableByCreator } from "~/modules/events/event-status";

interface DeletionContext extends Reader {
  deps: Deps;
  signedIn: Actor;
  origin: string;
  seo: SeoDefaults;
}

/** Asks before an event is gone: a page, so that it needs no script. @throws AppError("not-found") */
export async function deletePage({ deps, signedIn, origin, locale, seo }: DeletionContext, id: string) {
  const t = translatorFor(locale);
  const own = await getOwnEvent(deps, signedIn, id);
  const { title } = ownEventValues(own);
  const mayDelete = own.event === null || isDeletableByCreator(own.event.status) || can(signedIn, "event:manage-all");
  return {
    head: pageHead({ origin, locale, seo }, paths.deleteEvent(id), {
      title: t("authoring:delete.question"),
      description: t("authoring:delete.question"),
      noindex: true,
    }),
    title: localized({ en: title.en ?? "", fa: title.fa }, locale),
    mayDelete,
    text: t(!mayDelete ? "authoring:delete.public" : own.event === null ? "authoring:delete.draft" : "authoring:delete.text"),
  };
}
