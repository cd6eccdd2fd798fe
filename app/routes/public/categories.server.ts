import { allTiles } from "~/components/category-tile/present-tiles.server";
import { browseEvents } from "~/components/event-browser/browse-events.server";
import { withListFollow } from "~/components/follow/follow-list.server";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { CATEGORY_LINES } from "~/modules/discovery/category-lines";
import { facetCountsOf } from "~/modules/events/list/facet-counts.server";

/** Data of the category index: all categories with their upcoming events. */
export async function categoriesLoader({ deps, locale, origin, seo }: RequestContext) {
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

/** Data of a category's event list. @throws AppError("not-found") for an unknown slug */
export async function categoryLoader(
  context: RequestContext,
  params: URLSearchParams,
  slug: string,
) {
  const category = CATEGORIES.find((known) => known.slug === slug);
  if (!category) throw new AppError("not-found");
  const page = await withListFollow(
    context,
    await browseEvents(context, params, { category: slug }),
    paths.category(slug, Object.fromEntries(params)),
  );
  const { family, icon, name } = category;
  return { ...page, intro: { slug, family, icon, line: CATEGORY_LINES[name][context.locale] } };
}
