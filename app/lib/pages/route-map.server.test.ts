import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { page, resourceRoute } from "./page";
import { createRouteMap } from "./route-map.server";

const open = page({ permission: null, budget: "page" });
const routes = {
  root: { id: "root", path: "", module: {} },
  layout: { id: "layout", parentId: "root", module: {} },
  home: { id: "home", parentId: "layout", index: true, module: { handle: open, default: true } },
  ...Object.fromEntries(
    [
      ["rest", "*", page({ permission: "inherited", budget: "page" })],
      ["event", "events/:eventId", open],
      ["events", "events", page({ permission: null, crumb: "common:nav.events", budget: "page" })],
      ["create", "events/create", page({ permission: "event:create", budget: "write" })],
      ["step", "onboarding/:step?", open],
    ].map(([id, path, handle]) => [
      id,
      { id, path, parentId: "layout", module: { handle, default: true } },
    ]),
  ),
  file: {
    id: "file",
    parentId: "root",
    path: "sitemap.xml",
    module: { handle: resourceRoute({ permission: null, budget: "export" }) },
  },
} as unknown as ServerBuild["routes"];
const map = createRouteMap(routes);

test("a route map finds the route that the router takes, of a page and of its data", () => {
  const patternOf = (path: string) => map.find(path)?.pattern;
  expect(patternOf("/")).toBe("/");
  expect(patternOf("/_root.data")).toBe("/");
  expect(patternOf("/events")).toBe("/events");
  expect(patternOf("/events.data")).toBe("/events");
  expect(patternOf("/events/")).toBe("/events");
  expect(patternOf("/Events/create")).toBe("/events/create");
  expect(patternOf("/events/019b0000-0000-7000-8000-000000000001")).toBe("/events/:eventId");
  expect(patternOf("/onboarding")).toBe("/onboarding/:step?");
  expect(patternOf("/onboarding/2")).toBe("/onboarding/:step?");
  expect(patternOf("/onboarding/2/3")).toBe("/*");
  expect(map.find("/sitemap.xml")?.isPage).toBe(false);
});

test("a route map gives a missing address the permission of the page above it", () => {
  expect(map.permissionFor("/events/create/nothing")).toBe("event:create");
  expect(map.permissionFor("/events/019b/nothing")).toBeNull();
});

test("a route map gives a layout the names of its pages and of those above them", () => {
  expect(map.crumbsOf("layout")).toEqual({ "/events": "common:nav.events" });
  expect(map.crumbsOf("file")).toEqual({});
});
