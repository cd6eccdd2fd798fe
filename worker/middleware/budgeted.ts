import type { Handler, HonoRequest, MiddlewareHandler } from "hono";
import {
  COSTS,
  type CostBounds,
  type CostClass,
  type Rate,
  type RouteBudget,
} from "../../app/lib/http/route-budget";
import type { AppEnv } from "../context";
import { type RequestMeter, readMetered, streamMetered } from "../request-meter";
import { routeMap } from "../route-map";
import { RATE_COUNTERS } from "./rate-limit";

const BUDGET = Symbol("budget");

/** The budget of a route, and the middleware that holds requests to it. */
export type Budgeted = MiddlewareHandler<AppEnv> & { readonly [BUDGET]: RouteBudget | "by page" };

/**
 * The budget that a handler holds requests to; null for other handlers. For the walk over routes.
 */
export const budgetOf = (handler: Handler | MiddlewareHandler): RouteBudget | "by page" | null =>
  (handler as Partial<Budgeted>)[BUDGET] ?? null;

const marked = (handler: MiddlewareHandler<AppEnv>, budget: RouteBudget | "by page"): Budgeted =>
  Object.assign(handler, { [BUDGET]: budget });

/** Answers that were measured when they were kept. */
const isKept = ({ headers }: Response): boolean =>
  headers.has("Content-Encoding") ||
  ["X-Edge-Cache", "X-Page-Cache"].some((name) => !["miss", null].includes(headers.get(name)));

/** The answer, its bytes counted unless they have been. */
async function metered(response: Response, meter: RequestMeter): Promise<Response | null> {
  const { body, status } = response;
  if (!body || status === 101 || meter.spent.bytes > 0 || isKept(response)) return null;
  const { isStreamed } = COSTS[meter.cost] as CostBounds;
  const counted = isStreamed ? streamMetered(body, meter) : await readMetered(body, meter);
  return new Response(counted, response);
}

/**
 * Declares the rate budget and the cost class of a route and holds its requests to them: the first
 * handler of every registration (tests/routes/budgets.test.ts).
 */
export const budgeted = (rate: Rate, cost: CostClass): Budgeted =>
  budgetedBy(() => ({ rate, cost }), { rate, cost });

/** Holds each page to the budget of its own route. */
export const budgetedByPage = (find: (request: HonoRequest) => RouteBudget): Budgeted =>
  budgetedBy(find, "by page");

const budgetedBy = (
  find: (request: HonoRequest) => RouteBudget,
  declared: RouteBudget | "by page",
): Budgeted =>
  marked(async (c, next) => {
    const { rate, cost } = find(c.req);
    const meter = c.get("meter");
    meter.cost = cost;
    await RATE_COUNTERS[rate](c);
    await next();
    const answer = await metered(c.res, meter);
    if (!answer) return;
    c.res = undefined;
    c.res = answer;
  }, declared);

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
