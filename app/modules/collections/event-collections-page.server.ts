import type { Deps } from "../../lib/deps";
import { type Locale, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import type { SeoDefaults } from "../../lib/views";
import { getListedEvent } from "../events/get-event.server";
import { collectionCard } from "./collections-page.server";
import { collectionsWith, listCollections } from "./queries.server";

interface PageContext {
  deps: Deps;
  locale: Locale;
  origin: string;
  seo: SeoDefaults;
  signedIn: Actor;
}

/** Which of one's collections hold an event. @throws AppError("not-found") for an event that they cannot see */
export async function eventCollectionsPage({ deps, locale, origin, seo, signedIn }: PageContext, eventId: string) {
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
