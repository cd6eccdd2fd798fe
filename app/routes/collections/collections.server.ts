import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { expecting } from "~/lib/http/form-answer.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { describeError, log } from "~/lib/runtime/log";
import { coverOf } from "~/modules/events/present/present-event.server";
import {
  type CollectionRow,
  collectionName,
  coversOfCollections,
  listCollections,
} from "~/modules/saved/queries.server";

/** Collection as a card, and as an option among the reader's own. */
export function collectionCard(collection: CollectionRow, locale: Locale) {
  const t = translatorFor(locale);
  const { id, description, color, icon, isPublic, isDefault, eventCount } = collection;
  return {
    id,
    href: isDefault ? paths.saved() : paths.collection(id),
    name: collectionName(collection, locale),
    description: description || (isDefault ? t("collections:favouritesLine") : ""),
    color,
    icon,
    isPublic,
    count: t("events:count", { count: eventCount }),
  };
}

/**
 * Data of the reader's collections. A failed read shows a message within the page (product.md §8).
 */
export async function collectionsLoader({
  deps,
  locale,
  origin,
  seo,
  requestId,
  signedIn,
}: SignedInContext) {
  const t = translatorFor(locale);
  const head = pageHead({ origin, locale, seo }, paths.collections(), {
    title: t("collections:title"),
    description: t("collections:description"),
    noindex: true,
  });
  const failed = (error: unknown) => {
    log("error", "collections.failed", { requestId, ...describeError(error) });
    return { head, failed: t("collections:failure.load"), collections: [] };
  };
  return expecting({ unexpected: failed }, async () => {
    const [own, covers] = await Promise.all([
      listCollections(deps, signedIn),
      coversOfCollections(deps, signedIn),
    ]);
    return {
      head,
      failed: null,
      collections: own.map((collection) => ({
        ...collectionCard(collection, locale),
        covers: covers
          .filter(({ collectionId }) => collectionId === collection.id)
          .map((event) => ({
            id: event.id,
            src: coverOf(event, "square"),
            focus: event.imageFocus,
          })),
      })),
    };
  });
}
