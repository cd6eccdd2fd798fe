import type { ServerBuild } from "@remix-run/cloudflare";

interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** Parameters, optional segments and splats, which match several words. */
const IS_OPEN = /[:*?]/;

/**
 * The segments of a route's whole path; none for the index of the root, null where the route itself
 * answers to no path.
 */
function segmentsOf(
  route: RouteEntry,
  routes: Readonly<Record<string, RouteEntry | undefined>>,
): string[] | null {
  if (route.path === undefined && !route.index) return null;
  let path = "";
  for (
    let at: RouteEntry | undefined = route;
    at;
    at = at.parentId === undefined ? undefined : routes[at.parentId]
  )
    if (at.path) path = `${at.path}/${path}`;
  return path.split("/").filter(Boolean);
}

/** The same build with the routes in `ids` alone. */
function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as unknown as Routes;
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/**
 * Splits a build by the first word of addresses and their number of segments: React Router flattens
 * and ranks all routes at each of a page's six matchings, and compiles a pattern for each; for the
 * whole build that costs a third of rendering. A part has all routes that can match its addresses
 * and those above them (those that start with the word or a pattern and are no longer), so it
 * matches like the whole build.
 * @returns `keyOf` a path names its part, null where the whole build is needed; `partOf` makes it
 */
export function narrowBuild(build: ServerBuild): {
  keyOf: (pathname: string) => string | null;
  partOf: (key: string) => ServerBuild;
} {
  const routes: Readonly<Record<string, RouteEntry | undefined>> = build.routes;
  const entries = Object.values(routes).flatMap((route) => {
    const segments = route ? segmentsOf(route, routes) : null;
    if (!route || !segments) return [];
    const word = (segments[0] ?? "").toLowerCase();
    const length = segments.some((segment) => /[*?]/.test(segment)) ? 0 : segments.length;
    return [{ route, word, length }];
  });
  const words = new Set(entries.map(({ word }) => word).filter((word) => !IS_OPEN.test(word)));
  const longest = Math.max(...entries.map(({ length }) => length));
  return {
    keyOf(pathname) {
      // Encoded or doubled slashes are rare; React Router parses them.
      if (!pathname.startsWith("/") || pathname.includes("%") || pathname.includes("//"))
        return null;
      const segments = pathname
        .replace(/\.data$/, "")
        .split("/")
        .filter(Boolean);
      const word = (segments[0] ?? "").toLowerCase();
      return words.has(word) ? `${word}/${Math.min(segments.length, longest)}` : null;
    },
    partOf(key) {
      const [wanted, most] = key.split("/") as [string, string];
      const ids = new Set<string>();
      // Every page lists the home page among the routes that its browser has from the start.
      for (const { route, word, length } of entries)
        if ((word === wanted || word === "" || IS_OPEN.test(word)) && length <= Number(most))
          for (
            let at: RouteEntry | undefined = route;
            at;
            at = at.parentId === undefined ? undefined : routes[at.parentId]
          )
            ids.add(at.id);
      return withRoutes(build, ids);
    },
  };
}
