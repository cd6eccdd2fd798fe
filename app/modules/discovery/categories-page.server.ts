import { AppError } from "../../lib/errors";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { type BrowseContext, browseEvents } from "../events/browse-events.server";
import { CATEGORIES } from "../events/categories";
import { facetCountsOf } from "../events/facet-counts.server";
import { CATEGORY_LINES } from "./category-lines";
import { allTiles } from "./present-tiles.server";

/** Every category with what is coming in it. */
export async function categoriesPage({ deps, locale, origin, seo }: BrowseContext) {
  const t = translatorFor(locale);
  const counts = await facetCountsOf(deps, null);
  return {
    head: pageHead({ origin, locale, seo }, paths.categories(), {
      title: t("pages:categories.title"),
      description: t("pages:categories.description", { count: CATEGORIES.length }),
    }),
    lead: t("pages:categories.lead", { count: CATEGORIES.length }),
    tiles: allTiles(counts, locale),
  };
}

/** The list of events of one category. @throws AppError("not-found") for a category that there is not */
export async function categoryPage(context: BrowseContext, params: URLSearchParams, slug: string) {
  const category = CATEGORIES.find((known) => known.slug === slug);
  if (!category) throw new AppError("not-found");
  const page = await browseEvents(context, params, { category: slug });
  const { family, icon, name } = category;
  return { ...page, intro: { slug, family, icon, line: CATEGORY_LINES[name][context.locale] } };
}
