import { collections } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { LOCALES } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Deps } from "../../lib/deps";

/** The statement that makes somebody's default collection, where there is none yet. Its name is empty until they give it one. */
export function defaultCollectionStatement({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, ownerId: string) {
  const now = clock.now();
  return db
    .insert(collections)
    .values({ id: ids.next(), ownerId, name: "", color: "anar", icon: "heart", isDefault: true, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}

/** The name that people read: the default collection's is in their language until its owner has given it one. */
export function collectionName({ name }: { name: string }, locale: Locale): string {
  return name || translatorFor(locale)("common:favourites");
}

/** The name to keep: the default collection's own name in either language is none of its owner's. */
export function keptName(name: string, isDefault: boolean): string {
  return isDefault && LOCALES.some((locale) => collectionName({ name: "" }, locale) === name) ? "" : name;
}
