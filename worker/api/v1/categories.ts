import { Hono } from "hono";
import { FAMILY_COLORS } from "../../../app/lib/drawing/palette";
import { CATEGORIES } from "../../../app/lib/event/categories";
import { wholeList } from "../../../app/lib/text/list-json";
import { facetCountsOf } from "../../../app/modules/events/list/facet-counts.server";
import { type CategoryJson, CategoryListJson } from "../../../app/modules/events/schema";
import type { AppEnv } from "../../context";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { CATEGORY_EXAMPLE } from "./examples";
import { answer, readOnly } from "./read-only";

export const categories = new Hono<AppEnv>();

readOnly(
  categories,
  "/",
  budgeted("reads", "list"),
  describe({
    operationId: "listCategories",
    tag: "categories",
    isKept: true,
    answer: {
      schema: CategoryListJson,
      example: { items: [CATEGORY_EXAMPLE], nextCursor: null, hasMore: false },
    },
  }),
  async (c) => {
    const counts = await facetCountsOf(c.var.info.deps, null);
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
);
