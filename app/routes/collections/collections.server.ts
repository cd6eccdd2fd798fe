import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { pageHead } from "~/lib/pages/page-head.server";
import type { SeoDefaults } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import { collectionName } from "~/modules/collections/default-collection.server";
import { type CollectionRow, listCollections } from "~/modules/collections/queries.server";

interface PageContext {
  deps: Deps;
  locale: Locale;
  origin: string;
  seo: SeoDefaults;
  requestId: string;
  signedIn: Actor;
}

/** A collection as its card, and as a choice among one's own. */
export function collectionCard(collection: CollectionRow, locale: Locale) {
  const t = translatorFor(locale);
  const { id, description, color, icon, isPublic, isDefault, eventCount } = collection;
  return {
    id,
    href: isDefault ? paths.favourites() : paths.collection(id),
    name: collectionName(collection, locale),
    description: description || (isDefault ? t("collections:favouritesLine") : ""),
    color,
    icon,
    isPublic,
    count: t("events:count", { count: eventCount }),
  };
}

/** Somebody's collections. What fails while they load is told in the page's own words (product.md §8). */
export async function collectionsPage({ deps, locale, origin, seo, requestId, signedIn }: PageContext) {
  const t = translatorFor(locale);
  const head = pageHead({ origin, locale, seo }, paths.collections(), {
    title: t("collections:title"),
    description: t("collections:description"),
    noindex: true,
  });
  try {
    const own = await listCollections(deps, signedIn);
    return { head, failed: null, collections: own.map((collection) => collectionCard(collection, locale)) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    log("error", "collections.failed", { requestId, ...describeError(error) });
    return { head, failed: t("collections:failure.load"), collections: [] };
  }
}
