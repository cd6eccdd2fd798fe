import { collections } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { LOCALES } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Deps } from "../../lib/deps";

/**
 * The statement that creates a user's default collection if missing. Its name is empty until the
 * owner sets one.
 */
export function defaultCollectionStatement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  ownerId: string,
) {
  const now = clock.now();
  return db
    .insert(collections)
    .values({
      id: ids.next(),
      ownerId,
      name: "",
      color: "anar",
      icon: "heart",
      isDefault: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
}

/**
 * The name that people read: the default collection's is in their language until its owner has
 * given it one.
 */
export function collectionName({ name }: { name: string }, locale: Locale): string {
  return name || translatorFor(locale)("common:favourites");
}

/**
 * The name to store: empty when it equals the default collection's built-in name in either
 * language.
 */
export function keptName(name: string, isDefault: boolean): string {
  return isDefault && LOCALES.some((locale) => collectionName({ name: "" }, locale) === name)
    ? ""
    : name;
}
