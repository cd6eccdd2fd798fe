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
 * The first part of a route's whole path; "" for the index of the root, null where the route itself
 * answers to no path.
 */
function beginningOf(
  route: RouteEntry,
  routes: Readonly<Record<string, RouteEntry | undefined>>,
): string | null {
  if (route.path === undefined && !route.index) return null;
  let path = "";
  for (
    let at: RouteEntry | undefined = route;
    at;
    at = at.parentId === undefined ? undefined : routes[at.parentId]
  )
    if (at.path) path = `${at.path}/${path}`;
  return (path.split("/")[0] ?? "").toLowerCase();
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
 * Splits a build by the first word of addresses: React Router flattens and ranks all routes at each
 * of a page's six matchings, which for the whole build costs a third of rendering. A part has all
 * routes that can match its addresses (those that start with the word or a pattern), so it matches
 * like the whole build.
 * @returns the word of a path ("" for the home page) and the part for a word; null where the whole
 * build is needed
 */
export function narrowBuild(build: ServerBuild): {
  wordOf: (pathname: string) => string | null;
  partOf: (word: string) => ServerBuild;
} {
  const routes: Readonly<Record<string, RouteEntry | undefined>> = build.routes;
  const beginnings = Object.values(routes).flatMap((route) => {
    const word = route ? beginningOf(route, routes) : null;
    return route && word !== null ? [{ route, word }] : [];
  });
  const words = new Set(beginnings.map(({ word }) => word).filter((word) => !IS_OPEN.test(word)));
  return {
    wordOf(pathname) {
      // Encoded or doubled slashes are rare; React Router parses them.
      if (!pathname.startsWith("/") || pathname.includes("%") || pathname.includes("//"))
        return null;
      const [word = ""] = pathname
        .slice(1)
        .replace(/\.data$/, "")
        .split("/", 1);
      return words.has(word.toLowerCase()) ? word.toLowerCase() : null;
    },
    partOf(wanted) {
      const ids = new Set<string>();
      // Every page names the home page among the routes that its browser knows from the start.
      for (const { route, word } of beginnings)
        if (word === wanted || word === "" || IS_OPEN.test(word))
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
