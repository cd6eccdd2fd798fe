import type { Handler, MiddlewareHandler } from "hono";
import { COMPOSED_HANDLER } from "hono/utils/constants";
import { describe, expect, it } from "vitest";
import { COSTS, RATES } from "../../app/lib/http/route-budget";
import { app } from "../../worker/app";
import { budgetOf } from "../../worker/middleware/budgeted";

/** A handler as it was registered: routers of their own wrap theirs. */
function registered(handler: Handler | MiddlewareHandler): Handler | MiddlewareHandler {
  const inner = (handler as unknown as Record<string, Handler | undefined>)[COMPOSED_HANDLER];
  return inner ? registered(inner) : handler;
}

const routes = app.routes.map((route) => ({ ...route, handler: registered(route.handler) }));
/** Handlers by method and path, in their order. */
const registrations = new Map<string, typeof routes>();
for (const route of routes) {
  const address = `${route.method} ${route.path}`;
  registrations.set(address, [...(registrations.get(address) ?? []), route]);
}
/** Middleware takes `next`. */
const answers = (handler: Handler | MiddlewareHandler) => handler.length < 2;

describe("the budget of a route", () => {
  it("stands before every handler that answers [S-145]", () => {
    const without = [...registrations].flatMap(([address, handlers]) => {
      const first = handlers.findIndex(({ handler }) => answers(handler));
      const budget = handlers.findIndex(({ handler }) => budgetOf(handler) !== null);
      return first >= 0 && (budget < 0 || budget > first) ? [address] : [];
    });
    expect(without).toEqual([]);
    expect(registrations.size).toBeGreaterThan(250);
  });

  it("is declared for every method but those of middleware", () => {
    const without = [...registrations].flatMap(([address, handlers]) =>
      handlers.every(({ method }) => method !== "ALL") &&
      !handlers.some(({ handler }) => budgetOf(handler) !== null)
        ? [address]
        : [],
    );
    // The page's own budget holds: only its cache stands before it.
    expect(without).toEqual(["GET /sitemap.xml"]);
  });

  it("is one of a closed list of rates and cost classes", () => {
    const budgets = routes.flatMap(({ handler }) => budgetOf(handler) ?? []);
    for (const budget of budgets) {
      if (budget === "by page") continue;
      expect(RATES).toContain(budget.rate);
      expect(Object.keys(COSTS)).toContain(budget.cost);
    }
    expect(budgets.filter((budget) => budget === "by page")).toHaveLength(1);
  });
});
