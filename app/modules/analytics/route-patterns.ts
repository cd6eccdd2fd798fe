import { remembered } from "../../lib/runtime/remembered";

/** Bounds the memory of paths that exist in any number, such as events'. */
const REMEMBERED_PATHS = 1_000;

interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

export interface PageRoute {
  id: string;
  /** From the root, such as `/events/:eventId`. */
  pattern: string;
}

const PARTS = { static: 3, parameter: 2, rest: 1 } as const;
const rankOf = (segment: string) =>
  segment === "*" ? PARTS.rest : segment.startsWith(":") ? PARTS.parameter : PARTS.static;

/**
 * Whether one pattern is the more exact of two: compared from their beginnings, words before
 * parameters before the rest.
 */
function moreExact(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference =
      (b[at] === undefined ? 0 : rankOf(b[at] ?? "")) -
      (a[at] === undefined ? 0 : rankOf(a[at] ?? ""));
    if (difference !== 0) return difference;
  }
  return 0;
}

const source = (pattern: string) =>
  pattern
    .split("/")
    .filter(Boolean)
    .map((segment) => {
      if (segment === "*") return "(?:/.*)?";
      if (segment.startsWith(":")) return segment.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
      return `/${segment.replace(/[.+^$()[\]{}|\\]/g, "\\$&")}`;
    })
    .join("");

/**
 * Builds a matcher of paths to routes. @param isPage whether a route is a page
 * @returns a function from a path to its route; null for paths that are no page
 */
export function createRouteFinder(
  routes: Readonly<Record<string, RouteEntry | undefined>>,
  isPage: (id: string) => boolean,
): (pathname: string) => PageRoute | null {
  const pathOf = (route: RouteEntry): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return `${parent ? pathOf(parent) : ""}${route.path ? `/${route.path}` : ""}`;
  };
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const pages = Object.values(routes)
    .filter((route) => route !== undefined && !parents.has(route.id) && isPage(route.id))
    .map((route) => ({ id: (route as RouteEntry).id, pattern: pathOf(route as RouteEntry) || "/" }))
    .sort((one, other) => moreExact(one.pattern, other.pattern))
    .map((page) => ({ page, form: new RegExp(`^${source(page.pattern)}/?$`, "i") }));
  return remembered(
    REMEMBERED_PATHS,
    (pathname) => pages.find(({ form }) => form.test(pathname))?.page ?? null,
  );
}
