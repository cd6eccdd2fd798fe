import { expect, test } from "vitest";
import { createRouteFinder } from "./route-patterns";

const find = createRouteFinder(
  {
    root: { id: "root", path: "" },
    layout: { id: "layout", parentId: "root" },
    home: { id: "home", parentId: "layout", index: true },
    rest: { id: "rest", parentId: "layout", path: "*" },
    event: { id: "event", parentId: "layout", path: "events/:eventId" },
    events: { id: "events", parentId: "layout", path: "events" },
    create: { id: "create", parentId: "layout", path: "events/create" },
    step: { id: "step", parentId: "root", path: "onboarding/:step?" },
    file: { id: "file", parentId: "root", path: "sitemap.xml" },
  },
  (id) => id !== "file" && id !== "rest",
);
const patternOf = (path: string) => find(path)?.pattern ?? null;

test("patternOf maps each path to the route that the router takes", () => {
  expect(patternOf("/")).toBe("/");
  expect(patternOf("/events")).toBe("/events");
  expect(patternOf("/events/")).toBe("/events");
  expect(patternOf("/events/create")).toBe("/events/create");
  expect(patternOf("/events/019b0000-0000-7000-8000-000000000001")).toBe("/events/:eventId");
  expect(patternOf("/onboarding")).toBe("/onboarding/:step?");
  expect(patternOf("/onboarding/2")).toBe("/onboarding/:step?");
});

test("patternOf has no route for paths that are no page", () => {
  expect(patternOf("/sitemap.xml")).toBeNull();
  expect(patternOf("/nowhere/at/all")).toBeNull();
});
