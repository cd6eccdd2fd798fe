import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { getListedEvent } from "~/modules/events/get-event.server";
import { collectionsWith, listCollections } from "~/modules/saved/queries.server";
import { collectionCard } from "../collections.server";

/**
 * Collections of the reader that may contain an event. @throws AppError("not-found") for an event
 * that the reader cannot see
 */
export async function eventCollectionsLoader(
  { deps, locale, origin, seo, signedIn }: SignedInContext,
  eventId: string,
) {
  const t = translatorFor(locale);
  const event = await getListedEvent(deps, eventId);
  const own = await listCollections(deps, signedIn);
  const holding = await collectionsWith(deps, signedIn, event.id);
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
  return {
    head: pageHead({ origin, locale, seo }, paths.eventCollections(event.id), {
      title: t("collections:manage.title"),
      description: t("collections:manage.description"),
      noindex: true,
    }),
    event: { title, href: paths.event(event.id) },
    collections: own.map((collection) => {
      const { id, name, color, icon, count } = collectionCard(collection, locale);
      return { id, name, color, icon, count, isIn: holding.has(id) };
    }),
  };
}
