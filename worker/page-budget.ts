import type { HonoRequest } from "hono";
import type { CostClass, RouteBudget } from "../app/lib/http/route-budget";
import { routeMap } from "./route-map";

/** What a request costs that may change something. */
const COSTS_OF_FORMS: Partial<Record<CostClass, CostClass>> = { page: "write", item: "write" };

/** The budget of a request to a page or its data; addresses without a route get a page. */
export function budgetOfPage({ path, method }: HonoRequest): RouteBudget {
  const declared = routeMap.find(path)?.facts.budget ?? "page";
  if (declared === "import") return { rate: "import", cost: "write" };
  const isRead = method === "GET" || method === "HEAD";
  if (declared === "door") return { rate: "door", cost: isRead ? "page" : "write" };
  return { rate: "reads", cost: isRead ? declared : (COSTS_OF_FORMS[declared] ?? declared) };
}
