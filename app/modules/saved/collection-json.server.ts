import type { Locale } from "../../i18n/locale";
import { collectionName } from "./default-collection.server";
import type { CollectionRow } from "./queries.server";
import type { CollectionColor, CollectionJson } from "./schema";

/**
 * A collection as the API returns it (decisions.md §12). @param locale of the default collection's
 * built-in name
 */
export function collectionJson(collection: CollectionRow, locale: Locale): CollectionJson {
  const { id, description, color, icon, isPublic, isDefault, eventCount } = collection;
  return {
    id,
    name: collectionName(collection, locale),
    description,
    color: color as CollectionColor,
    icon,
    isPublic,
    isDefault,
    eventCount,
  };
}
