import * as build from "virtual:remix/server-build";
import { describe, expect, it } from "vitest";
import { CHECKED, CHECKED_ELSEWHERE } from "../e2e/pages";

type Route = NonNullable<(typeof build.routes)[string]>;

const routes = Object.values(build.routes).filter((route): route is Route => route !== undefined);

/** Its address, as the route table writes it. */
function addressOf(route: Route): string {
  const parts: string[] = [];
  for (
    let at: Route | undefined = route;
    at;
    at = at.parentId ? build.routes[at.parentId] : undefined
  )
    if (at.path) parts.unshift(at.path);
  return `/${parts.join("/")}`;
}

/** Addresses of screens: not of layouts, files and form targets. */
const screens = routes
  .filter((route) => (route.index || route.path) && route.module.default && route.id !== "root")
  .map(addressOf);

const isMatch = (screen: string, path: string) => {
  const [wanted, given] = [screen.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || part.startsWith(":") || part === "*")
  );
};
/** The screen of a path: of several, the one with the most literal parts. */
const screenOf = (path: string) =>
  screens
    .filter((screen) => isMatch(screen, path))
    .sort((a, b) => a.split(/[:*]/).length - b.split(/[:*]/).length)[0];

describe("the pages of the browser tests", () => {
  it("are all screens of the product, except those listed with a reason", () => {
    const checked = new Set(CHECKED.map(({ path }) => screenOf(path.split("?")[0] ?? "")));
    const missing = screens.filter((screen) => !checked.has(screen)).sort();
    expect(missing).toEqual(Object.keys(CHECKED_ELSEWHERE).sort());
  });

  it("are listed once", () => {
    const listed = CHECKED.map(({ path, role }) => `${role} ${path}`);
    expect(listed.filter((page, at) => listed.indexOf(page) !== at)).toEqual([]);
  });
});
