import * as build from "virtual:remix/server-build";
import type { HonoRequest } from "hono";
import type { RouteBudget } from "../app/lib/http/route-budget";
import { formBudget, pageBudget } from "../app/lib/pages/page-budgets";
import { createRouteFinder } from "../app/modules/analytics/route-patterns";

/** The route of a page by its path, without the ending of its data. */
export const pageRouteOf = createRouteFinder(build.routes, () => true);

/** Of addresses without a route: the page that says so. */
const NOT_FOUND: RouteBudget = { rate: "reads", cost: "page" };

/** The budget of a request to a page or its data. */
export function budgetOfPage({ path, method }: HonoRequest): RouteBudget {
  const route = pageRouteOf(path.replace(/\.data$/, "").replace(/^\/_root$/, "/"));
  const budget = (route && pageBudget(route.id)) ?? NOT_FOUND;
  return method === "GET" || method === "HEAD" ? budget : formBudget(budget);
}
