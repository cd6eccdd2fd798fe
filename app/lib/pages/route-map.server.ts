import type { ServerBuild } from "@remix-run/cloudflare";
import { type Actor, can, type Permission } from "../permissions";
import { remembered } from "../runtime/remembered";
import type { Crumbs } from "./breadcrumbs";
import { NAV_GROUPS, type PageFacts } from "./page";

/** Bounds the memory of paths that exist in any number, such as events'. */
const REMEMBERED_PATHS = 1_000;

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** Words before parameters before the end of a pattern before the rest. */
function rankOf(segment: string | undefined): number {
  if (segment === undefined) return 1;
  if (segment === "*") return 0;
  return segment.startsWith(":") ? 2 : 3;
}

/** The more exact of two patterns first, compared from their beginnings. */
function byExactness(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = rankOf(other[at]) - rankOf(one[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    (path.length <= pattern.length || pattern.at(-1) === "*") &&
    pattern.every((segment, at) => {
      const given = path[at];
      if (segment === "*") return true;
      if (given === undefined) return segment.endsWith("?");
      return segment.startsWith(":") || segment.toLowerCase() === given.toLowerCase();
    })
  );
}

function decoded(pathname: string): string {
  try {
    return pathname
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return pathname;
  }
}

/** The segments of a page's address or its data's, as the router reads them. */
function segmentsOf(pathname: string): string[] {
  const path = decoded(pathname).replace(/\/+$/, "");
  const page = path.endsWith(".data") ? path.slice(0, -".data".length) : path;
  return page === "/_root" ? [] : page.split("/").filter(Boolean);
}

/** A route and those that it lies in, from the root. */
function chainOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(parent ? chainOf(parent, routes) : []), route];
}

/**
 * What the handles of a build's routes say, by address: `find` finds the route of a path or its
 * data, `permissionFor` what it needs, `crumbsOf` the names in the breadcrumbs of a layout, and
 * `navigationFor` the pages of the staff area that an actor may open.
 * @throws for a route without a handle
 */
export function createRouteMap(routes: Routes) {
  const all = Object.values(routes).filter((route): route is Route => route !== undefined);
  const layouts = new Set(all.map(({ parentId }) => parentId));
  const entries = all
    .filter(({ id }) => !layouts.has(id))
    .map((route) => {
      const { id, module } = route;
      const chain = chainOf(route, routes);
      const segments = chain.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
      if (!module.handle) throw new Error(`${id} exports no handle (app/lib/pages/page.ts)`);
      return {
        id,
        segments,
        /** From the root, such as `/events/:eventId`. */
        pattern: `/${segments.join("/")}`,
        parents: chain.map((parent) => parent.id),
        isPage: Boolean(module.default),
        facts: module.handle as PageFacts,
      };
    });
  const sorted = [...entries].sort((one, other) => byExactness(one.segments, other.segments));
  const at = (segments: readonly string[]) =>
    sorted.find((entry) => fits(entry.segments, segments)) ?? null;
  return {
    entries,

    find: remembered(REMEMBERED_PATHS, (pathname: string) => at(segmentsOf(pathname))),

    permissionFor: remembered(REMEMBERED_PATHS, (pathname: string): Permission | null => {
      const segments = segmentsOf(pathname);
      for (let length = segments.length; length >= 0; length--) {
        const permission = at(segments.slice(0, length))?.facts.permission;
        if (permission !== undefined && permission !== "inherited") return permission;
      }
      return null;
    }),

    /** Patterns with their names, of the pages in a layout and those at addresses above them. */
    crumbsOf(layoutId: string): Crumbs {
      const shown = entries.filter(({ parents }) => parents.includes(layoutId));
      const addresses = new Set(
        shown.flatMap(({ segments }) =>
          segments.map((_, last) => `/${segments.slice(0, last + 1).join("/")}`),
        ),
      );
      return Object.fromEntries(
        entries.flatMap(({ pattern, facts: { crumb } }) =>
          crumb && addresses.has(pattern) ? [[pattern, crumb]] : [],
        ),
      );
    },

    navigationFor(actor: Actor | null) {
      const allowed = entries.flatMap(({ pattern, facts: { nav, permission } }) =>
        nav && permission && permission !== "inherited" && can(actor, permission)
          ? [{ ...nav, path: pattern }]
          : [],
      );
      return NAV_GROUPS.map((group) => ({
        text: `admin:nav.${group}` as const,
        pages: allowed.filter((entry) => entry.group === group),
      })).filter(({ pages }) => pages.length > 0);
    },
  };
}

export type RouteMap = ReturnType<typeof createRouteMap>;
export type NavSection = ReturnType<RouteMap["navigationFor"]>[number];
