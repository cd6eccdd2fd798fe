import { Hono } from "hono";
import { FAMILY_COLORS } from "../../../app/lib/drawing/palette";
import { CATEGORIES } from "../../../app/lib/event/categories";
import { wholeList } from "../../../app/lib/text/list-json";
import { facetCountsOf } from "../../../app/modules/events/list/facet-counts.server";
import { type CategoryJson, CategoryListJson } from "../../../app/modules/events/schema";
import type { AppEnv } from "../../context";
import { CATEGORY_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { answer, resource } from "./resource";

export const categories = new Hono<AppEnv>();

resource(categories, "/", {
  GET: operation({
    operationId: "listCategories",
    budget: ["reads", "list"],
    tag: "categories",
    isKept: true,
    answer: {
      schema: CategoryListJson,
      example: { items: [CATEGORY_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps }) => {
      const counts = await facetCountsOf(deps, null);
      const items: CategoryJson[] = CATEGORIES.map(({ name, slug, fa, family }) => ({
        name,
        slug,
        label: { en: name, fa },
        colorFamily: family,
        color: FAMILY_COLORS[family],
        upcomingEventCount: counts.get(name) ?? 0,
      }));
      return answer(c.req.raw, wholeList(items));
    },
  }),
});
