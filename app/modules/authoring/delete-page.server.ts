import type { Reader } from "../../lib/dates.server";
import type { Deps } from "../../lib/deps";
import { localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { type Actor, can } from "../../lib/permissions";
import type { SeoDefaults } from "../../lib/views";
import { isDeletableByCreator } from "../events/event-status";
import { getOwnEvent, valuesOf } from "./find-own-event.server";

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
  const { title } = valuesOf(own);
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
