import type { RouteBudget } from "../http/route-budget";

const PAGE: RouteBudget = { rate: "reads", cost: "page" };
const FORM: RouteBudget = { rate: "reads", cost: "write" };
const STAFF: RouteBudget = { rate: "reads", cost: "staff" };
const ITEM: RouteBudget = { rate: "reads", cost: "item" };
const EXPORT: RouteBudget = { rate: "reads", cost: "export" };
const CONSTANT: RouteBudget = { rate: "reads", cost: "constant" };

/** Budgets of the routes whose ids begin so; the longest beginning decides. */
const BUDGETS: Readonly<Record<string, RouteBudget>> = {
  "routes/public/": PAGE,
  "routes/auth/": PAGE,
  "routes/collections/": PAGE,
  "routes/authoring/": FORM,
  "routes/authoring/import/": { rate: "import", cost: "write" },
  "routes/my-events/": PAGE,
  "routes/account/": PAGE,
  "routes/account/data/export": EXPORT,
  "routes/onboarding/": PAGE,
  "routes/dev/": PAGE,
  "routes/admin/": STAFF,
  "routes/ingestion/": STAFF,
  "routes/admin/audit-log/csv": EXPORT,
  "routes/admin/notification-analytics/csv": EXPORT,
  "routes/admin/ingestion/run/log-": EXPORT,
  "routes/resources/": ITEM,
  "routes/resources/for-you": PAGE,
  "routes/resources/sitemap": EXPORT,
  "routes/resources/robots": CONSTANT,
  "routes/resources/web-manifest": CONSTANT,
};

const BEGINNINGS = Object.keys(BUDGETS).sort((a, b) => b.length - a.length);

/** The budget of a route's pages by its id; null for an id of no area. */
export function pageBudget(routeId: string): RouteBudget | null {
  const beginning = BEGINNINGS.find((one) => routeId.startsWith(one));
  return beginning === undefined ? null : (BUDGETS[beginning] ?? null);
}

const COSTS_OF_FORMS: Partial<Record<RouteBudget["cost"], RouteBudget["cost"]>> = {
  page: "write",
  item: "write",
};

/** The same for a request that may change something. */
export const formBudget = ({ rate, cost }: RouteBudget): RouteBudget => ({
  rate,
  cost: COSTS_OF_FORMS[cost] ?? cost,
});
