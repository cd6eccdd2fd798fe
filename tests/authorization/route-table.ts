import type { ServerBuild } from "@remix-run/cloudflare";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** Paths of a build's route table, with the methods that have a handler. */
export function pagesOf(routes: Routes): Map<string, Set<"GET" | "POST">> {
  const all = Object.values(routes).filter((route): route is Route => route !== undefined);
  const pages = new Map<string, Set<"GET" | "POST">>();
  for (const route of all) {
    const children = all.filter(({ parentId }) => parentId === route.id);
    const isAddress = route.index || (Boolean(route.path) && !children.some(({ index }) => index));
    if (!isAddress) continue;
    const path = pathOf(route, routes);
    const methods = pages.get(path) ?? new Set();
    const { default: component, loader, action } = route.module;
    if (component || loader) methods.add("GET");
    if (action) methods.add("POST");
    pages.set(path, methods);
  }
  return pages;
}

function pathOf(route: Route, routes: Routes): string {
  const parts: string[] = [];
  for (let at: Route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined)
    if (at.path) parts.unshift(at.path);
  return `/${parts.join("/")}`;
}
