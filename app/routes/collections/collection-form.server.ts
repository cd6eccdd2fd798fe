import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { RequestContext, SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { collectionName, getOwnCollection } from "~/modules/saved/queries.server";
import { COLLECTION_COLORS } from "~/modules/saved/schema";
import { COLLECTION_ICONS } from "../../../db/schema/index";

/** Localized options of the form. */
function choicesOf(locale: Locale) {
  const t = translatorFor(locale);
  return {
    colors: COLLECTION_COLORS.map((color) => ({
      value: color,
      label: t(`collections:colors.${color}`),
    })),
    icons: COLLECTION_ICONS.map((icon) => ({ value: icon, label: t(`collections:icons.${icon}`) })),
  };
}

/** Data of the form for a new collection. */
export function newCollectionLoader({
  locale,
  origin,
  seo,
  signedIn,
}: Pick<RequestContext, "locale" | "origin" | "seo" | "signedIn">) {
  const title = translatorFor(locale)("collections:form.titleNew");
  return {
    head: pageHead({ origin, locale, seo }, paths.newCollection(), {
      title,
      description: title,
      noindex: true,
    }),
    collection: null,
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}

/** Data of the form for one of the actor's collections. @throws AppError("not-found") */
export async function editCollectionLoader(
  { deps, locale, origin, seo, signedIn }: SignedInContext,
  id: string,
  params: URLSearchParams,
) {
  const collection = await getOwnCollection(deps, signedIn, id);
  const { description, color, icon, isPublic, isDefault } = collection;
  const title = translatorFor(locale)("collections:form.titleEdit");
  return {
    head: pageHead({ origin, locale, seo }, paths.editCollection(id), {
      title,
      description: title,
      noindex: true,
    }),
    collection: {
      id,
      name: collectionName(collection, locale),
      description,
      color,
      icon,
      isPublic,
      isDefault,
    },
    isAsked: params.has("delete"),
    verification: verificationNotice(signedIn, "collection:publish", locale),
    ...choicesOf(locale),
  };
}
