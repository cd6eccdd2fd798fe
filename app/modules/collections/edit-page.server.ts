import { COLLECTION_ICONS } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { Locale } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { verificationNotice } from "../../lib/verification-notice.server";
import type { SeoDefaults } from "../../lib/views";
import { collectionName } from "./default-collection.server";
import { getOwnCollection } from "./queries.server";
import { COLLECTION_COLORS } from "./schema";

interface PageContext {
  deps: Deps;
  locale: Locale;
  origin: string;
  seo: SeoDefaults;
  signedIn: Actor;
}

/** The choices of the form, with their names. */
function choicesOf(locale: Locale) {
  const t = translatorFor(locale);
  return {
    colors: COLLECTION_COLORS.map((color) => ({ value: color, label: t(`collections:colors.${color}`) })),
    icons: COLLECTION_ICONS.map((icon) => ({ value: icon, label: t(`collections:icons.${icon}`) })),
  };
}

/** The form of a new collection. */
export function newCollectionPage({ locale, origin, seo, signedIn }: Pick<PageContext, "locale" | "origin" | "seo" | "signedIn">) {
  const title = translatorFor(locale)("collections:form.titleNew");
  return {
    head: pageHead({ origin, locale, seo }, paths.newCollection(), { title, description: title, noindex: true }),
    collection: null,
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}

/** The form of one of the actor's collections. @throws AppError("not-found") */
export async function editCollectionPage({ deps, locale, origin, seo, signedIn }: PageContext, id: string, params: URLSearchParams) {
  const collection = await getOwnCollection(deps, signedIn, id);
  const { description, color, icon, isPublic, isDefault } = collection;
  const title = translatorFor(locale)("collections:form.titleEdit");
  return {
    head: pageHead({ origin, locale, seo }, paths.editCollection(id), { title, description: title, noindex: true }),
    collection: { id, name: collectionName(collection, locale), description, color, icon, isPublic, isDefault },
    isAsked: params.has("delete"),
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}
