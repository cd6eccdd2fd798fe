import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { narrowBuild } from "../../worker/narrow-build";

const whole: ServerBuild = build;
const { keyOf, partOf } = narrowBuild(whole);

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** Routes of a build in React Router's format. */
function treeOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route as NonNullable<typeof route>;
      return index
        ? { id, path, index: true }
        : { id, path, children: treeOf({ ...whole, routes }, id) };
    });
}

const matched = (of: ServerBuild, path: string) =>
  matchRoutes(treeOf(of), path)?.map(({ route }) => route.id);

/** A URL for every route pattern; parameters become a word, another route's word, or nothing. */
const addresses = Object.values(whole.routes).flatMap((route) => {
  let path = "";
  for (
    let at: typeof route | undefined = route;
    at;
    at = at.parentId === undefined ? undefined : whole.routes[at.parentId]
  )
    if (at.path) path = `${at.path}/${path}`;
  const parts = path.split("/").filter(Boolean);
  return ["anything", "create", "new"].map(
    (word) => `/${parts.map((part) => part.replace(/^[:*].*$/, word)).join("/")}`,
  );
});

describe("the build split by the first word and the length of paths", () => {
  it("routes every address as the whole build does", () => {
    const asked = [
      ...addresses,
      "/",
      "/Events",
      "/EVENTS/create/",
      "/events/x/nowhere",
      "/cities/tehran/nowhere",
      "/admin/nowhere",
      "/events/x/y/z/and/much/longer",
      "/profile/x/y/z/and/much/longer",
    ];
    const narrowed = asked.filter((path) => keyOf(path) !== null);
    expect(narrowed.length).toBeGreaterThan(asked.length / 2);
    for (const path of narrowed)
      expect(matched(partOf(keyOf(path) as string), path), path).toEqual(matched(whole, path));
  });

  it("treats a page's data like the page", () => {
    expect(keyOf("/events.data")).toBe(keyOf("/events"));
    expect(keyOf("/events/create.data")).toBe(keyOf("/events/create"));
  });

  it("leaves unknown and unusual addresses to the whole build", () => {
    for (const path of ["/nowhere", "/__manifest", "/_root.data", "/%65vents", "//events"])
      expect(keyOf(path), path).toBeNull();
  });

  it("has few routes in the public part, always with the home page", () => {
    const part = partOf("cities/1");
    expect(Object.keys(part.routes)).toContain("routes/public/home/route");
    expect(Object.keys(part.routes)).not.toContain("routes/admin/layout");
    expect(Object.keys(part.routes)).not.toContain("routes/public/city/route");
    expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  });
});
